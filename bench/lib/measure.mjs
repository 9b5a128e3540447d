// Medians of interleaved runs: load on the machine affects all tasks alike.

/**
 * Runs each task once per round, in reverse order every other round.
 *
 * @template Sample
 * @param {Record<string, () => Promise<Sample>>} tasks
 * @param {number} rounds
 * @returns {Promise<Record<string, Sample[]>>} samples of each task
 */
export async function interleave(tasks, rounds) {
  /** @type {Record<string, Sample[]>} */
  const samples = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const order = Object.entries(tasks);
    if (round % 2 === 1) order.reverse();
    for (const [name, run] of order) samples[name]?.push(await run());
  }
  return samples;
}

/** @param {number[]} values @returns {number} NaN of none */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN;
  return (lower + upper) / 2;
}

/**
 * Median speeds.
 *
 * @param {Record<string, { tokens: number, seconds: number }[]>} samples
 * @returns {Record<string, number>}
 */
export function tokensPerSecond(samples) {
  return mapValues(samples, (runs) => median(runs.map(({ tokens, seconds }) => tokens / seconds)));
}

/**
 * @template From, To
 * @param {Record<string, From>} record
 * @param {(value: From, name: string) => To} change
 * @returns {Record<string, To>}
 */
export function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}

// The programs of a training step on webgpu, as a table.
import { join } from 'node:path';
import { writeCorpus } from './corpus.mjs';
import { costOf, estimate, GPUS } from './estimate.mjs';
import { printTable, rounded } from './table.mjs';

/** @import { Program, StepPrograms } from '../engine/protocol.ts' */

/**
 * Of the default model, which reads documents, for one batch.
 *
 * @param {import('../gpu/devices.mjs').Described} engine
 * @param {{ batch: number, hidden: number, folder: string }} options
 */
export async function askPrograms(engine, { batch, hidden, folder }) {
  const file = join(folder, `batch-${batch}.conll`);
  writeCorpus(file, { sentences: batch, perDocument: 15 });
  const train = await engine.give(file);
  const reads = /** @type {const} */ ('documents');
  const scheme = /** @type {const} */ ('BIOES');
  await engine.ask('prepare', { batch, hidden, reads, scheme, sentences: batch, embeddings: null, train });
  return engine.ask('programs', { times: engine.description.includes('(software)') ? 1 : 64 });
}

/** @param {number} batch @param {StepPrograms} step */
export function printPrograms(batch, step) {
  /** @type {Map<string, Program[]>} */
  const byName = new Map();
  for (const program of step.programs) byName.set(program.name, [...(byName.get(program.name) ?? []), program]);
  const all = { name: 'all', programs: step.programs };
  const groups = [...Array.from(byName, ([name, programs]) => ({ name, programs })), all].map(({ name, programs }) => {
    const costs = programs.map((program) => costOf(program, step));
    const total = /** @param {'flops' | 'bytes'} what */ (what) => costs.reduce((sum, cost) => sum + cost[what], 0);
    const estimates = GPUS.map((gpu) =>
      programs.map((program, i) => estimate(program, costs[i] ?? costOf(program, step), gpu)),
    );
    const sums = estimates.map((each) => 1e6 * each.reduce((sum, { seconds }) => sum + seconds, 0));
    const longest = (estimates[1] ?? []).toSorted((a, b) => b.seconds - a.seconds)[0];
    const times = programs.map(({ time }) => time);
    const time = times.every((each) => each !== undefined) ? times.reduce((sum, each) => sum + each, 0) : undefined;
    return { name, programs, flops: total('flops'), bytes: total('bytes'), sums, limit: longest?.limit, time };
  });
  const most = /** @param {Program[]} programs @param {(program: Program) => number} of */ (programs, of) =>
    Math.max(...programs.map(of));
  printTable(
    `Programs of a step: ${batch} sentences, ${step.tokens} tokens, the longest ${step.longest}; µs on paper`,
    [
      'program',
      'dispatches',
      'workgroups',
      'invocations',
      'kB',
      'MFLOP',
      ...GPUS.map(({ name }) => name),
      'limit',
      'µs here',
    ],
    groups
      .sort((a, b) => (b.sums[1] ?? 0) - (a.sums[1] ?? 0))
      .map(({ name, programs, flops, bytes, sums, limit, time }) => [
        name,
        programs.length,
        name === 'all' ? undefined : most(programs, ({ workgroups }) => workgroups),
        name === 'all' ? undefined : most(programs, ({ workgroups, lanes }) => workgroups * lanes),
        rounded(bytes / 1e3),
        rounded(flops / 1e6, 1),
        ...sums.map((sum) => rounded(sum)),
        name === 'all' ? undefined : limit,
        rounded(time),
      ]),
  );
  console.log(
    GPUS.map(
      ({ name }, i) => `${name}: at most ${rounded((1e6 * step.tokens) / (groups[0]?.sums[i] ?? NaN))} tokens/s`,
    ).join('; '),
  );
}

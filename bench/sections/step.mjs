// One training step, kernel by kernel, compared with the minimum time on this device.
import { interleave, mapValues, median } from '../lib/measure.mjs';
import { printTable, rounded } from '../lib/table.mjs';

/** @import { StepProfile } from '../engine/protocol.ts' */

const STEPS = 40;

/** @param {import('../lib/context.mjs').Context} context */
export async function run(context) {
  const studios = await context.studios();
  /** @type {Record<string, () => Promise<StepProfile>>} */
  const tasks = {};
  for (const [name, engine] of Object.entries(studios)) {
    await engine.ask('prepare', await context.workload(engine, {}));
    tasks[name] = () => engine.ask('profile', { steps: context.options.isSmallest ? 1 : STEPS });
  }
  await interleave(tasks, 1);
  const results = mapValues(await interleave(tasks, context.options.rounds), summarise);
  for (const [name, result] of Object.entries(results)) report(name, result);
  return results;
}

/** Medians of some rounds. @param {StepProfile[]} profiles */
function summarise(profiles) {
  const of = /** @param {(profile: StepProfile) => number | undefined} value */ (value) =>
    median(profiles.map(value).filter((found) => found !== undefined));
  const peak = {
    flopsPerSecond: of(({ peak }) => peak?.flopsPerSecond),
    bytesPerSecond: of(({ peak }) => peak?.bytesPerSecond),
  };
  const kernels = (profiles[0]?.kernels ?? []).map(({ name }) => {
    const value = /** @param {'calls' | 'time' | 'flops' | 'bytes'} field */ (field) =>
      of(({ kernels }) => kernels.find((kernel) => kernel.name === name)?.[field]);
    const [flops, bytes] = [value('flops'), value('bytes')];
    const floor = 1000 * Math.max(flops / peak.flopsPerSecond, bytes / peak.bytesPerSecond);
    return { name, calls: value('calls'), time: value('time'), floor, flops, bytes };
  });
  const step = of(({ step }) => step);
  const floor = kernels.reduce((sum, kernel) => sum + kernel.floor, 0);
  const outside = step - kernels.reduce((sum, { time }) => sum + time, 0);
  return { step, tokens: of(({ tokens }) => tokens), floor, outside, peak, kernels };
}

/** @param {string} name @param {ReturnType<typeof summarise>} result */
function report(name, { step, tokens, floor, outside, peak, kernels }) {
  const gflops = rounded(peak.flopsPerSecond / 1e9, 1);
  const bandwidth = rounded(peak.bytesPerSecond / 1e9, 1);
  const large = kernels.filter(({ time, floor }) => Math.max(time, floor) > step / 400);
  const small = kernels.filter((kernel) => !large.includes(kernel));
  const sum = /** @param {'calls' | 'time' | 'floor'} field */ (field) =>
    small.reduce((total, kernel) => total + kernel[field], 0);
  printTable(
    `One step on ${name}: ${rounded(step, 2)} ms for ${rounded(tokens)} tokens, ` +
      `floor ${rounded(floor, 2)} ms (${rounded((100 * floor) / step)}%); ` +
      `matrix product ${gflops} GFLOP/s, copy ${bandwidth} GB/s`,
    ['kernel', 'calls', 'ms', 'floor', 'floor, %', 'GFLOP/s', 'GB/s'],
    [
      ...large.map(({ name: kernel, calls, time, floor: least, flops, bytes }) => [
        kernel,
        rounded(calls),
        rounded(time, 2),
        rounded(least, 2),
        rounded((100 * least) / time),
        flops > 0 ? rounded(flops / time / 1e6, 1) : undefined,
        rounded(bytes / time / 1e6, 1),
      ]),
      [`${small.length} others`, rounded(sum('calls')), rounded(sum('time'), 2), rounded(sum('floor'), 2)],
      ['batches, tape, less what overlaps', undefined, rounded(outside, 2), rounded(0, 2)],
    ],
  );
}

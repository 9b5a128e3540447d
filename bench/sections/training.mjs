// Training, tokens/s: whole epochs of the studio's trainer, compared with PyTorch.
import { interleave, tokensPerSecond } from '../lib/measure.mjs';
import { describe } from '../lib/pytorch.mjs';
import { printTable, ratio, rounded } from '../lib/table.mjs';

/** @import { Result } from '../engine/protocol.ts' */
/** @import { calibratePytorch, Variant } from '../lib/pytorch.mjs' */
/** @typedef {Awaited<ReturnType<typeof calibratePytorch>>} Calibration */

const SHAPES = [
  { hidden: 200, batch: 32 },
  { hidden: 200, batch: 10 },
  { hidden: 100, batch: 32 },
  { hidden: 100, batch: 10 },
];

/** @param {import('../lib/context.mjs').Context} context */
export async function run(context) {
  const studios = await context.studios();
  const pytorch = await context.pytorchEngines('training');
  const results = [];
  for (const { hidden, batch } of context.options.isSmallest ? SHAPES.slice(-1) : SHAPES) {
    /** @type {Record<string, () => Promise<Result<'train'>>>} */
    const tasks = {};
    /** @type {Record<string, { parameters: number }>} */
    const models = {};
    for (const [name, engine] of Object.entries(studios)) {
      models[name] = await engine.ask('prepare', await context.workload(engine, { hidden, batch }));
      tasks[name] = () => engine.ask('train');
    }
    for (const [name, peer] of Object.entries(pytorch)) {
      models[name] = await peer.prepare(await context.workload(peer, { hidden, batch }));
      tasks[name] = () => peer.ask('train');
    }
    const first = await interleave(tasks, 1); // warm-up; its loss shows whether the models are equivalent
    const samples = await interleave(tasks, context.options.rounds);
    const speeds = tokensPerSecond(samples);
    const firstLosses = Object.fromEntries(Object.entries(first).map(([name, [run]]) => [name, run?.loss]));
    results.push({ hidden, batch, tokensPerSecond: speeds, ...ratios(speeds, context.threads), models, firstLosses });
  }
  report(results, await context.calibration());
  return { shapes: results, calibration: await context.calibration() };
}

/**
 * Chromium's speed with one thread and with all, as multiples of PyTorch's, with its fastest and with its default settings.
 *
 * @param {Record<string, number>} speeds
 * @param {number} threads
 */
export function ratios(speeds, threads) {
  const { 'chromium 1': one = NaN, [`chromium ${threads}`]: all = NaN, 'pytorch installed': installed } = speeds;
  const pytorch = Object.entries(speeds).flatMap(([name, speed]) => (name.startsWith('pytorch') ? [speed] : []));
  const best = pytorch.length > 0 ? Math.max(...pytorch) : undefined;
  const to = (/** @type {number | undefined} */ speed) =>
    speed === undefined ? undefined : { oneThread: one / speed, allThreads: all / speed };
  return { toBest: to(best), toInstalled: to(installed) };
}

/** The last columns of a table of speeds. */
export const RATIO_HEADINGS = ['1 thread', 'all threads', '1, installed', 'all, installed'];

/** @param {ReturnType<typeof ratios>} result */
export function ratioCells({ toBest, toInstalled }) {
  return [toBest?.oneThread, toBest?.allThreads, toInstalled?.oneThread, toInstalled?.allThreads].map((value) =>
    ratio(value, 1),
  );
}

/**
 * @typedef {ReturnType<typeof ratios> & {
 *   hidden: number, batch: number, tokensPerSecond: Record<string, number>,
 *   models: Record<string, { parameters: number }>, firstLosses: Record<string, number | undefined>
 * }} ShapeResult
 */

/** @param {ShapeResult[]} results @param {Calibration | undefined} calibration */
function report(results, calibration) {
  const names = Object.keys(results[0]?.tokensPerSecond ?? {});
  printTable(
    'Training, tokens/s (name and threads); ratios: Chromium, with one thread and with all, to the fastest PyTorch and to PyTorch with its default settings',
    ['hidden, batch', ...names, ...RATIO_HEADINGS],
    results.map(({ hidden, batch, tokensPerSecond: speeds, ...found }) => [
      `${hidden}, ${batch}`,
      ...names.map((name) => rounded(speeds[name])),
      ...ratioCells(found),
    ]),
  );
  const { models = {}, firstLosses = {} } = results[0] ?? {};
  printTable(
    `The models of the first row`,
    ['', ...names],
    [
      ['parameters', ...names.map((name) => rounded(models[name]?.parameters))],
      ['loss of the first epoch', ...names.map((name) => rounded(firstLosses[name], 3))],
    ],
  );
  if (calibration === undefined) return console.log('PyTorch was not measured: not installed, or disabled.');
  printTable(
    'Calibration of PyTorch, tokens/s: its own threads + those of BLAS, build of OpenBLAS, layout of the LSTM (short runs)',
    ['', 'training', 'tagging', 'chosen for'],
    Object.values(calibration.figures).map(({ variant, training, tagging }) => [
      describe(variant),
      rounded(training),
      rounded(tagging),
      chosenFor(calibration, variant),
    ]),
  );
}

/** @param {Calibration} calibration @param {Variant} variant */
function chosenFor(calibration, variant) {
  const uses = /** @type {const} */ (['training', 'tagging']).flatMap((task) =>
    Object.entries(calibration[task]).map(([use, chosen]) => ({ name: `${task}, ${use}`, chosen })),
  );
  return uses
    .filter(({ chosen }) => describe(chosen) === describe(variant))
    .map(({ name }) => name)
    .join('; ');
}

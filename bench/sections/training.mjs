// Training tokens/s: whole epochs of the studio's trainer, beside PyTorch's.
import { interleave, tokensPerSecond } from '../lib/measure.mjs';
import { describe } from '../lib/pytorch.mjs';
import { printTable, ratio, rounded } from '../lib/table.mjs';

const SHAPES = [
  { hidden: 200, batch: 32 },
  { hidden: 200, batch: 10 },
  { hidden: 100, batch: 32 },
  { hidden: 100, batch: 10 },
];

/** @param {import('../lib/context.mjs').Context} context */
export async function run(context) {
  const studios = await context.studios();
  const peers = await context.pytorchs('training');
  const results = [];
  for (const { hidden, batch } of SHAPES) {
    const tasks = {};
    const models = {};
    for (const [name, engine] of Object.entries(studios)) {
      models[name] = await engine.ask('prepare', await context.workload(engine, { hidden, batch }));
      tasks[name] = () => engine.ask('train');
    }
    for (const [name, peer] of Object.entries(peers)) {
      models[name] = await peer.prepare(await context.workload(peer, { hidden, batch }));
      tasks[name] = () => peer.ask('train');
    }
    const first = await interleave(tasks, 1); // compiles, warms up; its loss says that the models are alike
    const samples = await interleave(tasks, context.options.rounds);
    const speeds = tokensPerSecond(samples);
    const firstLosses = Object.fromEntries(Object.entries(first).map(([name, [run]]) => [name, run.loss]));
    results.push({ hidden, batch, tokensPerSecond: speeds, ...ratios(speeds, context.threads), models, firstLosses });
  }
  report(results, await context.calibration());
  return { shapes: results, calibration: await context.calibration() };
}

/** @param {Record<string, number>} speeds @param {number} threads */
export function ratios(speeds, threads) {
  const peers = Object.entries(speeds).filter(([name]) => name.startsWith('pytorch'));
  if (peers.length === 0) return { oneThread: undefined, allThreads: undefined };
  const best = Math.max(...peers.map(([, speed]) => speed));
  return { oneThread: speeds['chromium 1'] / best, allThreads: speeds[`chromium ${threads}`] / best };
}

/** @param {any[]} results @param {any} calibration */
function report(results, calibration) {
  const names = Object.keys(results[0].tokensPerSecond);
  printTable(
    'Training, tokens/s (name and threads); ratios: Chromium, with one thread and with all, to the best of PyTorch',
    ['hidden, batch', ...names, '1 thread', 'all threads'],
    results.map(({ hidden, batch, tokensPerSecond: speeds, oneThread, allThreads }) => [
      `${hidden}, ${batch}`,
      ...names.map((name) => rounded(speeds[name])),
      ratio(oneThread, 1),
      ratio(allThreads, 1),
    ]),
  );
  const { models, firstLosses } = results[0];
  printTable(
    `The models of the first row`,
    ['', ...names],
    [
      ['parameters', ...names.map((name) => rounded(models[name].parameters))],
      ['loss of the first epoch', ...names.map((name) => rounded(firstLosses[name], 3))],
    ],
  );
  if (calibration === undefined) return console.log('PyTorch was not measured: not installed, or not asked for.');
  printTable(
    'How PyTorch was tried, tokens/s: threads of its own + of BLAS, build of OpenBLAS, layout of the LSTM (short runs)',
    ['', 'training', 'tagging', 'chosen for'],
    Object.values(calibration.figures).map(({ variant, training, tagging }) => [
      describe(variant),
      rounded(training),
      rounded(tagging),
      chosenFor(calibration, variant),
    ]),
  );
}

function chosenFor({ training, tagging }, variant) {
  const uses = { 'training, 1': training.one, 'training, all': training.all, 'tagging, 1': tagging.one, 'tagging, all': tagging.all }; // prettier-ignore
  return Object.keys(uses)
    .filter((use) => describe(uses[use]) === describe(variant))
    .join('; ');
}

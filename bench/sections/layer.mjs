// A bidirectional LSTM alone, one training step, beside TF.js' own layers on its own backends in the same browser.
import { interleave, tokensPerSecond } from '../lib/measure.mjs';
import { printTable, ratio, rounded } from '../lib/table.mjs';

/** No padding and no characters: what suits the layers best. */
const SHAPE = { batch: 32, length: 16, inputs: 130, hidden: 200 };
const BACKENDS = ['cpu', 'webgl', 'webgpu', 'wasm'];
/** As many steps as take about a second each. */
const STEPS = { studio: 20, layers: 1 };

/** @param {import('../lib/context.mjs').Context} context */
export async function run(context) {
  const browser = await context.browser();
  const tasks = {};
  const skipped = [];
  for (const threads of new Set([1, context.threads])) {
    const studio = await context.studio('chromium', threads);
    tasks[`studio, simd, ${threads} threads`] = () => studio.ask('layer', { ...SHAPE, steps: STEPS.studio });
  }
  const pages = [];
  for (const backend of BACKENDS) {
    const layers = await browser.open('tfjs');
    pages.push(layers);
    const { opened } = await layers.ask('open', { backend });
    if (opened) tasks[`TF.js layers, ${backend}`] = () => layers.ask('layer', { ...SHAPE, steps: STEPS.layers });
    else skipped.push(backend);
  }
  const speeds = tokensPerSecond(await interleave(tasks, Math.min(3, context.options.rounds)));
  for (const page of pages) await page.close();
  const best = Math.max(...Object.entries(speeds).flatMap(([name, speed]) => (name.startsWith('TF') ? [speed] : [])));
  const { batch, length, inputs, hidden } = SHAPE;
  printTable(
    `BiLSTM alone, ${batch} × ${length} tokens, ${inputs} → 2 × ${hidden}, forward and backward, Chromium ${browser.version}`,
    ['', 'tokens/s', 'to the best layers'],
    Object.entries(speeds).map(([name, speed]) => [name, rounded(speed), ratio(speed, best)]),
  );
  if (skipped.length > 0) console.log(`Not installed, or not to be had here: TF.js' ${skipped.join(', ')}.`);
  return { shape: SHAPE, tokensPerSecond: speeds, skipped };
}

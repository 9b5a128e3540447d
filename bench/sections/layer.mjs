// Only a bidirectional LSTM, one training step, compared with the layers of TF.js on its backends in the same browser.
import { Browser } from '../lib/engines.mjs';
import { interleave, tokensPerSecond } from '../lib/measure.mjs';
import { printTable, ratio, rounded } from '../lib/table.mjs';

/** @import { Work } from '../engine/protocol.ts' */

/** No padding and no characters: the best case for the layers. */
const SHAPE = { batch: 32, length: 16, inputs: 130, hidden: 200 };
const BACKENDS = [
  { backend: 'cpu' },
  { backend: 'webgl' },
  { backend: 'webgpu' },
  // The fastest backend, which is not a dependency of the project.
  { backend: 'wasm', hint: 'install it with npm install --no-save @tensorflow/tfjs-backend-wasm@4.22.0' },
];
/** Numbers of steps that take about a second. */
const STEPS = { studio: 20, layers: 1 };

/** Timeout of a first step, in milliseconds: on a software GPU, WebGL takes minutes. */
const TIMEOUT = 120_000;

/** @param {import('../lib/context.mjs').Context} context */
export async function run(context) {
  const { isSmallest } = context.options;
  const shape = isSmallest ? { batch: 2, length: 2, inputs: 8, hidden: 8 } : SHAPE;
  const browser = await context.browser();
  /** @type {Record<string, () => Promise<Work>>} */
  const tasks = {};
  for (const threads of new Set([1, context.threads])) {
    const studio = await context.studio('chromium', threads);
    tasks[`studio, simd, ${threads} threads`] = () => studio.ask('layer', { ...shape, steps: STEPS.studio });
  }
  const skipped = [];
  const browsers = [];
  for (const { backend, hint } of isSmallest ? BACKENDS.slice(0, 1) : BACKENDS) {
    const own = await Browser.start(); // a separate browser: if it hangs or crashes, the others continue
    try {
      const layers = await own.openLayers();
      const runLayers = () => layers.ask('layer', { ...shape, steps: STEPS.layers });
      const { opened } = await within(TIMEOUT, layers.ask('open', { backend }));
      if (!opened) throw new Error(hint ?? 'it does not start');
      await within(TIMEOUT, runLayers());
      tasks[`TF.js layers, ${backend}`] = runLayers;
      browsers.push(own);
    } catch (error) {
      await own.close();
      skipped.push(`${backend} (${error instanceof Error ? error.message.split('\n')[0] : String(error)})`);
    }
  }
  const speeds = tokensPerSecond(await interleave(tasks, Math.min(3, context.options.rounds)));
  for (const own of browsers) await own.close();
  const peers = Object.entries(speeds).flatMap(([name, speed]) => (name.startsWith('TF') ? [speed] : []));
  const best = peers.length > 0 ? Math.max(...peers) : undefined;
  const { batch, length, inputs, hidden } = shape;
  printTable(
    `BiLSTM alone, ${batch} × ${length} tokens, ${inputs} → 2 × ${hidden}, forward and backward, Chromium ${browser.version}`,
    ['', 'tokens/s', 'to the best layers'],
    Object.entries(speeds).map(([name, speed]) => [name, rounded(speed), ratio(speed, best)]),
  );
  if (skipped.length > 0) console.log(`Not measured: TF.js' ${skipped.join(', ')}.`);
  return { shape, tokensPerSecond: speeds, skipped };
}

/** Rejects when a promise takes too long. @template T @param {number} milliseconds @param {Promise<T>} promise @returns {Promise<T>} */
async function within(milliseconds, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response for ${milliseconds / 1000} s`)), milliseconds);
  });
  try {
    return await /** @type {Promise<T>} */ (Promise.race([promise, late]));
  } finally {
    clearTimeout(timer);
    promise.catch(() => undefined); // if it arrives too late
  }
}

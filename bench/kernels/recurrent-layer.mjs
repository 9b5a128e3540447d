// One bidirectional LSTM layer of the default model (130 -> 2x200) with its input projection: forward, backward and all weight
// gradients, one thread. Tokens/s and GFLOP/s, best of several.
//
//   npm run build:wasm && node bench/kernels/recurrent-layer.mjs [--chromium] [--baseline]
import { runKernelBenchmark } from './run.mjs';

/** @import { Scratch } from '../../src/kernels/simd/exports.ts' */
/** @import { KernelModule } from './run.mjs' */

/** Lengths of the sentences of one batch, longest first; their mean, 14.3, is that of CoNLL-2003. @param {number} batch */
function lengthsOf(batch) {
  return Array.from({ length: batch }, (_, b) => Math.round(16.5 - (4.4 * b) / (batch - 1)));
}

/** @param {KernelModule} module @param {number[][]} batches lengths of sentences */
function benchmark({ wasm, memory }, batches) {
  const LSTM = 0; // cell
  const G = 4;
  const I = 130;
  const H = 200;
  const columns = 2 * G * H;
  let end = 1024;
  const allocate = (/** @type {number} */ floats) => {
    const start = end;
    end += Math.ceil(floats / 16) * 64;
    return start;
  };
  const random = (/** @type {number} */ floats) => {
    const start = allocate(floats);
    const values = new Float32Array(memory.buffer, start, floats);
    for (let i = 0; i < floats; i++) values[i] = (Math.random() - 0.5) / 8;
    return start;
  };
  const wx = random(I * columns);
  const b = random(columns);
  const wh = random(2 * H * G * H);
  const dwx = allocate(I * columns);
  const db = allocate(columns);
  const dwh = allocate(2 * H * G * H);

  return batches.map((lengths) => {
    const T = Math.max(...lengths);
    const offsets = [0];
    let N = 0;
    for (let t = 0; t < T; t++) {
      N += lengths.filter((length) => length > t).length;
      offsets.push(N);
    }
    const x = random(N * I);
    const dy = random(N * 2 * H);
    const projected = allocate(N * columns);
    const gates = allocate(N * columns);
    const dProjected = allocate(N * columns);
    const y = allocate(N * 2 * H);
    const cells = allocate(N * 2 * H);
    const dx = allocate(N * I);
    const stepOffsets = allocate(T + 1);
    new Int32Array(memory.buffer, stepOffsets, T + 1).set(offsets);
    const B = lengths.length;
    const scratchFloats = Math.max(wasm.multiplyScratchFloats(), wasm.recurrentGradScratchFloats(LSTM, H, B));
    const scratch = /** @type {Scratch} */ (allocate(scratchFloats));
    const directions = [0, 1].map((d) => ({
      d,
      panel: allocate(wasm.recurrentPanelFloats(LSTM, H)),
      space: allocate(wasm.recurrentGradSpaceFloats(LSTM, H, N, B)),
    }));
    const parts = {
      'x.Wx + b': () => wasm.linear(I, columns, 0, N, 0, columns, x, wx, b, projected, scratch),
      forward: () => {
        for (const { d, panel } of directions) {
          wasm.recurrentPack(LSTM, H, d, wh, panel);
          wasm.recurrent(LSTM, H, T, d, 0, B, projected, panel, stepOffsets, y, gates, cells, scratch);
        }
      },
      backward: () => {
        for (const { d, space } of directions) {
          wasm.recurrentGradPack(LSTM, H, d, wh, space);
          // prettier-ignore
          wasm.recurrentGrad(LSTM, H, T, B, d, 0, B, dy, y, gates, cells, stepOffsets, dProjected, space, scratch);
        }
      },
      dWh: () => {
        for (const { d, space } of directions) {
          // prettier-ignore
          wasm.recurrentGradWeights(LSTM, H, T, B, d, 0, H, 0, G * H, stepOffsets, dProjected, space, dwh, scratch);
        }
      },
      'dWx, db': () => wasm.linearGradW(N, I, columns, 0, I, 0, columns, dProjected, x, dwx, db, scratch),
      dx: () => wasm.linearGradX(I, columns, 0, N, 0, I, dProjected, wx, dx, scratch),
    };
    let best = Infinity;
    /** @type {Record<string, number>} */
    const bestParts = {};
    for (let run = 0; run < 60; run++) {
      let all = 0;
      for (const [name, part] of Object.entries(parts)) {
        const start = performance.now();
        part();
        const time = performance.now() - start;
        bestParts[name] = Math.min(bestParts[name] ?? Infinity, time);
        all += time;
      }
      best = Math.min(best, all);
    }
    const flop = 3 * 2 * N * (I * columns + 2 * H * G * H);
    return { batch: lengths.length, tokens: N, best, bestParts, flop };
  });
}

for (const { batch, tokens, best, bestParts, flop } of await runKernelBenchmark(benchmark, [32, 10].map(lengthsOf))) {
  const share = Object.entries(bestParts).map(([name, time]) => `${name} ${time.toFixed(2)} ms`);
  console.log(
    `batch ${batch}, ${tokens} tokens: ${Math.round((1000 * tokens) / best)} tokens/s, ${(flop / best / 1e6).toFixed(1)} GFLOP/s (${share.join(', ')})`,
  );
}

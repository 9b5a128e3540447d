// One bidirectional LSTM layer of the default model (130 -> 2x200) with its input projection: forward, backward and all weight
// gradients, one thread. Tokens/s and GFLOP/s, best of several.
//
//   npm run build:wasm && node bench/kernels/recurrent-layer.mjs [--chromium] [--baseline] [--quick]
import { isQuick, runKernelBenchmark } from './run.mjs';

/** @import { Pointer } from '../../src/lib/pointer.ts' */
/** @import { KernelModule } from './run.mjs' */

/** Lengths of the sentences of one batch, longest first; their mean, 14.3, is that of CoNLL-2003. @param {number} batch */
function lengthsOf(batch) {
  return Array.from({ length: batch }, (_, b) => Math.round(16.5 - (4.4 * b) / (batch - 1)));
}

/** @param {KernelModule} module @param {{ batches: number[][], runs: number }} options lengths of sentences */
function benchmark({ bindings, wasm, perform, memory }, { batches, runs }) {
  const { kernels, LSTM, FORWARD, BACKWARD } = bindings;
  const G = 4;
  const I = 130;
  const H = 200;
  const columns = 2 * G * H;
  let end = 1024;
  const allocate = (/** @type {number} */ floats) => {
    const start = /** @type {Pointer} */ (end);
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
    const layer = { cell: LSTM, hidden: H, steps: T, stepOffsets };
    const scratchFloats = Math.max(
      wasm.multiplyScratchFloats(),
      wasm.recurrentGradScratchFloats({ ...layer, sequences: B }),
    );
    const scratch = allocate(scratchFloats);
    const directions = [FORWARD, BACKWARD].map((direction) => ({
      direction,
      panels: allocate(wasm.recurrentPanelFloats(layer)),
      space: allocate(wasm.recurrentGradSpaceFloats({ ...layer, rows: N, sequences: B })),
    }));
    const projection = { n: N, inputs: I, outputs: columns, x, w: wx };
    const outputs = { y, gates, kept: cells };
    const all = { from: 0, to: B, sequences: B };
    const block = (/** @type {number} */ rows, /** @type {number} */ width) => ({
      rowsFrom: 0,
      rowsTo: rows,
      columnsFrom: 0,
      columnsTo: width,
    });
    const parts = {
      'x.Wx + b': [kernels.linear({ ...projection, ...block(N, columns), b, y: projected })],
      forward: directions.flatMap(({ direction, panels }) => [
        kernels.recurrentPack({ ...layer, direction, wh, panels }),
        kernels.recurrent({ ...layer, ...all, ...outputs, direction, projected, panels }),
      ]),
      backward: directions.flatMap(({ direction, space }) => [
        kernels.recurrentGradPack({ ...layer, direction, wh, space }),
        kernels.recurrentGrad({ ...layer, ...all, ...outputs, direction, dy, dProjected, space }),
      ]),
      dWh: directions.map(({ direction, space }) =>
        kernels.recurrentGradWeights({ ...layer, ...all, ...block(H, G * H), direction, dProjected, space, dWh: dwh }),
      ),
      'dWx, db': [kernels.linearGradW({ ...projection, ...block(I, columns), dy: dProjected, dw: dwx, db })],
      dx: [kernels.linearGradX({ ...projection, ...block(N, I), dy: dProjected, dx })],
    };
    let best = Infinity;
    /** @type {Record<string, number>} */
    const bestParts = {};
    for (let run = 0; run < runs; run++) {
      let total = 0;
      for (const [name, tasks] of Object.entries(parts)) {
        const start = performance.now();
        for (const task of tasks) perform(task, scratch);
        const time = performance.now() - start;
        bestParts[name] = Math.min(bestParts[name] ?? Infinity, time);
        total += time;
      }
      best = Math.min(best, total);
    }
    const flop = 3 * 2 * N * (I * columns + 2 * H * G * H);
    return { batch: lengths.length, tokens: N, best, bestParts, flop };
  });
}

const options = { batches: [32, 10].map(lengthsOf), runs: isQuick ? 1 : 60 };
for (const { batch, tokens, best, bestParts, flop } of await runKernelBenchmark(benchmark, options)) {
  const share = Object.entries(bestParts).map(([name, time]) => `${name} ${time.toFixed(2)} ms`);
  console.log(
    `batch ${batch}, ${tokens} tokens: ${Math.round((1000 * tokens) / best)} tokens/s, ${(flop / best / 1e6).toFixed(1)} GFLOP/s (${share.join(', ')})`,
  );
}

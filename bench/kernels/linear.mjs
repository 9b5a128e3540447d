// Products whose left side dropout has made half zeros: multiplied whole, and without the zeros; best of several, one thread.
//
//   npm run build:wasm && node bench/kernels/linear.mjs [--chromium] [--baseline]
import { runKernelBenchmark } from './run.mjs';

/** Of one training step: [label, tokens, inputs, outputs]. */
const SHAPES = [
  ['x.Wx, dWx: 450 tokens, 130 inputs, 200 units', 450, 130, 1600],
  ['x.Wx, dWx: 245 tokens, 200 inputs, 200 units', 245, 200, 1600],
  ['x.Wx, dWx: 450 tokens, 130 inputs, 100 units', 450, 130, 800],
];

/** Rounds over all shapes, so that a busy moment of the machine does not fall on one of them. */
function benchmark({ wasm, memory }, shapes) {
  const [x, w, y, db, scratch] = [1, 2, 3, 4, 5].map((i) => i * (4 << 20));
  const floats = new Float32Array(memory.buffer);
  let random = 1;
  for (let i = x / 4; i < y / 4; i++) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    floats[i] = i < w / 4 && random >>> 31 === 0 ? 0 : random / 2 ** 32;
  }
  const best = shapes.map(() => [Infinity, Infinity, Infinity]);
  for (let round = 0; round < 100; round++) {
    for (const [i, [, n, inputs, outputs]] of shapes.entries()) {
      for (const density of [0, 1, 2]) {
        const start = performance.now();
        wasm.linear(inputs, outputs, density, 0, n, 0, outputs, x, w, db, y, scratch);
        wasm.linearGradW(n, inputs, outputs, density, 0, inputs, 0, outputs, w, x, y, db, scratch);
        best[i][density] = Math.min(best[i][density], performance.now() - start);
      }
    }
  }
  return best;
}

for (const [i, [whole, narrow, wide]] of (await runKernelBenchmark(benchmark, SHAPES)).entries()) {
  const times = (/** @type {number} */ ms) => `${ms.toFixed(2)} ms, ${(whole / ms).toFixed(2)}×`;
  console.log(
    `${SHAPES[i]?.[0]}: whole ${whole.toFixed(2)} ms; 24 columns ${times(narrow)}; 40 columns ${times(wide)}`,
  );
}

// Matrix products of the `simd` kernels in GFLOP/s, in integers and in floats, on the shapes of the default model: best of several, one
// thread.
//
//   npm run build:wasm && node bench/kernels/gemm.mjs [--chromium] [--baseline]
import { runKernelBenchmark } from './run.mjs';

/** Shapes of one training step, 450 tokens in 32 sentences: [label, m, n, k, transposeA, transposeB]. */
const SHAPES = [
  ['x.Wx        [450, 130] [130, 1600]', 450, 1600, 130, 0, 0],
  ["dx = dy.Wx' [450, 1600] [1600, 130]", 450, 130, 1600, 0, 1],
  ["dWx = x'.dy [130, 450] [450, 1600]", 130, 1600, 450, 1, 0],
  ['h.Wh        [32, 200] [200, 800]', 32, 800, 200, 0, 0],
  ['h.Wh        [10, 200] [200, 800]', 10, 800, 200, 0, 0],
  ["dh = dg.Wh' [32, 800] [800, 200]", 32, 200, 800, 0, 1],
  ["dWh = h'.dg [200, 430] [430, 800]", 200, 800, 430, 1, 0],
  ['output      [450, 400] [400, 17]', 450, 17, 400, 0, 0],
  ['square 512', 512, 512, 512, 0, 0],
];

/** Rounds over all shapes, so that a busy moment of the machine does not fall on one of them. */
function benchmark({ wasm, memory }, shapes) {
  const [a, b, c, scratch] = [1, 2, 3, 4].map((i) => i * (4 << 20));
  new Float32Array(memory.buffer).fill(0.5, 0, 4 << 20);
  const products = { integers: wasm.multiply, floats: wasm.gemm };
  const best = shapes.map(() => ({ integers: Infinity, floats: Infinity }));
  for (let round = 0; round < 200; round++) {
    for (const [i, [, m, n, k, transposeA, transposeB]] of shapes.entries()) {
      const lda = transposeA ? m : k;
      const ldb = transposeB ? k : n;
      for (const [name, product] of Object.entries(products)) {
        const start = performance.now();
        product(m, n, k, a, lda, transposeA, b, ldb, transposeB, c, n, 0, 0, scratch);
        best[i][name] = Math.min(best[i][name], performance.now() - start);
      }
    }
  }
  return shapes.map(([label, m, n, k], i) => ({
    label,
    rates: Object.entries(best[i]).map(([name, time]) => [name, (2 * m * n * k) / time / 1e6]),
  }));
}

for (const { label, rates } of await runKernelBenchmark(benchmark, SHAPES)) {
  const cells = rates.map(([name, rate]) => `${rate.toFixed(1).padStart(6)} GFLOP/s in ${name}`);
  console.log(`${cells.join(',')}  ${label}`);
}

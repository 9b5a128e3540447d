// Matrix products of the `simd` kernels in GFLOP/s, in integers and in floats, on the shapes of the default model: best of
// several runs, one thread.
//
//   npm run build:wasm && node bench/kernels/gemm.mjs [--chromium] [--baseline] [--quick]
import { isQuick, runKernelBenchmark } from './run.mjs';

/** @import { Pointer } from '../../src/lib/pointer.ts' */
/** @import { KernelModule } from './run.mjs' */
/** @typedef {[label: string, m: number, n: number, k: number, transposeA: boolean, transposeB: boolean]} Shape */

/**
 * The shapes of one training step, 450 tokens in 32 sentences.
 *
 * @type {Shape[]}
 */
const SHAPES = [
  ['x.Wx        [450, 130] [130, 1600]', 450, 1600, 130, false, false],
  ["dx = dy.Wx' [450, 1600] [1600, 130]", 450, 130, 1600, false, true],
  ["dWx = x'.dy [130, 450] [450, 1600]", 130, 1600, 450, true, false],
  ['h.Wh        [32, 200] [200, 800]', 32, 800, 200, false, false],
  ['h.Wh        [10, 200] [200, 800]', 10, 800, 200, false, false],
  ["dh = dg.Wh' [32, 800] [800, 200]", 32, 200, 800, false, true],
  ["dWh = h'.dg [200, 430] [430, 800]", 200, 800, 430, true, false],
  ['output      [450, 400] [400, 17]', 450, 17, 400, false, false],
  ['square 512', 512, 512, 512, false, false],
];

/**
 * Runs in rounds over all shapes, so that load on the machine does not affect only one of them.
 *
 * @param {KernelModule} module
 * @param {{ shapes: Shape[], rounds: number }} options
 */
function benchmark({ bindings: { kernels }, perform, memory }, { shapes, rounds }) {
  const megabytes = 1 << 20;
  const a = /** @type {Pointer} */ (4 * megabytes);
  const b = /** @type {Pointer} */ (8 * megabytes);
  const c = /** @type {Pointer} */ (12 * megabytes);
  const scratch = /** @type {Pointer} */ (16 * megabytes);
  const none = /** @type {Pointer} */ (0);
  new Float32Array(memory.buffer).fill(0.5, 0, 4 << 20);
  const products = { integers: kernels.multiply, floats: kernels.gemm };
  const runs = shapes.flatMap((shape) => {
    const [, m, n, k, transposeA, transposeB] = shape;
    const lda = transposeA ? m : k;
    const ldb = transposeB ? k : n;
    const matrices = { a, lda, transposeA, b, ldb, transposeB, c, ldc: n, addend: none, ldAddend: 0 };
    return Object.entries(products).map(([name, product]) => ({
      shape,
      name,
      task: product({ m, n, k, ...matrices }),
      best: Infinity,
    }));
  });
  for (let round = 0; round < rounds; round++) {
    for (const run of runs) {
      const start = performance.now();
      perform(run.task, scratch);
      run.best = Math.min(run.best, performance.now() - start);
    }
  }
  return shapes.map((shape) => {
    const [label, m, n, k] = shape;
    const own = runs.filter((run) => run.shape === shape);
    return { label, rates: own.map(({ name, best }) => ({ name, gflops: (2 * m * n * k) / best / 1e6 })) };
  });
}

for (const { label, rates } of await runKernelBenchmark(benchmark, { shapes: SHAPES, rounds: isQuick ? 1 : 200 })) {
  const cells = rates.map(({ name, gflops }) => `${gflops.toFixed(1).padStart(6)} GFLOP/s in ${name}`);
  console.log(`${cells.join(',')}  ${label}`);
}

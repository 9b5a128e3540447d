import { backend, dispose, randomUniform, zeros, type Tensor1D, type Tensor2D } from '@tensorflow/tfjs-core';
import { linear } from '../../src/kernels/linear/op.ts';
import type { SimdBackend } from '../../src/kernels/simd/backend.ts';
import type { Peak } from './protocol.ts';

const SIDE = 768;
/** About what a training step works on: more than fits into a core's own caches. */
const COPY_ROWS = 2048;
const COPY_COLUMNS = 1024;
const RUNS = 12;

/** Of the `simd` backend as it is open, all its threads: the best of some large matrix products, and of some copies. */
export function measurePeak(): Peak {
  return { flopsPerSecond: (2 * SIDE ** 3) / secondsOfProduct(), bytesPerSecond: bytesOfCopy() / secondsOfCopy() };
}

function secondsOfProduct(): number {
  const [a, b] = [1, 2].map((seed) => randomUniform([SIDE, SIDE], -1, 1, 'float32', seed) as Tensor2D);
  const bias = zeros([SIDE]) as Tensor1D;
  const seconds = best(() => linear(a!, b!, bias).dispose());
  dispose([a!, b!, bias]);
  return seconds;
}

function bytesOfCopy(): number {
  return 2 * 4 * COPY_ROWS * COPY_COLUMNS; // read and written
}

function secondsOfCopy(): number {
  const simd = backend() as SimdBackend;
  const from = simd.output([COPY_ROWS, COPY_COLUMNS]);
  const to = simd.output([COPY_ROWS, COPY_COLUMNS]);
  const rows = COPY_ROWS / simd.threads;
  const tasks = Array.from({ length: simd.threads }, (_, i) => {
    const first = Math.floor(i * rows);
    const count = Math.floor((i + 1) * rows) - first;
    const [source, target] = [from, to].map((tensor) => simd.pointer(tensor) + 4 * first * COPY_COLUMNS);
    return ['copyRows', count, COPY_COLUMNS, source!, COPY_COLUMNS, target!, COPY_COLUMNS] as const;
  });
  const seconds = best(() => simd.run(tasks));
  simd.disposeData(from.dataId);
  simd.disposeData(to.dataId);
  return seconds;
}

function best(run: () => void): number {
  let least = Infinity;
  for (let i = 0; i < RUNS; i++) {
    const begin = performance.now();
    run();
    least = Math.min(least, performance.now() - begin);
  }
  return least / 1000;
}

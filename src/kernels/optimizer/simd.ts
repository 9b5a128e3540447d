import { util, type TensorInfo } from '@tensorflow/tfjs-core';
import type { SimdBackend } from '../simd/backend.ts';
import { implementSimd } from '../simd/implement.ts';
import { AdamUpdate, SgdUpdate, SumOfSquares } from './op.ts';

export function registerOptimizerSimd(): void {
  implementSimd(SumOfSquares, ({ inputs: { x }, backend }) => {
    const s = backend.output([]);
    backend.wasm.sumOfSquares(util.sizeFromShape(x.shape), ...backend.pointers(x, s));
    return [s];
  });

  implementSimd(SgdUpdate, ({ inputs: { parameter, gradient, squaredNorm, velocity, rows }, attrs, backend }) => {
    const pointers = backend.pointers(parameter, gradient, squaredNorm, velocity);
    const { learningRate, clipNorm, l2, momentum } = attrs;
    backend.wasm.sgdUpdate(...gradientRows(backend, gradient, rows), ...pointers, learningRate, clipNorm, l2, momentum);
    return [];
  });

  implementSimd(
    AdamUpdate,
    ({ inputs: { parameter, gradient, squaredNorm, mean, variance, rows }, attrs, backend }) => {
      const pointers = backend.pointers(parameter, gradient, squaredNorm, mean, variance);
      const { learningRate, clipNorm, l2, beta1, beta2, epsilon, weightDecay, correction1, correction2 } = attrs;
      backend.wasm.adamUpdate(
        ...gradientRows(backend, gradient, rows),
        ...pointers,
        learningRate,
        clipNorm,
        l2,
        beta1,
        beta2,
        epsilon,
        weightDecay,
        correction1,
        correction2,
      );
      return [];
    },
  );
}

const ALL_ROWS = 0;

/** The gradient as rows: their number, their length, and the address of where each belongs. A dense one is a single row. */
function gradientRows(
  backend: SimdBackend,
  gradient: TensorInfo,
  rows: TensorInfo | undefined,
): [count: number, length: number, rows: number] {
  const size = util.sizeFromShape(gradient.shape);
  if (rows === undefined) return [1, size, ALL_ROWS];
  const count = rows.shape[0]!;
  return [count, size / count, backend.pointer(rows)];
}

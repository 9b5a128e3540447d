import { util, type TensorInfo } from '@tensorflow/tfjs-core';
import type { Microseconds } from '../../lib/units.ts';
import type { SimdBackend } from '../simd/backend.ts';
import { implementSimd } from '../simd/implement.ts';
import { LINE_FLOATS, ranges } from '../simd/threads/ranges.ts';
import { AdamUpdate, AverageUpdate, SgdUpdate, SumOfSquares } from './op.ts';

/** What an element takes, about. */
const ELEMENT: Record<'square' | 'sgd' | 'adam' | 'average', Microseconds> = {
  square: 2.5e-4,
  sgd: 5e-4,
  adam: 8e-4,
  average: 4e-4,
};

export function registerOptimizerSimd(): void {
  implementSimd(SumOfSquares, ({ inputs: { x }, backend }) => {
    const s = backend.output([]);
    const [values, sum] = backend.pointers(x, s);
    const n = util.sizeFromShape(x.shape);
    const count = backend.wasm.squareSums(n);
    const sums = backend.workspace(2 * count);
    backend.run(
      ranges(count, backend.parts(n * ELEMENT.square)).map(
        (range) => ['sumSquares', n, ...range, values, sums] as const,
      ),
    );
    backend.wasm.addSums(count, sums, sum);
    return [s];
  });

  implementSimd(SgdUpdate, ({ inputs: { parameter, gradient, squaredNorm, velocity, rows }, attrs, backend }) => {
    const [parameterAt, norm, velocityAt] = backend.pointers(parameter, squaredNorm, velocity);
    const { learningRate, clipNorm, l2, momentum } = attrs;
    backend.run(
      partsOf(backend, gradient, rows, ELEMENT.sgd).map(
        ({ part, gradientAt, from }) =>
          // prettier-ignore
          ['sgdUpdate', ...part, parameterAt + from, gradientAt, norm, velocityAt + from, learningRate, clipNorm, l2, momentum] as const,
      ),
    );
    return [];
  });

  implementSimd(
    AdamUpdate,
    ({ inputs: { parameter, gradient, squaredNorm, mean, variance, rows }, attrs, backend }) => {
      const [parameterAt, norm, meanAt, varianceAt] = backend.pointers(parameter, squaredNorm, mean, variance);
      const { learningRate, clipNorm, l2, beta1, beta2, epsilon, weightDecay, correction1, correction2 } = attrs;
      const numbers = [
        learningRate,
        clipNorm,
        l2,
        beta1,
        beta2,
        epsilon,
        weightDecay,
        correction1,
        correction2,
      ] as const;
      backend.run(
        partsOf(backend, gradient, rows, ELEMENT.adam).map(
          ({ part, gradientAt, from }) =>
            // prettier-ignore
            ['adamUpdate', ...part, parameterAt + from, gradientAt, norm, meanAt + from, varianceAt + from, ...numbers] as const,
        ),
      );
      return [];
    },
  );

  implementSimd(AverageUpdate, ({ inputs: { average, now }, attrs: { kept }, backend }) => {
    const [averageAt, nowAt] = backend.pointers(average, now);
    const n = util.sizeFromShape(now.shape);
    backend.run(
      ranges(n, backend.parts(n * ELEMENT.average), LINE_FLOATS).map(
        ([from, to]) => ['averageUpdate', to - from, averageAt + 4 * from, nowAt + 4 * from, kept] as const,
      ),
    );
    return [];
  });
}

const ALL_ROWS = 0;

interface Part {
  /** Rows of the gradient: their number, their length, and the address of where each belongs. */
  part: readonly [count: number, length: number, rows: number];
  gradientAt: number;
  /** Bytes into the parameter and its state where their part begins. */
  from: number;
}

/** A gradient in parts; a dense one is a single row each. */
function partsOf(
  backend: SimdBackend,
  gradient: TensorInfo,
  rows: TensorInfo | undefined,
  element: Microseconds,
): Part[] {
  const at = backend.pointer(gradient);
  const size = util.sizeFromShape(gradient.shape);
  const parts = backend.parts(size * element);
  if (rows === undefined) {
    return ranges(size, parts, LINE_FLOATS).map(([from, to]) => ({
      part: [1, to - from, ALL_ROWS],
      gradientAt: at + 4 * from,
      from: 4 * from,
    }));
  }
  const count = rows.shape[0]!;
  const length = size / count;
  const rowsAt = backend.pointer(rows);
  return ranges(count, parts).map(([from, to]) => ({
    part: [to - from, length, rowsAt + 4 * from],
    gradientAt: at + 4 * from * length,
    from: 0,
  }));
}

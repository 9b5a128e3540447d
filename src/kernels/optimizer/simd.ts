import { util, type TensorInfo } from '@tensorflow/tfjs-core';
import type { Microseconds } from '../../lib/units.ts';
import type { SimdBackend } from '../simd/backend.ts';
import { implementSimd } from '../simd/implement.ts';
import { severalOf } from '../shared/kernel.ts';
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
  implementSimd(SumOfSquares, ({ inputs, backend }) => {
    const s = backend.output([]);
    const terms = severalOf('x', inputs).map((x) => {
      const n = util.sizeFromShape(x.shape);
      return { n, count: backend.wasm.squareSums(n), values: backend.pointer(x) };
    });
    const all = terms.reduce((sum, { count }) => sum + count, 0);
    const sums = backend.workspace(2 * all);
    let at = sums;
    const tasks = terms.flatMap(({ n, count, values }) => {
      const sumsAt = at;
      at += 8 * count;
      return ranges(count, backend.parts(n * ELEMENT.square)).map(
        (range) => ['sumSquares', n, ...range, values, sumsAt] as const,
      );
    });
    backend.run(tasks);
    backend.run([['addSums', all, sums, backend.pointer(s)]]);
    return [s];
  });

  implementSimd(SgdUpdate, ({ inputs, attrs, backend }) => {
    const [norm, stateAt] = backend.pointers(inputs.squaredNorm, inputs.state);
    const { learningRate, clipNorm, l2, momentum } = attrs;
    backend.run(
      partsOf(backend, inputs, ELEMENT.sgd).map(
        ({ part, parameterAt, gradientAt, state }) =>
          // prettier-ignore
          ['sgdUpdate', ...part, parameterAt, gradientAt, norm, stateAt + state, learningRate, clipNorm, l2, momentum] as const,
      ),
    );
    return [];
  });

  implementSimd(AdamUpdate, ({ inputs, attrs, backend }) => {
    const [norm, meanAt] = backend.pointers(inputs.squaredNorm, inputs.state);
    const varianceAt = meanAt + 2 * util.sizeFromShape(inputs.state.shape); // behind the first half, of 4 bytes each
    const { learningRate, clipNorm, l2, beta1, beta2, epsilon, weightDecay, correction1, correction2 } = attrs;
    const numbers = [learningRate, clipNorm, l2, beta1, beta2, epsilon, weightDecay, correction1, correction2] as const;
    backend.run(
      partsOf(backend, inputs, ELEMENT.adam).map(
        ({ part, parameterAt, gradientAt, state }) =>
          // prettier-ignore
          ['adamUpdate', ...part, parameterAt, gradientAt, norm, meanAt + state, varianceAt + state, ...numbers] as const,
      ),
    );
    return [];
  });

  implementSimd(AverageUpdate, ({ inputs, attrs: { kept }, backend }) => {
    const now = severalOf('now', inputs);
    const tasks = severalOf('average', inputs).flatMap((average, i) => {
      const [averageAt, nowAt] = backend.pointers(average, now[i]!);
      const n = util.sizeFromShape(average.shape);
      return ranges(n, backend.parts(n * ELEMENT.average), LINE_FLOATS).map(
        ([from, to]) => ['averageUpdate', to - from, averageAt + 4 * from, nowAt + 4 * from, kept] as const,
      );
    });
    backend.run(tasks);
    return [];
  });
}

const ALL_ROWS = 0;

interface UpdateTensors extends Partial<Record<`${'parameter' | 'gradient'}${number}`, TensorInfo>> {
  rows?: TensorInfo | undefined;
}

interface Part {
  /** Rows of the gradient: their number, their length, and the address of where each belongs. */
  part: readonly [count: number, length: number, rows: number];
  parameterAt: number;
  gradientAt: number;
  /** Bytes into the first numbers of the state where their part begins. */
  state: number;
}

/** All gradients in parts; those that are dense are a single row each. */
function partsOf(backend: SimdBackend, inputs: UpdateTensors, element: Microseconds): Part[] {
  const gradients = severalOf('gradient', inputs);
  let state = 0;
  return severalOf('parameter', inputs).flatMap((parameter, i) => {
    const gradient = gradients[i]!;
    const [parameterAt, gradientAt] = backend.pointers(parameter, gradient);
    const size = util.sizeFromShape(gradient.shape);
    const parts = backend.parts(size * element);
    if (inputs.rows !== undefined) return rowParts(backend, gradient, inputs.rows, parts, parameterAt);
    const start = state;
    state += 4 * size;
    return ranges(size, parts, LINE_FLOATS).map(([from, to]) => ({
      part: [1, to - from, ALL_ROWS] as const,
      parameterAt: parameterAt + 4 * from,
      gradientAt: gradientAt + 4 * from,
      state: start + 4 * from,
    }));
  });
}

function rowParts(
  backend: SimdBackend,
  gradient: TensorInfo,
  rows: TensorInfo,
  parts: number,
  parameterAt: number,
): Part[] {
  const [gradientAt, rowsAt] = backend.pointers(gradient, rows);
  const count = rows.shape[0]!;
  const length = util.sizeFromShape(gradient.shape) / count;
  return ranges(count, parts).map(([from, to]) => ({
    part: [to - from, length, rowsAt + 4 * from],
    parameterAt,
    gradientAt: gradientAt + 4 * from * length,
    state: 0,
  }));
}

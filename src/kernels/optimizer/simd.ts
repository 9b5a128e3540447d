import { util, type TensorInfo } from '@tensorflow/tfjs-core';
import { elementAt, NULL_POINTER, type Pointer } from '../../lib/pointer.ts';
import type { Bytes, Microseconds } from '../../lib/units.ts';
import { severalOf } from '../shared/kernel.ts';
import type { SimdBackend } from '../simd/backend.ts';
import { kernels, LINE_FLOATS } from '../simd/generated/kernels.js';
import { implementSimd } from '../simd/implement.ts';
import { ranges } from '../simd/threads/ranges.ts';
import { AdamUpdate, AverageUpdate, SgdUpdate, SumOfSquares } from './op.ts';

/** Approximate time per element. */
const ELEMENT: Record<'square' | 'sgd' | 'adam' | 'average', Microseconds> = {
  square: 2.5e-4,
  sgd: 5e-4,
  adam: 8e-4,
  average: 4e-4,
};

/** Sums of squares are float64. */
const SUM_BYTES: Bytes = 8;

export function registerOptimizerSimd(): void {
  implementSimd(SumOfSquares, ({ inputs, backend }) => {
    const s = backend.output([]);
    const terms = severalOf('x', inputs).map((x) => {
      const n = util.sizeFromShape(x.shape);
      return { n, count: backend.wasm.squareSums({ n }), x: backend.pointer(x) };
    });
    const count = terms.reduce((sum, term) => sum + term.count, 0);
    const sums = backend.workspace(2 * count);
    let before = 0;
    const tasks = terms.flatMap((term) => {
      const sumsOfTerm = elementAt(sums, before, SUM_BYTES);
      before += term.count;
      return ranges(term.count, backend.parts(term.n * ELEMENT.square)).map((range) =>
        kernels.sumSquares({ n: term.n, ...range, x: term.x, sums: sumsOfTerm }),
      );
    });
    backend.run(tasks);
    backend.run([kernels.addSums({ count, sums, s: backend.pointer(s) })]);
    return [s];
  });

  implementSimd(SgdUpdate, ({ inputs, attrs, backend }) => {
    const state = backend.pointer(inputs.state);
    const squaredNorm = backend.pointer(inputs.squaredNorm);
    const { learningRate, clipNorm, l2, momentum } = attrs;
    backend.run(
      partsOf(backend, inputs, ELEMENT.sgd).map(({ r, d, rows, parameter, gradient, stateIndex }) => {
        const velocity = elementAt(state, stateIndex);
        // prettier-ignore
        return kernels.sgdUpdate({
          r, d, rows, parameter, gradient, squaredNorm, velocity,
          learningRate, clipNorm, l2, momentum,
        });
      }),
    );
    return [];
  });

  implementSimd(AdamUpdate, ({ inputs, attrs, backend }) => {
    const state = backend.pointer(inputs.state);
    const half = util.sizeFromShape(inputs.state.shape) / 2; // means, then variances
    const squaredNorm = backend.pointer(inputs.squaredNorm);
    const { learningRate, clipNorm, l2, beta1, beta2, epsilon, weightDecay, correction1, correction2 } = attrs;
    backend.run(
      // No object spread here: a model has dozens of parts, and copying that many objects takes longer than small updates.
      partsOf(backend, inputs, ELEMENT.adam).map(({ r, d, rows, parameter, gradient, stateIndex }) => {
        const mean = elementAt(state, stateIndex);
        const variance = elementAt(mean, half);
        // prettier-ignore
        return kernels.adamUpdate({
          r, d, rows, parameter, gradient, squaredNorm, mean, variance,
          learningRate, clipNorm, l2, beta1, beta2, epsilon, weightDecay, correction1, correction2,
        });
      }),
    );
    return [];
  });

  implementSimd(AverageUpdate, ({ inputs, attrs: { kept }, backend }) => {
    const now = severalOf('now', inputs);
    const tasks = severalOf('average', inputs).flatMap((tensor, i) => {
      const [averages, values] = [backend.pointer(tensor), backend.pointer(now[i]!)];
      const size = util.sizeFromShape(tensor.shape);
      return ranges(size, backend.parts(size * ELEMENT.average), LINE_FLOATS).map(({ from, to }) => {
        const average = elementAt(averages, from);
        return kernels.averageUpdate({ n: to - from, average, now: elementAt(values, from), kept });
      });
    });
    backend.run(tasks);
    return [];
  });
}

interface UpdateTensors extends Partial<Record<`${'parameter' | 'gradient'}${number}`, TensorInfo>> {
  rows?: TensorInfo | undefined;
}

/** Arguments of the update kernels for a part of a gradient. */
interface Part {
  /** Number of rows of the gradient, and their length. */
  r: number;
  d: number;
  /** The parameter's rows that they belong to; null: the first ones. */
  rows: Pointer;
  parameter: Pointer;
  gradient: Pointer;
  /** Index of the part's first element in the state. */
  stateIndex: number;
}

/** All gradients in parts; a dense gradient is a single row. */
function partsOf(backend: SimdBackend, inputs: UpdateTensors, element: Microseconds): Part[] {
  const gradients = severalOf('gradient', inputs);
  let before = 0;
  return severalOf('parameter', inputs).flatMap((tensor, i) => {
    const size = util.sizeFromShape(gradients[i]!.shape);
    const parts = backend.parts(size * element);
    const pointers = { parameter: backend.pointer(tensor), gradient: backend.pointer(gradients[i]!) };
    if (inputs.rows !== undefined)
      return rowParts(size, inputs.rows.shape[0]!, parts, { ...pointers, rows: backend.pointer(inputs.rows) });
    const start = before;
    before += size;
    return ranges(size, parts, LINE_FLOATS).map(({ from, to }) => ({
      r: 1,
      d: to - from,
      rows: NULL_POINTER,
      parameter: elementAt(pointers.parameter, from),
      gradient: elementAt(pointers.gradient, from),
      stateIndex: start + from,
    }));
  });
}

/** @param size of the gradient @param count number of its rows */
function rowParts(
  size: number,
  count: number,
  parts: number,
  { parameter, gradient, rows }: Record<'parameter' | 'gradient' | 'rows', Pointer>,
): Part[] {
  const d = size / count;
  return ranges(count, parts).map(({ from, to }) => ({
    r: to - from,
    d,
    rows: elementAt(rows, from),
    parameter,
    gradient: elementAt(gradient, from * d),
    stateIndex: 0,
  }));
}

import { util, type TensorInfo } from '../../tensors/tensors.ts';
import { elementAt, NULL_POINTER } from '../../lib/pointer.ts';
import type { Bytes, Microseconds } from '../../lib/units.ts';
import { severalOf } from '../shared/kernel.ts';
import type { SimdBackend } from '../simd/backend.ts';
import { kernels, LINE_FLOATS } from '../simd/generated/kernels.js';
import { implementSimd } from '../simd/implement.ts';
import { ranges } from '../simd/threads/ranges.ts';
import { AverageUpdate, OptimizerUpdate, SumOfSquares } from './op.ts';
import { ruleOf, type UpdatePart } from './rules.ts';

/** Approximate time per element; of an update, for p and g and for each value of its state. */
const ELEMENT: Record<'square' | 'update' | 'state' | 'average', Microseconds> = {
  square: 2.5e-4,
  update: 2e-4,
  state: 3e-4,
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

  implementSimd(OptimizerUpdate, ({ inputs, attrs, backend }) => {
    const rule = ruleOf(attrs);
    backend.run(partsOf(backend, inputs).map((part) => rule.simd(part, attrs)));
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
  state: TensorInfo;
  squaredNorm: TensorInfo;
  rows?: TensorInfo | undefined;
}

/** All gradients in parts; a dense gradient is a single row. */
function partsOf(backend: SimdBackend, inputs: UpdateTensors): UpdatePart[] {
  const gradients = severalOf('gradient', inputs);
  const [slots = 0] = inputs.state.shape;
  const stride = util.sizeFromShape(inputs.state.shape) / slots;
  const [state, squaredNorm] = [backend.pointer(inputs.state), backend.pointer(inputs.squaredNorm)];
  let before = 0;
  return severalOf('parameter', inputs).flatMap((tensor, i) => {
    const size = util.sizeFromShape(gradients[i]!.shape);
    const parts = backend.parts(size * (ELEMENT.update + slots * ELEMENT.state));
    const [parameter, gradient] = [backend.pointer(tensor), backend.pointer(gradients[i]!)];
    if (inputs.rows !== undefined) {
      const [count = 0] = inputs.rows.shape;
      const [d, rows] = [size / count, backend.pointer(inputs.rows)];
      return ranges(count, parts).map(({ from, to }) => ({
        r: to - from,
        d,
        rows: elementAt(rows, from),
        parameter,
        gradient: elementAt(gradient, from * d),
        squaredNorm,
        state,
        stride,
      }));
    }
    const start = before;
    before += size;
    return ranges(size, parts, LINE_FLOATS).map(({ from, to }) => ({
      r: 1,
      d: to - from,
      rows: NULL_POINTER,
      parameter: elementAt(parameter, from),
      gradient: elementAt(gradient, from),
      squaredNorm,
      state: elementAt(state, start + from),
      stride,
    }));
  });
}

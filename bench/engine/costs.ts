import { util, type TensorInfo } from '../../src/tensors/tensors.ts';
import { severalOf } from '../../src/kernels/shared/kernel.ts';
import type { Bytes } from '../../src/lib/units.ts';

/** The minimum work of a kernel: multiplications and additions of its matrix products, and bytes read and written. */
export interface Cost {
  flops: number;
  bytes: Bytes;
}

type Inputs = Record<string, TensorInfo | undefined>;

/** For the compute-bound kernels. Sizes use the letters of src/model/shapes.ts. */
const FLOPS: Record<string, (inputs: Inputs, outputs: TensorInfo[]) => number> = {
  'Tagsmith/Linear': ({ x, w }) => 2 * sizeOf(x) * columnsOf(w),
  'Tagsmith/LinearGrad': ({ x, w }) => 4 * sizeOf(x) * columnsOf(w),
  'Tagsmith/Recurrent': ({ projected, wh }) => 2 * rowsOf(projected) * sizeOf(wh),
  'Tagsmith/RecurrentGrad': ({ y, wh }) => 4 * rowsOf(y) * sizeOf(wh),
  BatchMatMul: ({ a, b }, [y]) => 2 * Math.sqrt(sizeOf(a) * sizeOf(b) * sizeOf(y)), // mk · kn · mn = (mkn)²
};

/** For the kernels that do not read all of their inputs, or change them in place. */
const BYTES: Record<string, (inputs: Inputs, outputs: TensorInfo[]) => Bytes> = {
  'Tagsmith/LookupRows': (_, [y]) => 8 * sizeOf(y),
  // Reads p, g and the state; writes p and the state.
  'Tagsmith/OptimizerUpdate': ({ state, ...inputs }) =>
    4 *
    (3 + 2 * rowsOf(state)) *
    severalOf('gradient', inputs as Record<string, TensorInfo>).reduce((sum, g) => sum + sizeOf(g), 0),
  Reshape: () => 0,
  Identity: () => 0,
  Slice: (_, [y]) => 8 * sizeOf(y),
};

export function costOf(name: string, inputs: object, outputs: TensorInfo[]): Cost {
  const named = inputs as Inputs;
  const whole = () => [...Object.values(named), ...outputs].reduce((sum, tensor) => sum + 4 * sizeOf(tensor), 0);
  return {
    flops: FLOPS[name]?.(named, outputs) ?? 0,
    bytes: BYTES[name]?.(named, outputs) ?? whole(),
  };
}

function sizeOf(tensor: TensorInfo | undefined): number {
  return tensor === undefined ? 0 : util.sizeFromShape(tensor.shape);
}

function columnsOf(matrix: TensorInfo | undefined): number {
  return matrix?.shape[1] ?? 0;
}

function rowsOf(tensor: TensorInfo | undefined): number {
  return tensor?.shape[0] ?? 0;
}

import {
  backend_util,
  Concat,
  Slice,
  slice_util,
  SplitV,
  util,
  type ConcatAttrs,
  type SliceAttrs,
  type SplitVAttrs,
  type TensorInfo,
} from '../../../tensors/tensors.ts';
import { elementAt } from '../../../lib/pointer.ts';
import type { SimdBackend } from '../backend.ts';
import { kernels } from '../generated/kernels.js';
import { replaceKernel, type Inputs, type KernelCall } from './replace.ts';

/** Parts of a tensor along one axis, as blocks of rows. The CPU backend computes the position of each element. */
export function registerCopies(): void {
  replaceKernel(Slice, slice);
  replaceKernel(SplitV, splitV);
  replaceKernel(Concat, concat);
}

/** Copies are of 4-byte elements. */
type WordType = 'float32' | 'int32';

function isWordType(dtype: string): dtype is WordType {
  return dtype === 'float32' || dtype === 'int32';
}

function slice({ inputs: { x }, attrs, backend }: KernelCall<Inputs<'x'>, SliceAttrs>) {
  const [begin, size] = slice_util.parseSliceParams(x, attrs.begin, attrs.size) as [number[], number[]];
  slice_util.assertParamsValid(x, begin, size);
  const axes = size.flatMap((length, axis) => (length === x.shape[axis] ? [] : [axis]));
  if (axes.length > 1 || !isWordType(x.dtype)) return undefined;
  const axis = axes[0] ?? 0;
  return x.shape.length === 0 ? undefined : part(backend, x, x.dtype, axis, begin[axis]!, size[axis]!);
}

function splitV({ inputs: { x }, attrs, backend }: KernelCall<Inputs<'x'>, SplitVAttrs>) {
  const { dtype } = x;
  if (!isWordType(dtype)) return undefined;
  const axis = util.parseAxisParam(attrs.axis, x.shape)[0]!;
  const lengths = backend_util.prepareSplitSize(x, attrs.numOrSizeSplits, axis);
  let begin = 0;
  return lengths.map((length) => {
    const out = part(backend, x, dtype, axis, begin, length);
    begin += length;
    return out;
  });
}

/** `length` indices of an axis, starting at `begin`. */
function part(backend: SimdBackend, x: TensorInfo, dtype: WordType, axis: number, begin: number, length: number) {
  const out = backend.output(
    x.shape.map((dimension, i) => (i === axis ? length : dimension)),
    dtype,
  );
  const inner = util.sizeFromShape(x.shape.slice(axis + 1));
  copyRows(backend, x, begin * inner, out, 0, axis, length * inner);
  return out;
}

function concat({ inputs, attrs, backend }: KernelCall<TensorInfo[], ConcatAttrs>) {
  const [{ shape, dtype }] = inputs as [TensorInfo];
  if (!isWordType(dtype) || inputs.some((input) => input.dtype !== dtype)) return undefined;
  const axis = util.parseAxisParam(attrs.axis, shape)[0]!;
  const shapes = inputs.map((input) => input.shape);
  backend_util.assertParamsConsistent(shapes, axis);
  const out = backend.output(backend_util.computeOutShape(shapes, axis), dtype);
  let begin = 0;
  for (const input of inputs) {
    const width = util.sizeFromShape(input.shape.slice(axis));
    copyRows(backend, input, 0, out, begin, axis, width);
    begin += width;
  }
  return out;
}

/** Treats both as matrices [axes before `axis`, rest], and copies `width` columns from column `from` of x to column `to` of `out`. */
function copyRows(
  backend: SimdBackend,
  x: TensorInfo,
  from: number,
  out: TensorInfo,
  to: number,
  axis: number,
  width: number,
) {
  const rows = util.sizeFromShape(x.shape.slice(0, axis));
  backend.run([
    kernels.copyRows({
      rows,
      columns: width,
      from: elementAt(backend.pointer(x), from),
      ldFrom: util.sizeFromShape(x.shape.slice(axis)),
      to: elementAt(backend.pointer(out), to),
      ldTo: util.sizeFromShape(out.shape.slice(axis)),
    }),
  ]);
}

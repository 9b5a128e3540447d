import {
  Add,
  BatchMatMul,
  Cast,
  Multiply,
  Sum,
  util,
  type BatchMatMulAttrs,
  type CastAttrs,
  type SumAttrs,
  type TensorInfo,
} from '../../../tensors/tensors.ts';
import { NULL_POINTER } from '../../../lib/pointer.ts';
import { BROADCAST_ADD, BROADCAST_MULTIPLY, kernels } from '../generated/kernels.js';
import { allFloat, replaceKernel, type Inputs, type KernelCall } from './replace.ts';

export function registerArithmetic(): void {
  replaceKernel(BatchMatMul, matMul);
  replaceKernel(Add, (call: KernelCall<Inputs<'a' | 'b'>, object>) => broadcast(BROADCAST_ADD, call));
  replaceKernel(Multiply, (call: KernelCall<Inputs<'a' | 'b'>, object>) => broadcast(BROADCAST_MULTIPLY, call));
  replaceKernel(Sum, sumOverRows);
  replaceKernel(Cast, castToFloat);
}

/** Product of two matrices; batches of them are left to the CPU kernel. */
function matMul({ inputs: { a, b }, attrs, backend }: KernelCall<Inputs<'a' | 'b'>, BatchMatMulAttrs>) {
  if (
    !allFloat(a, b) ||
    util.sizeFromShape(a.shape.slice(0, -2)) !== 1 ||
    util.sizeFromShape(b.shape.slice(0, -2)) !== 1
  )
    return undefined;
  const { transposeA, transposeB } = attrs;
  const [aRows, aColumns] = a.shape.slice(-2) as [number, number];
  const [bRows, bColumns] = b.shape.slice(-2) as [number, number];
  const [m, k] = transposeA ? [aColumns, aRows] : [aRows, aColumns];
  const n = transposeB ? bRows : bColumns;
  const leading = a.shape.length >= b.shape.length ? a.shape.slice(0, -2) : b.shape.slice(0, -2); // all 1
  const c = backend.output([...leading, m, n]);
  const product = kernels.gemm({
    m,
    n,
    k,
    a: backend.pointer(a),
    lda: aColumns,
    transposeA,
    b: backend.pointer(b),
    ldb: bColumns,
    transposeB,
    c: backend.pointer(c),
    ldc: n,
    addend: NULL_POINTER,
    ldAddend: 0,
  });
  backend.run([product], backend.wasm.gemmScratchFloats());
  return c;
}

/** Sum or product of equal shapes, of a scalar with anything, or of a row with a matrix. */
function broadcast(op: number, { inputs: { a, b }, backend }: KernelCall<Inputs<'a' | 'b'>, object>) {
  if (!allFloat(a, b)) return undefined;
  const [large, small] = util.sizeFromShape(a.shape) >= util.sizeFromShape(b.shape) ? [a, b] : [b, a];
  if (large.shape.length < small.shape.length) return undefined;
  const size = util.sizeFromShape(large.shape);
  const isScalar = util.sizeFromShape(small.shape) === 1;
  const isSuffix = small.shape.every(
    (dimension, i) => dimension === large.shape[large.shape.length - small.shape.length + i],
  );
  if (!isScalar && !isSuffix) return undefined;
  const columns = isScalar ? size : util.sizeFromShape(small.shape);
  const rows = columns === 0 ? 0 : size / columns;
  const out = backend.output(large.shape);
  const task = kernels.broadcast({
    op,
    rows,
    columns,
    a: backend.pointer(large),
    lda: columns,
    stepA: 1,
    b: backend.pointer(small),
    ldb: 0,
    stepB: isScalar ? 0 : 1,
    out: backend.pointer(out),
  });
  backend.run([task]);
  return out;
}

/** Sum over the first axes, for which the CPU kernel would transpose. */
function sumOverRows({ inputs: { x }, attrs: { axis, keepDims }, backend }: KernelCall<Inputs<'x'>, SumAttrs>) {
  const axes = util.parseAxisParam(axis, x.shape).sort((first, second) => first - second);
  const kept = x.shape.slice(axes.length);
  if (!allFloat(x) || axes.some((value, i) => value !== i)) return undefined;
  const rows = util.sizeFromShape(x.shape.slice(0, axes.length));
  const out = backend.output(keepDims ? [...axes.map(() => 1), ...kept] : kept);
  const columns = util.sizeFromShape(kept);
  backend.run([kernels.columnSums({ x: backend.pointer(x), out: backend.pointer(out), rows, columns, ldx: columns })]);
  return out;
}

/** The CPU kernel returns the same integers under another type; kernels that read the memory need floats. */
function castToFloat({
  inputs: { x },
  attrs: { dtype },
  backend,
}: KernelCall<Inputs<'x'>, CastAttrs>): TensorInfo | undefined {
  if (dtype === x.dtype) {
    backend.incRef(x.dataId);
    return { dataId: x.dataId, shape: x.shape, dtype };
  }
  if (dtype !== 'float32' || (x.dtype !== 'int32' && x.dtype !== 'bool')) return undefined;
  backend.flush();
  return backend.makeTensorInfo(x.shape, dtype, backend.data.get(x.dataId).values);
}

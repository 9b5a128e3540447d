import {
  add,
  concat,
  matMul,
  mul,
  pad,
  reshape,
  slice2d,
  split,
  sum,
  zerosLike,
  type Scalar,
  type Tensor,
  type Tensor1D,
  type Tensor2D,
} from '../../tensors/tensors.ts';
import { assert } from '../../lib/assert.ts';
import { differentiable } from '../shared/differentiable.ts';
import { isImplemented, kernel, numbered, run } from '../shared/kernel.ts';

// TF.js' own kernels, wrapped as ops with gradients for `valueAndGradients`. Our kernels here are optional.

/** `da = dy . b'`, `db = a' . dy`. Optional. */
export const ProductGrad = kernel<
  { dy: Tensor2D; a: Tensor2D; b: Tensor2D },
  object,
  readonly [da: Tensor2D, db: Tensor2D]
>('ProductGrad');

/** In place: multiplies all `x` by the factor, returns nothing. Optional. */
export const ScaleInPlace = kernel<Record<`x${number}`, Tensor> & Record<'factor', Scalar>, object, readonly []>(
  'ScaleInPlace',
);

/** `y = a . b`. @param a [N, I] @param b [I, O] @returns [N, O] */
export function product(a: Tensor2D, b: Tensor2D): Tensor2D {
  return differentiable(
    [a, b],
    (left, right) => ({ y: matMul(left, right) as Tensor2D, saved: [left, right] as const }),
    (dy, [left, right]) =>
      isImplemented(ProductGrad)
        ? run(ProductGrad, { dy, a: left, b: right }, {})
        : [matMul(dy, right, false, true), matMul(left, dy, true, false)],
  );
}

/**
 * Gradients of a value, multiplied by the gradient with respect to that value.
 *
 * @param gradients not used afterwards: they may be changed in place
 * @param dy []
 */
export function scaled<const X extends readonly Tensor[]>(gradients: X, dy: Scalar): X {
  if (!isImplemented(ScaleInPlace)) return gradients.map((gradient) => mul(gradient, dy)) as readonly Tensor[] as X;
  run(ScaleInPlace, { ...numbered('x', gradients), factor: dy }, {});
  return gradients;
}

/** Adds a row to all rows: `y[n] = x[n] + row`. @param x [N, D] @param row [D] @returns [N, D] */
export function addRow(x: Tensor2D, row: Tensor1D): Tensor2D {
  assert(x.shape[1] === row.size, () => `addRow: [${x.shape}] + [${row.shape}]`);
  return differentiable(
    [x, row],
    (rows, one) => ({ y: add(rows, one) as Tensor2D, saved: [] }),
    (dy) => [dy, sum(dy, 0)],
  );
}

/** `y = a + b`; equal shapes. */
export function sumOf<X extends Tensor>(a: X, b: X): X {
  assert(`${a.shape}` === `${b.shape}`, () => `sumOf: [${a.shape}] + [${b.shape}]`);
  return differentiable(
    [a, b],
    (left, right) => ({ y: add(left, right) as X, saved: [] }),
    (dy) => [dy, dy],
  );
}

/** `y = x + constant`; equal shapes. The constant gets no gradient. */
export function addConstant<X extends Tensor>(x: X, constant: X): X {
  assert(`${x.shape}` === `${constant.shape}`, () => `addConstant: [${x.shape}] + [${constant.shape}]`);
  return differentiable(
    [x],
    (variable) => ({ y: add(variable, constant) as X, saved: [] }),
    (dy) => [dy],
  );
}

/** `y[n] = a[n] ‖ b[n]`. @param a [N, A] @param b [N, B] @returns [N, A + B] */
export function concatColumns(a: Tensor2D, b: Tensor2D): Tensor2D {
  return differentiable(
    [a, b],
    (left, right) => ({ y: concat([left, right], 1), saved: [] }),
    (dy) => split(dy, [a.shape[1], b.shape[1]], 1) as [Tensor2D, Tensor2D],
  );
}

/** Concatenates every `count` consecutive rows: `y[n] = x[n · count] ‖ …`. @param x [N · count, D] @returns [N, count · D] */
export function joinRows(x: Tensor2D, count: number): Tensor2D {
  const [rows, columns] = x.shape;
  assert(rows % count === 0, () => `joinRows: ${rows} rows, ${count} at a time`);
  return differentiable(
    [x],
    (all) => ({ y: reshape(all, [rows / count, count * columns]) as Tensor2D, saved: [] }),
    (dy) => [reshape(dy, [rows, columns])],
  );
}

/** The columns `[from, from + count)`. @param x [N, D] @returns [N, count] */
export function columnsOf(x: Tensor2D, from: number, count: number): Tensor2D {
  const after = x.shape[1] - from - count;
  assert(from >= 0 && after >= 0, () => `columnsOf: ${count} columns from ${from} of [${x.shape}]`);
  return differentiable(
    [x],
    (all) => ({ y: slice2d(all, [0, from], [-1, count]), saved: [] }),
    // prettier-ignore
    (dy) => [pad(dy, [[0, 0], [from, after]])],
  );
}

/** Pads x along an axis with zeros of its own shape, before or after it: doubles the size of that axis. */
export function padWithZeros<X extends Tensor>(x: X, axis: number, zeros: 'before' | 'after'): X {
  const own = zeros === 'before' ? 1 : 0;
  return differentiable(
    [x],
    (part) => {
      const none = zerosLike(part);
      const y = concat(own === 1 ? [none, part] : [part, none], axis) as X;
      none.dispose();
      return { y, saved: [] };
    },
    (dy) => [split(dy, 2, axis)[own]!],
  );
}

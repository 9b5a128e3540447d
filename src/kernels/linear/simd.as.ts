import { floats } from '../simd/assembly/lanes.as';
import { columnSums } from '../simd/assembly/matrix.as';
import { multiply } from '../simd/assembly/products.as';

// Each function computes a block of its output, rows and columns `[…From, …To)`: threads share the work by blocks. Each needs
// `multiplyScratchFloats()` floats of scratch space.

/**
 * `y = x · w + b`.
 *
 * @param x [n, inputs]
 * @param w [inputs, outputs]
 * @param b [outputs]
 * @param y [n, outputs] out: a block of it
 */
export function linear(
  inputs: i32,
  outputs: i32,
  rowsFrom: i32,
  rowsTo: i32,
  columnsFrom: i32,
  columnsTo: i32,
  x: usize,
  w: usize,
  b: usize,
  y: usize,
  scratch: usize,
): void {
  // prettier-ignore
  multiply(
    rowsTo - rowsFrom, columnsTo - columnsFrom, inputs,
    x + floats(rowsFrom * inputs), inputs, false,
    w + floats(columnsFrom), outputs, false,
    y + floats(rowsFrom * outputs + columnsFrom), outputs,
    b + floats(columnsFrom), 0,
    scratch,
  );
}

/** `dx = dy · w'`. @param dx [n, inputs] out: a block of it; other parameters as in `linear` */
export function linearGradX(
  inputs: i32,
  outputs: i32,
  rowsFrom: i32,
  rowsTo: i32,
  columnsFrom: i32,
  columnsTo: i32,
  dy: usize,
  w: usize,
  dx: usize,
  scratch: usize,
): void {
  // prettier-ignore
  multiply(
    rowsTo - rowsFrom, columnsTo - columnsFrom, outputs,
    dy + floats(rowsFrom * outputs), outputs, false,
    w + floats(columnsFrom * outputs), outputs, true,
    dx + floats(rowsFrom * inputs + columnsFrom), inputs,
    0, 0,
    scratch,
  );
}

/**
 * `dw = x' · dy`, and `db`, the sum of the rows of dy, computed with the first rows of dw.
 *
 * @param dw [inputs, outputs] out: a block of it
 * @param db [outputs] out: those columns of it
 */
export function linearGradW(
  n: i32,
  inputs: i32,
  outputs: i32,
  rowsFrom: i32,
  rowsTo: i32,
  columnsFrom: i32,
  columnsTo: i32,
  dy: usize,
  x: usize,
  dw: usize,
  db: usize,
  scratch: usize,
): void {
  const columns = columnsTo - columnsFrom;
  const right = dy + floats(columnsFrom);
  // prettier-ignore
  multiply(
    rowsTo - rowsFrom, columns, n,
    x + floats(rowsFrom), inputs, true,
    right, outputs, false,
    dw + floats(rowsFrom * outputs + columnsFrom), outputs,
    0, 0,
    scratch,
  );
  if (rowsFrom === 0) columnSums(n, columns, right, outputs, db + floats(columnsFrom));
}

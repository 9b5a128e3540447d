import { floats, gemm, gemmScratchFloats } from '../simd/assembly/gemm.as';
import { columnSums } from '../simd/assembly/matrix.as';
import { sparseProduct, sparseScratchFloats } from './simd-sparse.as';

// Each computes a block of its output, rows and columns from `…From` to before `…To`: threads share the work by blocks.

/** How much of `x` is multiplied: all of it, or what is not zero, for which see `sparseProduct`. */
type Density = i32;
const DENSE: Density = 0;
const SPARSE_WITH_ROOM: Density = 2;

/** Size of `scratch` in products of m rows. */
export function linearScratchFloats(m: i32, density: Density): i32 {
  return density == DENSE ? gemmScratchFloats() : sparseScratchFloats(m);
}

/**
 * `y = x · w + b`.
 *
 * @param density where it is not `DENSE`: outputs and the bounds of columns are multiples of 8
 * @param x [n, inputs]
 * @param w [inputs, outputs]
 * @param b [outputs]
 * @param y [n, outputs] out: a block of it
 * @param scratch `linearScratchFloats()` floats
 */
export function linear(
  inputs: i32, outputs: i32, density: Density,
  rowsFrom: i32, rowsTo: i32, columnsFrom: i32, columnsTo: i32,
  x: usize, w: usize, b: usize, y: usize,
  scratch: usize,
): void {
  const m = rowsTo - rowsFrom;
  const n = columnsTo - columnsFrom;
  const left = x + floats(rowsFrom * inputs);
  const right = w + floats(columnsFrom);
  const to = y + floats(rowsFrom * outputs + columnsFrom);
  const bias = b + floats(columnsFrom);
  if (density == DENSE) {
    gemm(m, n, inputs, left, inputs, false, right, outputs, false, to, outputs, bias, 0, scratch);
  } else {
    const hasRoom = density == SPARSE_WITH_ROOM;
    sparseProduct(m, n, inputs, left, inputs, 1, right, outputs, to, outputs, bias, hasRoom, scratch);
  }
}

/** `dx = dy · w'`. @param dx [n, inputs] out: a block of it; else as in `linear` */
export function linearGradX(
  inputs: i32, outputs: i32,
  rowsFrom: i32, rowsTo: i32, columnsFrom: i32, columnsTo: i32,
  dy: usize, w: usize, dx: usize,
  scratch: usize,
): void {
  gemm(
    rowsTo - rowsFrom, columnsTo - columnsFrom, outputs,
    dy + floats(rowsFrom * outputs), outputs, false,
    w + floats(columnsFrom * outputs), outputs, true,
    dx + floats(rowsFrom * inputs + columnsFrom), inputs,
    0, 0,
    scratch,
  );
}

/**
 * `dw = x' · dy`, and `db`, the sum of the rows of dy, with the first rows of dw.
 *
 * @param dw [inputs, outputs] out: a block of it
 * @param db [outputs] out: those columns of it
 */
export function linearGradW(
  n: i32, inputs: i32, outputs: i32, density: Density,
  rowsFrom: i32, rowsTo: i32, columnsFrom: i32, columnsTo: i32,
  dy: usize, x: usize, dw: usize, db: usize,
  scratch: usize,
): void {
  const m = rowsTo - rowsFrom;
  const columns = columnsTo - columnsFrom;
  const left = x + floats(rowsFrom);
  const right = dy + floats(columnsFrom);
  const to = dw + floats(rowsFrom * outputs + columnsFrom);
  if (density == DENSE) {
    gemm(m, columns, n, left, inputs, true, right, outputs, false, to, outputs, 0, 0, scratch);
  } else {
    const hasRoom = density == SPARSE_WITH_ROOM;
    sparseProduct(m, columns, n, left, 1, inputs, right, outputs, to, outputs, 0, hasRoom, scratch);
  }
  if (rowsFrom == 0) columnSums(n, columns, right, outputs, db + floats(columnsFrom));
}

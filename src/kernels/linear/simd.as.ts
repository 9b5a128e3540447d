import { floats, gemm } from '../simd/assembly/gemm.as';
import { columnSums } from '../simd/assembly/matrix.as';
import { sparseProduct } from './simd-sparse.as';

// Each computes a block of its output, rows and columns from `…From` to before `…To`: threads share the work by blocks.

/**
 * `y = x · w + b`.
 *
 * @param x [n, inputs]
 * @param w [inputs, outputs]
 * @param b [outputs]
 * @param y [n, outputs] out: a block of it
 * @param scratch `gemmScratchFloats()` floats
 */
export function linear(
  inputs: i32, outputs: i32,
  rowsFrom: i32, rowsTo: i32, columnsFrom: i32, columnsTo: i32,
  x: usize, w: usize, b: usize, y: usize,
  scratch: usize,
): void {
  const columns = floats(columnsFrom);
  gemm(
    rowsTo - rowsFrom, columnsTo - columnsFrom, inputs,
    x + floats(rowsFrom * inputs), inputs, false,
    w + columns, outputs, false,
    y + floats(rowsFrom * outputs) + columns, outputs,
    b + columns, 0,
    scratch,
  );
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
  n: i32, inputs: i32, outputs: i32,
  rowsFrom: i32, rowsTo: i32, columnsFrom: i32, columnsTo: i32,
  dy: usize, x: usize, dw: usize, db: usize,
  scratch: usize,
): void {
  const columns = floats(columnsFrom);
  gemm(
    rowsTo - rowsFrom, columnsTo - columnsFrom, n,
    x + floats(rowsFrom), inputs, true,
    dy + columns, outputs, false,
    dw + floats(rowsFrom * outputs) + columns, outputs,
    0, 0,
    scratch,
  );
  if (rowsFrom == 0) columnSums(n, columnsTo - columnsFrom, dy + columns, outputs, db + columns);
}

/** As `linear`, for an `x` with many zeros. @param outputs a multiple of 8, and so are the bounds of columns */
export function linearSparse(
  inputs: i32, outputs: i32, hasRoom: bool,
  rowsFrom: i32, rowsTo: i32, columnsFrom: i32, columnsTo: i32,
  x: usize, w: usize, b: usize, y: usize,
  scratch: usize,
): void {
  const columns = floats(columnsFrom);
  sparseProduct(
    rowsTo - rowsFrom, columnsTo - columnsFrom, inputs,
    x + floats(rowsFrom * inputs), inputs, 1,
    w + columns, outputs,
    y + floats(rowsFrom * outputs) + columns, outputs,
    b + columns,
    hasRoom,
    scratch,
  );
}

/** As `linearGradW`, for an `x` with many zeros. */
export function linearSparseGradW(
  n: i32, inputs: i32, outputs: i32, hasRoom: bool,
  rowsFrom: i32, rowsTo: i32, columnsFrom: i32, columnsTo: i32,
  dy: usize, x: usize, dw: usize, db: usize,
  scratch: usize,
): void {
  const columns = floats(columnsFrom);
  sparseProduct(
    rowsTo - rowsFrom, columnsTo - columnsFrom, n,
    x + floats(rowsFrom), 1, inputs,
    dy + columns, outputs,
    dw + floats(rowsFrom * outputs) + columns, outputs,
    0,
    hasRoom,
    scratch,
  );
  if (rowsFrom == 0) columnSums(n, columnsTo - columnsFrom, dy + columns, outputs, db + columns);
}

// Kernels for TF.js' own ops, over matrices in row-major order; `ld` is the number of elements between rows.

import { floats } from './lanes.as';
import { addRow, loadFirst, storeFirst } from './rows.as';

/** Copies a block of rows, of 4-byte elements; zeros if `from` is 0. */
export function copyRows(rows: i32, columns: i32, from: usize, ldFrom: i32, to: usize, ldTo: i32): void {
  for (let i = 0; i < rows; i++) {
    if (from === 0) memory.fill(to + floats(i * ldTo), 0, floats(columns));
    else memory.copy(to + floats(i * ldTo), from + floats(i * ldFrom), floats(columns));
  }
}

/** `out[j] = sum over i of x[i, j]`, in ascending order of i. Four rows at a time, so that `out` is read and written less often. */
export function columnSums(rows: i32, columns: i32, x: usize, ldx: i32, out: usize): void {
  const row = floats(ldx);
  memory.fill(out, 0, floats(columns));
  let i = 0;
  for (; i + 4 <= rows; i += 4, x += 4 * row) {
    for (let j = 0; j < columns; j += 4) {
      const n = columns - j;
      const from = x + floats(j);
      let sum = f32x4.add(loadFirst(out + floats(j), n), loadFirst(from, n));
      sum = f32x4.add(sum, loadFirst(from + row, n));
      sum = f32x4.add(sum, loadFirst(from + 2 * row, n));
      storeFirst(out + floats(j), f32x4.add(sum, loadFirst(from + 3 * row, n)), n);
    }
  }
  for (; i < rows; i++, x += row) addRow(x, out, columns);
}

/** Ops of `broadcast`. */
export const ADD: i32 = 0;
export const MULTIPLY: i32 = 1;

/**
 * `out = a + b` or `a * b`, element by element, all [rows, columns].
 *
 * @param op ADD or MULTIPLY
 * @param lda 0: one row for all @param stepA 0: one element for a whole row; otherwise 1; the same for b
 */
export function broadcast(
  op: i32,
  rows: i32,
  columns: i32,
  a: usize,
  lda: i32,
  stepA: i32,
  b: usize,
  ldb: i32,
  stepB: i32,
  out: usize,
): void {
  for (let i = 0; i < rows; i++, a += floats(lda), b += floats(ldb), out += floats(columns)) {
    for (let j = 0; j < columns; j += 4) {
      const n = columns - j;
      const left = stepA === 0 ? v128.load32_splat(a) : loadFirst(a + floats(j), n);
      const right = stepB === 0 ? v128.load32_splat(b) : loadFirst(b + floats(j), n);
      storeFirst(out + floats(j), op === ADD ? f32x4.add(left, right) : f32x4.mul(left, right), n);
    }
  }
}

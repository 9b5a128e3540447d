// Rows of any number of floats: the last vector of a row may be partial; nothing beyond it is read or written.

import { floats } from './lanes.as';

/** @param n 1 to 4 @returns the floats `p[0..n)`, and 0 in the other lanes */
// @inline
export function loadFirst(p: usize, n: i32): v128 {
  if (n >= 4) return v128.load(p);
  if (n === 1) return v128.load32_zero(p);
  const two = v128.load64_zero(p);
  return n === 2 ? two : v128.load32_lane(p, two, 2, 8);
}

/** `p[0..n) = v`. @param n 1 to 4 */
// @inline
export function storeFirst(p: usize, v: v128, n: i32): void {
  if (n >= 4) {
    v128.store(p, v);
  } else if (n === 1) {
    v128.store32_lane(p, v, 0);
  } else {
    v128.store64_lane(p, v, 0);
    if (n === 3) v128.store32_lane(p, v, 2, 8);
  }
}

/** `out[0..n) = x[0..n)` */
export function copyRow(x: usize, out: usize, n: i32): void {
  for (let i = 0; i < n; i += 4) {
    const at = floats(i);
    storeFirst(out + at, loadFirst(x + at, n - i), n - i);
  }
}

/** `out[0..n) += x[0..n)` */
export function addRow(x: usize, out: usize, n: i32): void {
  for (let i = 0; i < n; i += 4) {
    const at = floats(i);
    storeFirst(out + at, f32x4.add(loadFirst(out + at, n - i), loadFirst(x + at, n - i)), n - i);
  }
}

// Matrices as vectors of 16-bit integers, for the products of integers.as.ts.
//
// Each row of the left side, and each column of the right one, is a vector with its own scale, which gives it the length
// (Euclidean norm) 32767. Then no sum can overflow, since `|a · b| <= |a| |b|` (Cauchy and Schwarz) is below 2^31 including
// rounding errors, and the numbers of a vector of 200 have about 12 bits. That is about the precision of TF32 (11 bits), in which
// PyTorch computes LSTMs on NVIDIA's GPUs by default. NaN and infinity in a vector make all its products NaN.

import { ROUND } from './constants.as';
import { floats, madd } from './lanes.as';
import { loadFirst } from './rows.as';

/** Length of every vector, and therefore the largest absolute value of its numbers. */
const LENGTH: f32 = 32767;

/** Vectors per group, which are packed interleaved, on the left and on the right side. */
export const LEFT: i32 = 4;
export const RIGHT: i32 = 8;

/** Numbers that are packed together: the first with the fifth, and so on; in a shorter run the first half with the second. */
const RUN: i32 = 8;

/** Number of pairs in k numbers; the last pair may have one number only. */
// @inline
export function pairsOf(k: i32): i32 {
  return (k + 1) >> 1;
}

/** Floats of a group of vectors of k numbers: the factors that turn sums back into floats, then the pairs. */
// @inline
export function groupFloats(side: i32, k: i32): i32 {
  return side * (1 + pairsOf(k));
}

/** Size of n vectors of k numbers, in floats. @param side LEFT or RIGHT */
export function integerFloats(side: i32, n: i32, k: i32): i32 {
  return ((n + side - 1) / side) * groupFloats(side, k);
}

/** Packs the n rows of x [n, k] as vectors. @param packed out: `integerFloats(side, n, k)` floats */
export function packRows(side: i32, n: i32, k: i32, x: usize, ldx: i32, packed: usize): void {
  const group = floats(groupFloats(side, k));
  for (let i = 0; i < n; i += side, packed += group) {
    packFourRows(side, min(n - i, 4), k, x + floats(i * ldx), floats(ldx), packed);
    if (side === RIGHT && n - i > 4)
      packFourRows(side, min(n - i - 4, 4), k, x + floats((i + 4) * ldx), floats(ldx), packed + 16);
  }
}

/** Missing rows are packed as copies of the first; their products are not stored. */
function packFourRows(side: i32, n: i32, k: i32, x: usize, row: usize, packed: usize): void {
  const x1 = n > 1 ? x + row : x;
  const x2 = n > 2 ? x + 2 * row : x;
  const x3 = n > 3 ? x + 3 * row : x;
  let q0 = f32x4.splat(0),
    q1 = q0,
    q2 = q0,
    q3 = q0;
  let p = 0;
  for (; p + 4 <= k; p += 4) {
    const at = floats(p);
    q0 = addSquare(v128.load(x + at), q0);
    q1 = addSquare(v128.load(x1 + at), q1);
    q2 = addSquare(v128.load(x2 + at), q2);
    q3 = addSquare(v128.load(x3 + at), q3);
  }
  if (p < k) {
    const at = floats(p);
    q0 = addSquare(loadFirst(x + at, k - p), q0);
    q1 = addSquare(loadFirst(x1 + at, k - p), q1);
    q2 = addSquare(loadFirst(x2 + at, k - p), q2);
    q3 = addSquare(loadFirst(x3 + at, k - p), q3);
  }
  const scale = storeFactors(sums(q0, q1, q2, q3), packed);
  const s0 = v128.shuffle<f32>(scale, scale, 0, 0, 0, 0);
  const s1 = v128.shuffle<f32>(scale, scale, 1, 1, 1, 1);
  const s2 = v128.shuffle<f32>(scale, scale, 2, 2, 2, 2);
  const s3 = v128.shuffle<f32>(scale, scale, 3, 3, 3, 3);
  const next = floats(side);
  packed += next;
  for (p = 0; p + RUN <= k; p += RUN, packed += 4 * next) {
    const at = floats(p);
    packRunOfRows(RUN, x + at, x1 + at, x2 + at, x3 + at, s0, s1, s2, s3, packed, next);
  }
  if (p < k) {
    const at = floats(p);
    packRunOfRows(k - p, x + at, x1 + at, x2 + at, x3 + at, s0, s1, s2, s3, packed, next);
  }
}

/** The pairs of a run of four rows, transposed. */
// @inline
function packRunOfRows(
  count: i32,
  x0: usize,
  x1: usize,
  x2: usize,
  x3: usize,
  s0: v128,
  s1: v128,
  s2: v128,
  s3: v128,
  to: usize,
  next: usize,
): void {
  const a = pairsOfRun(x0, count, s0);
  const b = pairsOfRun(x1, count, s1);
  const c = pairsOfRun(x2, count, s2);
  const d = pairsOfRun(x3, count, s3);
  const ab = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
  const cd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
  v128.store(to, v128.shuffle<i32>(ab, cd, 0, 1, 4, 5));
  if (count > 2) v128.store(to + next, v128.shuffle<i32>(ab, cd, 2, 3, 6, 7));
  const AB = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
  const CD = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
  if (count > 4) v128.store(to + 2 * next, v128.shuffle<i32>(AB, CD, 0, 1, 4, 5));
  if (count > 6) v128.store(to + 3 * next, v128.shuffle<i32>(AB, CD, 2, 3, 6, 7));
}

/** The pairs of a run of a row. */
// @inline
function pairsOfRun(x: usize, count: i32, scale: v128): v128 {
  const half = pairsOf(count);
  const second = count > half ? loadFirst(x + floats(half), count - half) : f32x4.splat(0);
  return pairs(loadFirst(x, half), second, scale);
}

/** Packs the n columns of x [k, n] as vectors. @param packed out: `integerFloats(side, n, k)` floats */
export function packColumns(side: i32, n: i32, k: i32, x: usize, ldx: i32, packed: usize): void {
  const next = floats(groupFloats(side, k));
  const row = floats(ldx);
  let j = 0;
  // A cache line of each row.
  for (; j + 16 <= n; j += 16, x += 64) {
    const second = side === RIGHT ? packed + 16 : packed + next;
    const third = side === RIGHT ? packed + next : second + next;
    const fourth = side === RIGHT ? third + 16 : third + next;
    packSixteenColumns(side, k, x, row, packed, second, third, fourth);
    packed = side === RIGHT ? third + next : fourth + next;
  }
  for (; j < n; j += 4, x += 16) {
    packFourColumns(side, n - j, k, x, row, packed);
    packed += side === RIGHT ? ((j & 4) === 0 ? 16 : next - 16) : next;
  }
}

function packSixteenColumns(
  side: i32,
  k: i32,
  x: usize,
  row: usize,
  to0: usize,
  to1: usize,
  to2: usize,
  to3: usize,
): void {
  let q0 = f32x4.splat(0),
    q1 = q0,
    q2 = q0,
    q3 = q0;
  for (let p = 0, from = x; p < k; p++, from += row) {
    q0 = addSquare(v128.load(from), q0);
    q1 = addSquare(v128.load(from, 16), q1);
    q2 = addSquare(v128.load(from, 32), q2);
    q3 = addSquare(v128.load(from, 48), q3);
  }
  const s0 = storeFactors(q0, to0);
  const s1 = storeFactors(q1, to1);
  const s2 = storeFactors(q2, to2);
  const s3 = storeFactors(q3, to3);
  const next = floats(side);
  for (let p = 0; p < k; p += RUN, x += <usize>RUN * row) {
    const count = min(k - p, RUN);
    const half = pairsOf(count);
    let first = x;
    for (let i = 0; i < half; i++, first += row) {
      const second = i + half < count ? first + <usize>half * row : 0;
      to0 += next;
      to1 += next;
      to2 += next;
      to3 += next;
      v128.store(to0, pairsOfColumns(first, second, 0, s0));
      v128.store(to1, pairsOfColumns(first, second, 16, s1));
      v128.store(to2, pairsOfColumns(first, second, 32, s2));
      v128.store(to3, pairsOfColumns(first, second, 48, s3));
    }
  }
}

/** A pair of four columns. @param first, second addresses of their rows; 0: zeros */
// @inline
function pairsOfColumns(first: usize, second: usize, at: usize, scale: v128): v128 {
  return pairs(v128.load(first + at), second === 0 ? f32x4.splat(0) : v128.load(second + at), scale);
}

function packFourColumns(side: i32, n: i32, k: i32, x: usize, row: usize, packed: usize): void {
  let squares = f32x4.splat(0);
  for (let p = 0, from = x; p < k; p++, from += row) squares = addSquare(loadFirst(from, n), squares);
  const scale = storeFactors(squares, packed);
  for (let p = 0; p < k; p += RUN, x += <usize>RUN * row) {
    const count = min(k - p, RUN);
    const half = pairsOf(count);
    for (let i = 0; i < half; i++) {
      const from = x + <usize>i * row;
      packed += floats(side);
      v128.store(
        packed,
        pairs(loadFirst(from, n), i + half < count ? loadFirst(from + <usize>half * row, n) : f32x4.splat(0), scale),
      );
    }
  }
}

// @inline
function addSquare(x: v128, sum: v128): v128 {
  return madd(x, x, sum);
}

/** The sum of each of four vectors. */
// @inline
function sums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  const cd = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7));
  return f32x4.add(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
}

/**
 * Stores the factors that turn the integers of four vectors back into floats; 0 for a vector of zeros.
 *
 * @param squares the square of the length of each
 * @returns the factors that turn their numbers into integers; infinite for a vector of zeros, which becomes NaN, whose low bits are 0
 */
// @inline
function storeFactors(squares: v128, packed: usize): v128 {
  const factors = f32x4.div(f32x4.sqrt(squares), f32x4.splat(LENGTH));
  v128.store(packed, factors);
  return f32x4.div(f32x4.splat(1), factors);
}

/** Four pairs: numbers times their scale, rounded, of 16 bits each. */
// @inline
function pairs(first: v128, second: v128, scale: v128): v128 {
  // The integer is in the low bits of the sum, also if it is negative.
  const low = madd(first, scale, ROUND);
  const high = i32x4.shl(madd(second, scale, ROUND), 16);
  return v128.shuffle<i16>(low, high, 0, 9, 2, 11, 4, 13, 6, 15);
}

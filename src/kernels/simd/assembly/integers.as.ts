// Matrix products in integers of 16 bits: one instruction multiplies eight, and adds them up in pairs, in 32 bits
// (`i32x4.dot_i16x8_s`). On x86 these are 1.6 times as many a second as of floats with fused multiply-add, and more than twice as
// many as without. On ARM the instruction is several.
//
// Each row of the left side, and each column of the right one, is a vector with a scale of its own, which gives it the length
// (Euclidean norm) of 32767. Then no sum can overflow, since `|a · b| <= |a| |b|` (Cauchy and Schwarz) is below 2^31 with all
// that rounding adds, and the numbers of a vector of 200 have some 12 bits: what they lose is about what they lose in TF32, of
// 11, in which NVIDIA's cards multiply the LSTMs of PyTorch unless they are told otherwise. NaN and infinity in a vector make
// NaN of all its products.

import { ROUND } from './constants.as';
import { floats, madd } from './lanes.as';
import { loadFirst, storeFirst } from './rows.as';

/** Length of every vector, and with that the most that a number of one can be. */
const LENGTH: f32 = 32767;

/** A tile of sums [4, 8] stays in registers: 8 of the 16 of 128 bits, and each product needs one before it is added. */
const TILE_ROWS: i32 = 4;
const TILE_COLUMNS: i32 = 8;

/** Vectors side by side in what is packed: those of the left side, and those of the right one. */
export const LEFT: i32 = TILE_ROWS;
export const RIGHT: i32 = TILE_COLUMNS;

/** Blocks: a panel of KC x 8 stays in the first-level cache, a block of NC columns and one of MC rows in the second. */
const KC: i32 = 512;
const NC: i32 = 64;
const MC: i32 = 512;

/** Numbers that are packed together: the first with the fifth, and so on; of the last ones those of the first half with the others. */
const RUN: i32 = 8;

@inline
function pairsOf(k: i32): i32 {
  return (k + 1) >> 1;
}

/** Floats of a group of vectors of k numbers: what turns a sum back into a float, then the pairs. */
@inline
function groupFloats(side: i32, k: i32): i32 {
  return side * (1 + pairsOf(k));
}

/** Floats that n vectors of k numbers take. @param side LEFT or RIGHT */
export function integerFloats(side: i32, n: i32, k: i32): i32 {
  return ((n + side - 1) / side) * groupFloats(side, k);
}

/** Size of `scratch` in `multiplyMatrices`. */
export function multiplyScratch(): i32 {
  return integerFloats(LEFT, MC, KC) + integerFloats(RIGHT, NC, KC);
}

/** As `multiply` in products.as.ts. @param scratch `multiplyScratch()` floats */
export function multiplyMatrices(
  m: i32, n: i32, k: i32,
  a: usize, lda: i32, transposeA: bool,
  b: usize, ldb: i32, transposeB: bool,
  c: usize, ldc: i32,
  addend: usize, ldAddend: i32,
  scratch: usize,
): void {
  const right = scratch + floats(integerFloats(LEFT, MC, KC));
  const blocks = max(1, (k + KC - 1) / KC); // of even sizes; one where there is nothing but the addend
  for (let block = 0, p = 0; block < blocks; block++) {
    const kc = (k - p + blocks - block - 1) / (blocks - block);
    const base = block == 0 ? addend : c; // blocks after the first add to what is there
    const ldBase = block == 0 ? ldAddend : ldc;
    for (let i = 0; i < m; i += MC) {
      const mc = min(m - i, MC);
      if (transposeA) packColumns(LEFT, mc, kc, a + floats(p * lda + i), lda, scratch);
      else packRows(LEFT, mc, kc, a + floats(i * lda + p), lda, scratch);
      for (let j = 0; j < n; j += NC) {
        const nc = min(n - j, NC);
        if (transposeB) packRows(RIGHT, nc, kc, b + floats(j * ldb + p), ldb, right);
        else packColumns(RIGHT, nc, kc, b + floats(p * ldb + j), ldb, right);
        const from = base == 0 ? base : base + floats(i * ldBase + j);
        multiplyPacked(mc, nc, kc, scratch, right, c + floats(i * ldc + j), ldc, from, 0, ldBase);
      }
    }
    p += kc;
  }
}

/** Packs the n rows of x [n, k] as vectors. @param packed out: `integerFloats(side, n, k)` floats */
export function packRows(side: i32, n: i32, k: i32, x: usize, ldx: i32, packed: usize): void {
  const group = floats(groupFloats(side, k));
  for (let i = 0; i < n; i += side, packed += group) {
    packFourRows(side, min(n - i, 4), k, x + floats(i * ldx), floats(ldx), packed);
    if (side == RIGHT && n - i > 4) packFourRows(side, min(n - i - 4, 4), k, x + floats((i + 4) * ldx), floats(ldx), packed + 16);
  }
}

/** Rows that are not there are packed as the first, and their products are stored nowhere. */
function packFourRows(side: i32, n: i32, k: i32, x: usize, row: usize, packed: usize): void {
  const x1 = n > 1 ? x + row : x;
  const x2 = n > 2 ? x + 2 * row : x;
  const x3 = n > 3 ? x + 3 * row : x;
  let q0 = f32x4.splat(0), q1 = q0, q2 = q0, q3 = q0;
  for (let p = 0; p < k; p += 4) {
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
  for (let p = 0; p < k; p += RUN) {
    const count = min(k - p, RUN);
    const at = floats(p);
    const a = pairsOfRun(x + at, count, s0);
    const b = pairsOfRun(x1 + at, count, s1);
    const c = pairsOfRun(x2 + at, count, s2);
    const d = pairsOfRun(x3 + at, count, s3);
    const ab = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
    const cd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
    packed += next, v128.store(packed, v128.shuffle<i32>(ab, cd, 0, 1, 4, 5));
    if (count > 2) packed += next, v128.store(packed, v128.shuffle<i32>(ab, cd, 2, 3, 6, 7));
    const AB = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
    const CD = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
    if (count > 4) packed += next, v128.store(packed, v128.shuffle<i32>(AB, CD, 0, 1, 4, 5));
    if (count > 6) packed += next, v128.store(packed, v128.shuffle<i32>(AB, CD, 2, 3, 6, 7));
  }
}

/** The pairs of a run of a row. */
@inline
function pairsOfRun(x: usize, count: i32, scale: v128): v128 {
  const half = pairsOf(count);
  const second = count > half ? loadFirst(x + floats(half), count - half) : f32x4.splat(0);
  return pairs(loadFirst(x, half), second, scale);
}

/** Packs the n columns of x [k, n] as vectors. @param packed out: `integerFloats(side, n, k)` floats */
export function packColumns(side: i32, n: i32, k: i32, x: usize, ldx: i32, packed: usize): void {
  const group = floats(groupFloats(side, k));
  const row = floats(ldx);
  // Eight at a time, of the right side and of the left: half a cache line of each row.
  for (let j = 0; j < n; j += 8, x += 32) {
    const second = side == RIGHT ? packed + 16 : packed + group;
    if (n - j > 4) packEightColumns(side, n - j, k, x, row, packed, second);
    else packFourColumns(side, n - j, k, x, row, packed);
    packed = side == RIGHT ? packed + group : second + group;
  }
}

function packEightColumns(side: i32, n: i32, k: i32, x: usize, row: usize, first: usize, second: usize): void {
  let low = f32x4.splat(0), high = low;
  let from = x;
  for (let p = 0; p < k; p++, from += row) {
    low = addSquare(v128.load(from), low);
    high = addSquare(loadFirst(from + 16, n - 4), high);
  }
  const lowScale = storeFactors(low, first), highScale = storeFactors(high, second);
  for (let p = 0; p < k; p += RUN, x += <usize>RUN * row) {
    const count = min(k - p, RUN);
    const half = pairsOf(count);
    for (let i = 0; i < half; i++) {
      const from = x + <usize>i * row;
      const to = from + <usize>half * row;
      const isWhole = i + half < count;
      first += floats(side), second += floats(side);
      v128.store(first, pairs(v128.load(from), isWhole ? v128.load(to) : f32x4.splat(0), lowScale));
      v128.store(second, pairs(loadFirst(from + 16, n - 4), isWhole ? loadFirst(to + 16, n - 4) : f32x4.splat(0), highScale));
    }
  }
}

function packFourColumns(side: i32, n: i32, k: i32, x: usize, row: usize, packed: usize): void {
  let squares = f32x4.splat(0);
  let from = x;
  for (let p = 0; p < k; p++, from += row) squares = addSquare(loadFirst(from, n), squares);
  const scale = storeFactors(squares, packed);
  for (let p = 0; p < k; p += RUN, x += <usize>RUN * row) {
    const count = min(k - p, RUN);
    const half = pairsOf(count);
    for (let i = 0; i < half; i++) {
      const from = x + <usize>i * row;
      packed += floats(side);
      v128.store(packed, pairs(loadFirst(from, n), i + half < count ? loadFirst(from + <usize>half * row, n) : f32x4.splat(0), scale));
    }
  }
}

@inline
function addSquare(x: v128, sum: v128): v128 {
  return madd(x, x, sum);
}

/** The sum of each of four vectors. */
@inline
function sums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  const cd = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7));
  return f32x4.add(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
}

/**
 * What turns the integers of four vectors back into floats; of a vector of zeros 0.
 *
 * @param squares the square of the length of each
 * @returns what makes integers of their numbers; infinite for a vector of zeros, which it makes NaN, whose low bits are 0
 */
@inline
function storeFactors(squares: v128, packed: usize): v128 {
  const factors = f32x4.div(f32x4.sqrt(squares), f32x4.splat(LENGTH));
  v128.store(packed, factors);
  return f32x4.div(f32x4.splat(1), factors);
}

/** Four pairs: numbers times their scale, rounded, of 16 bits each. */
@inline
function pairs(first: v128, second: v128, scale: v128): v128 {
  // The integer stands in the low bits of the sum, negative ones too.
  const low = v128.and(madd(first, scale, ROUND), i32x4.splat(0xffff));
  return v128.or(low, i32x4.shl(madd(second, scale, ROUND), 16));
}

/**
 * `c = addend + a · b`, of sides that are packed.
 *
 * @param left a [m, k]
 * @param right b [k, n]
 * @param c [m, n] out, rows `ldc` floats apart
 * @param addend [P, n], rows `ldAddend` floats apart; 0: none
 * @param addendRows [m] int32 into P; 0: the m rows in order
 */
export function multiplyPacked(
  m: i32, n: i32, k: i32,
  left: usize, right: usize,
  c: usize, ldc: i32,
  addend: usize, addendRows: usize, ldAddend: i32,
): void {
  const count = pairsOf(k);
  const leftGroup = floats(groupFloats(LEFT, k));
  const rightGroup = floats(groupFloats(RIGHT, k));
  for (let j = 0; j < n; j += TILE_COLUMNS, right += rightGroup) {
    const columns = n - j;
    const from = addend == 0 ? addend : addend + floats(j);
    let rows = left;
    for (let i = 0; i < m; i += TILE_ROWS, rows += leftGroup) {
      const to = c + floats(i * ldc + j);
      switch (m - i) {
        case 1: multiplyTile(1, i, columns, count, rows, right, to, ldc, from, addendRows, ldAddend); break;
        case 2: multiplyTile(2, i, columns, count, rows, right, to, ldc, from, addendRows, ldAddend); break;
        case 3: multiplyTile(3, i, columns, count, rows, right, to, ldc, from, addendRows, ldAddend); break;
        default: multiplyTile(4, i, columns, count, rows, right, to, ldc, from, addendRows, ldAddend);
      }
    }
  }
}

/** One tile [rows, 8], from row i. `rows` is a constant of each place it is inlined at, so the branches fall away. */
@inline
function multiplyTile(
  rows: i32, i: i32, columns: i32, count: i32,
  left: usize, right: usize,
  c: usize, ldc: i32,
  addend: usize, addendRows: usize, ldAddend: i32,
): void {
  const rowFactors = left;
  const lowFactors = v128.load(right), highFactors = v128.load(right, 16);
  let l0 = i32x4.splat(0), l1 = l0, l2 = l0, l3 = l0; // columns 0 to 3
  let r0 = l0, r1 = l0, r2 = l0, r3 = l0; // columns 4 to 7
  for (const end = left + 16 * <usize>count; left < end; ) {
    const low = v128.load(right, 32), high = v128.load(right, 48);
    let pair = v128.load32_splat(left, 16);
    l0 = addProducts(pair, low, l0), r0 = addProducts(pair, high, r0);
    if (rows > 1) pair = v128.load32_splat(left, 20), l1 = addProducts(pair, low, l1), r1 = addProducts(pair, high, r1);
    if (rows > 2) pair = v128.load32_splat(left, 24), l2 = addProducts(pair, low, l2), r2 = addProducts(pair, high, r2);
    if (rows > 3) pair = v128.load32_splat(left, 28), l3 = addProducts(pair, low, l3), r3 = addProducts(pair, high, r3);
    left += 16, right += 32;
  }
  storeSums(0, i, columns, l0, r0, rowFactors, lowFactors, highFactors, c, ldc, addend, addendRows, ldAddend);
  if (rows > 1) storeSums(1, i, columns, l1, r1, rowFactors, lowFactors, highFactors, c, ldc, addend, addendRows, ldAddend);
  if (rows > 2) storeSums(2, i, columns, l2, r2, rowFactors, lowFactors, highFactors, c, ldc, addend, addendRows, ldAddend);
  if (rows > 3) storeSums(3, i, columns, l3, r3, rowFactors, lowFactors, highFactors, c, ldc, addend, addendRows, ldAddend);
}

/** For each of four columns: the products of a pair, added to its sum. */
@inline
function addProducts(pair: v128, columns: v128, sum: v128): v128 {
  return i32x4.add(sum, i32x4.dot_i16x8_s(pair, columns));
}

/** The sums of row `lane` of the tile that begins at row i, as floats. */
@inline
function storeSums(
  lane: i32, i: i32, columns: i32,
  low: v128, high: v128, rowFactors: usize, lowFactors: v128, highFactors: v128,
  c: usize, ldc: i32,
  addend: usize, addendRows: usize, ldAddend: i32,
): void {
  const factor = v128.load32_splat(rowFactors + floats(lane));
  const first = f32x4.mul(f32x4.convert_i32x4_s(low), factor);
  const second = f32x4.mul(f32x4.convert_i32x4_s(high), factor);
  const row = addendRows == 0 ? i + lane : load<i32>(addendRows + floats(i + lane));
  const from = addend == 0 ? addend : addend + floats(row * ldAddend);
  const to = c + floats(lane * ldc);
  if (columns < TILE_COLUMNS) {
    storeColumns(columns, first, second, lowFactors, highFactors, from, to);
  } else if (from == 0) {
    v128.store(to, f32x4.mul(first, lowFactors));
    v128.store(to, f32x4.mul(second, highFactors), 16);
  } else {
    v128.store(to, madd(first, lowFactors, v128.load(from)));
    v128.store(to, madd(second, highFactors, v128.load(from, 16)), 16);
  }
}

/** At the right edge. */
function storeColumns(n: i32, first: v128, second: v128, lowFactors: v128, highFactors: v128, from: usize, to: usize): void {
  const zeros = f32x4.splat(0);
  storeFirst(to, madd(first, lowFactors, from == 0 ? zeros : loadFirst(from, n)), n);
  if (n <= 4) return;
  storeFirst(to + 16, madd(second, highFactors, from == 0 ? zeros : loadFirst(from + 16, n - 4)), n - 4);
}

// Matrix products in 16-bit integers: one instruction multiplies eight pairs and adds the products in pairs, in 32 bits
// (`i32x4.dot_i16x8_s`). On x86 this is 1.6 times as fast as floats with fused multiply-add, and more than twice as fast as without.
// On ARM it takes several instructions. Both sides are quantised first (integer-vectors.as.ts).

import { groupFloats, integerFloats, LEFT, packColumns, packRows, pairsOf, RIGHT } from './integer-vectors.as';
import { floats, madd } from './lanes.as';
import { loadFirst, storeFirst } from './rows.as';

/** A tile of sums [4, 8] stays in 8 of the 16 registers of 128 bits; each product needs one until it is added. */
const TILE_ROWS: i32 = LEFT;
const TILE_COLUMNS: i32 = RIGHT;

/** Blocks: a panel of KC x 8 stays in the first-level cache, a block of NC columns and one of MC rows in the second. */
const KC: i32 = 512;
const NC: i32 = 64;
const MC: i32 = 512;

/** Size of `scratch` in `multiplyMatrices`. */
export function multiplyScratch(): i32 {
  return integerFloats(LEFT, MC, KC) + integerFloats(RIGHT, NC, KC);
}

/** Like `multiply` in products.as.ts. @param scratch `multiplyScratch()` floats */
export function multiplyMatrices(
  m: i32,
  n: i32,
  k: i32,
  a: usize,
  lda: i32,
  transposeA: bool,
  b: usize,
  ldb: i32,
  transposeB: bool,
  c: usize,
  ldc: i32,
  addend: usize,
  ldAddend: i32,
  scratch: usize,
): void {
  const right = scratch + floats(integerFloats(LEFT, MC, KC));
  const blocks = max(1, (k + KC - 1) / KC); // of similar sizes; at least one, for the addend if k is 0
  for (let block = 0, p = 0; block < blocks; block++) {
    const kc = (k - p + blocks - block - 1) / (blocks - block);
    const base = block === 0 ? addend : c; // blocks after the first accumulate
    const ldBase = block === 0 ? ldAddend : ldc;
    for (let i = 0; i < m; i += MC) {
      const mc = min(m - i, MC);
      if (transposeA) packColumns(LEFT, mc, kc, a + floats(p * lda + i), lda, scratch);
      else packRows(LEFT, mc, kc, a + floats(i * lda + p), lda, scratch);
      for (let j = 0; j < n; j += NC) {
        const nc = min(n - j, NC);
        if (transposeB) packRows(RIGHT, nc, kc, b + floats(j * ldb + p), ldb, right);
        else packColumns(RIGHT, nc, kc, b + floats(p * ldb + j), ldb, right);
        const from = base === 0 ? base : base + floats(i * ldBase + j);
        multiplyPacked(mc, nc, kc, scratch, right, c + floats(i * ldc + j), ldc, from, 0, ldBase);
      }
    }
    p += kc;
  }
}

/**
 * `c = addend + a · b`, where both sides are packed.
 *
 * @param left a [m, k]
 * @param right b [k, n]
 * @param c [m, n] out, rows `ldc` floats apart
 * @param addend [P, n], rows `ldAddend` floats apart; 0: none
 * @param addendRows [m] int32 into P; 0: the m rows in order
 */
export function multiplyPacked(
  m: i32,
  n: i32,
  k: i32,
  left: usize,
  right: usize,
  c: usize,
  ldc: i32,
  addend: usize,
  addendRows: usize,
  ldAddend: i32,
): void {
  const count = pairsOf(k);
  const leftGroup = floats(groupFloats(LEFT, k));
  const rightGroup = floats(groupFloats(RIGHT, k));
  for (let j = 0; j < n; j += TILE_COLUMNS, right += rightGroup) {
    const columns = n - j;
    const from = addend === 0 ? addend : addend + floats(j);
    let rows = left;
    for (let i = 0; i < m; i += TILE_ROWS, rows += leftGroup) {
      const to = c + floats(i * ldc + j);
      switch (m - i) {
        case 1:
          multiplyTile(1, i, columns, count, rows, right, to, ldc, from, addendRows, ldAddend);
          break;
        case 2:
          multiplyTile(2, i, columns, count, rows, right, to, ldc, from, addendRows, ldAddend);
          break;
        case 3:
          multiplyTile(3, i, columns, count, rows, right, to, ldc, from, addendRows, ldAddend);
          break;
        default:
          multiplyTile(4, i, columns, count, rows, right, to, ldc, from, addendRows, ldAddend);
      }
    }
  }
}

/** One tile [rows, 8], from row i. `rows` is a constant wherever this is inlined, so that the branches disappear. */
// prettier-ignore
// @inline
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
    l0 = addProducts(pair, low, l0); r0 = addProducts(pair, high, r0);
    if (rows > 1) { pair = v128.load32_splat(left, 20); l1 = addProducts(pair, low, l1); r1 = addProducts(pair, high, r1); }
    if (rows > 2) { pair = v128.load32_splat(left, 24); l2 = addProducts(pair, low, l2); r2 = addProducts(pair, high, r2); }
    if (rows > 3) { pair = v128.load32_splat(left, 28); l3 = addProducts(pair, low, l3); r3 = addProducts(pair, high, r3); }
    left += 16; right += 32;
  }
  storeSums(0, i, columns, l0, r0, rowFactors, lowFactors, highFactors, c, ldc, addend, addendRows, ldAddend);
  if (rows > 1) storeSums(1, i, columns, l1, r1, rowFactors, lowFactors, highFactors, c, ldc, addend, addendRows, ldAddend);
  if (rows > 2) storeSums(2, i, columns, l2, r2, rowFactors, lowFactors, highFactors, c, ldc, addend, addendRows, ldAddend);
  if (rows > 3) storeSums(3, i, columns, l3, r3, rowFactors, lowFactors, highFactors, c, ldc, addend, addendRows, ldAddend);
}

/** Adds the products of a pair to the sums of four columns. */
// @inline
function addProducts(pair: v128, columns: v128, sum: v128): v128 {
  return i32x4.add(sum, i32x4.dot_i16x8_s(pair, columns));
}

/** Stores the sums of row `lane` of the tile that starts at row i, as floats. */
// @inline
function storeSums(
  lane: i32,
  i: i32,
  columns: i32,
  low: v128,
  high: v128,
  rowFactors: usize,
  lowFactors: v128,
  highFactors: v128,
  c: usize,
  ldc: i32,
  addend: usize,
  addendRows: usize,
  ldAddend: i32,
): void {
  const factor = v128.load32_splat(rowFactors + floats(lane));
  const first = f32x4.mul(f32x4.convert_i32x4_s(low), factor);
  const second = f32x4.mul(f32x4.convert_i32x4_s(high), factor);
  const row = addendRows === 0 ? i + lane : load<i32>(addendRows + floats(i + lane));
  const from = addend === 0 ? addend : addend + floats(row * ldAddend);
  const to = c + floats(lane * ldc);
  if (columns < TILE_COLUMNS) {
    storeColumns(columns, first, second, lowFactors, highFactors, from, to);
  } else if (from === 0) {
    v128.store(to, f32x4.mul(first, lowFactors));
    v128.store(to, f32x4.mul(second, highFactors), 16);
  } else {
    v128.store(to, madd(first, lowFactors, v128.load(from)));
    v128.store(to, madd(second, highFactors, v128.load(from, 16)), 16);
  }
}

/** Stores a row at the right edge. */
function storeColumns(
  n: i32,
  first: v128,
  second: v128,
  lowFactors: v128,
  highFactors: v128,
  from: usize,
  to: usize,
): void {
  const zeros = f32x4.splat(0);
  storeFirst(to, madd(first, lowFactors, from === 0 ? zeros : loadFirst(from, n)), n);
  if (n <= 4) return;
  storeFirst(to + 16, madd(second, highFactors, from === 0 ? zeros : loadFirst(from + 16, n - 4)), n - 4);
}

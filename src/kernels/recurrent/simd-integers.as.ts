// Products of hidden states and weights as integers of 16 bits, two of which one instruction multiplies and adds up in 32
// (`i32x4.dot_i16x8_s`): on x86 half as many again a second as of floats with fused multiply-add, and twice as many as without.
// Hidden states lie between -1 and 1, so one scale holds for all of them; each column of the weights has its own, the largest
// with which no sum can overflow. A hidden state is then off by at most 0.5 / 8191, and a weight by 0.5 / scale.

import { floats, madd } from '../simd/assembly/gemm.as';
import { loadFirst, storeFirst } from '../simd/assembly/rows.as';

/** The integer for a hidden state of 1: 13 bits, which leaves the weights of a trained layer about as many. */
const ONE: f32 = 8191;

/** Most that the integers of a column may add up to, all signs alike: `8191 · 262,000 < 2^31`. */
const COLUMN_SUM: f32 = 262000;

const INTEGER_MAX: f32 = 32767;

/** With six rows, as in gemm.as.ts, V8 has too few registers: each product needs one of its own before it is added. */
const TILE_ROWS: i32 = 5;
const TILE_COLUMNS: i32 = 8;

/** Floats that a row of n integers takes, up to a whole vector. */
@inline
export function integerFloats(n: i32): i32 {
  return ((n + 7) & -8) >> 1;
}

@inline
function pairsOf(k: i32): i32 {
  return (k + 1) >> 1;
}

/** Floats of a packed right side [k, n]. */
export function integerPanelFloats(n: i32, k: i32): i32 {
  return ((n + TILE_COLUMNS - 1) & -TILE_COLUMNS) * (1 + pairsOf(k));
}

/** `round(x · scale)` */
@inline
function scaled(x: v128, scale: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(x, scale)));
}

/** Hidden states as integers, the row filled up with zeros. @param h [n] from -1 to 1 @param out `integerFloats(n)` floats */
export function toIntegers(n: i32, h: usize, out: usize): void {
  const scale = f32x4.splat(ONE);
  for (let i = 0; i < n; i += 8, h += 32, out += 16) {
    const low = scaled(loadFirst(h, n - i), scale);
    const high = n - i > 4 ? scaled(loadFirst(h + 16, n - i - 4), scale) : i32x4.splat(0);
    v128.store(out, i16x8.narrow_i32x4_s(low, high));
  }
}

/**
 * Packs b [k, n] into panels of 8 columns: what turns a column's sum back into a float, [8], then pairs of rows,
 * [k / 2, 8, 2] integers; both filled up with zeros.
 */
export function packIntegers(n: i32, k: i32, b: usize, ldb: i32, panels: usize): void {
  for (let j = 0; j < n; j += TILE_COLUMNS, b += 32) {
    packColumns(n - j, k, b, ldb, panels);
    packColumns(n - j - 4, k, b + 16, ldb, panels + 16);
    panels += floats(TILE_COLUMNS * (1 + pairsOf(k)));
  }
}

/** Half a panel. @param n columns, 4 of which are taken; none where it is not positive */
function packColumns(n: i32, k: i32, b: usize, ldb: i32, panel: usize): void {
  const zeros = f32x4.splat(0);
  let sum = zeros, most = zeros;
  for (let p = 0; p < k && n > 0; p++) {
    const size = f32x4.abs(loadFirst(b + floats(p * ldb), n));
    sum = f32x4.add(sum, size);
    most = f32x4.max(most, size);
  }
  // Rounding adds at most a half to each. A column of zeros has an infinite scale, and the factor 0.
  const sumScale = f32x4.div(f32x4.splat(COLUMN_SUM - <f32>k / 2), sum);
  const scale = f32x4.min(sumScale, f32x4.div(f32x4.splat(INTEGER_MAX), most));
  v128.store(panel, f32x4.div(f32x4.splat(1 / ONE), scale));
  for (let p = 0; p < k; p += 2) {
    const first = n > 0 ? scaled(loadFirst(b + floats(p * ldb), n), scale) : zeros;
    const second = n > 0 && p + 1 < k ? scaled(loadFirst(b + floats((p + 1) * ldb), n), scale) : zeros;
    panel += 32;
    v128.store(panel, v128.or(v128.and(first, i32x4.splat(0xffff)), i32x4.shl(second, 16)));
  }
}

/**
 * `c = h · b`, plus for each row a row of `inputs`.
 *
 * @param h [m, k] by `toIntegers`
 * @param panels b [k, n] by `packIntegers`
 * @param c [m, n] out, rows `ldc` floats apart
 * @param inputs [P, n], rows `ldInput` floats apart; 0: nothing is added
 * @param inputRows [m] int32 into P
 */
export function multiplyIntegers(
  m: i32, n: i32, k: i32,
  h: usize, panels: usize,
  c: usize, ldc: i32,
  inputs: usize, inputRows: usize, ldInput: i32,
): void {
  const pairs = pairsOf(k);
  const hRow = floats(integerFloats(k));
  const stripes = (m + TILE_ROWS - 1) / TILE_ROWS;
  for (let j = 0; j < n; j += TILE_COLUMNS, panels += floats(TILE_COLUMNS * (1 + pairs))) {
    const columns = n - j;
    const inputsAt = inputs == 0 ? inputs : inputs + floats(j);
    // Stripes of even height, as in gemm.as.ts.
    for (let s = 0, i = 0; s < stripes; s++) {
      const rows = (m - i + stripes - s - 1) / (stripes - s);
      const left = h + <usize>i * hRow;
      const to = c + floats(i * ldc + j);
      const rowsAt = inputRows + floats(i);
      switch (rows) {
        case 1: multiplyTile(1, columns, pairs, left, hRow, panels, to, ldc, inputsAt, rowsAt, ldInput); break;
        case 2: multiplyTile(2, columns, pairs, left, hRow, panels, to, ldc, inputsAt, rowsAt, ldInput); break;
        case 3: multiplyTile(3, columns, pairs, left, hRow, panels, to, ldc, inputsAt, rowsAt, ldInput); break;
        case 4: multiplyTile(4, columns, pairs, left, hRow, panels, to, ldc, inputsAt, rowsAt, ldInput); break;
        default: multiplyTile(5, columns, pairs, left, hRow, panels, to, ldc, inputsAt, rowsAt, ldInput);
      }
      i += rows;
    }
  }
}

/** One tile [rows, 8]. `rows` is a constant of each place it is inlined at, so the branches fall away. */
@inline
function multiplyTile(
  rows: i32, columns: i32, pairs: i32,
  h: usize, hRow: usize, panel: usize,
  c: usize, ldc: i32,
  inputs: usize, inputRows: usize, ldInput: i32,
): void {
  const scaleLow = v128.load(panel), scaleHigh = v128.load(panel, 16);
  let h0 = h;
  let h1 = h0 + hRow;
  let h2 = h1 + hRow;
  let h3 = h2 + hRow;
  let h4 = h3 + hRow;
  let l0 = i32x4.splat(0), l1 = l0, l2 = l0, l3 = l0, l4 = l0; // columns 0 to 3
  let r0 = l0, r1 = l0, r2 = l0, r3 = l0, r4 = l0; // columns 4 to 7
  for (let p = 0; p < pairs; p++) {
    panel += 32;
    const low = v128.load(panel), high = v128.load(panel, 16);
    let pair = v128.load32_splat(h0);
    l0 = addProducts(pair, low, l0), r0 = addProducts(pair, high, r0);
    if (rows > 1) pair = v128.load32_splat(h1), l1 = addProducts(pair, low, l1), r1 = addProducts(pair, high, r1);
    if (rows > 2) pair = v128.load32_splat(h2), l2 = addProducts(pair, low, l2), r2 = addProducts(pair, high, r2);
    if (rows > 3) pair = v128.load32_splat(h3), l3 = addProducts(pair, low, l3), r3 = addProducts(pair, high, r3);
    if (rows > 4) pair = v128.load32_splat(h4), l4 = addProducts(pair, low, l4), r4 = addProducts(pair, high, r4);
    h0 += 4, h1 += 4, h2 += 4, h3 += 4, h4 += 4;
  }
  storeSums(0, columns, l0, r0, scaleLow, scaleHigh, c, ldc, inputs, inputRows, ldInput);
  if (rows > 1) storeSums(1, columns, l1, r1, scaleLow, scaleHigh, c, ldc, inputs, inputRows, ldInput);
  if (rows > 2) storeSums(2, columns, l2, r2, scaleLow, scaleHigh, c, ldc, inputs, inputRows, ldInput);
  if (rows > 3) storeSums(3, columns, l3, r3, scaleLow, scaleHigh, c, ldc, inputs, inputRows, ldInput);
  if (rows > 4) storeSums(4, columns, l4, r4, scaleLow, scaleHigh, c, ldc, inputs, inputRows, ldInput);
}

/** For each of four columns: the products of two rows of integers, added to its sum. */
@inline
function addProducts(pair: v128, columns: v128, sums: v128): v128 {
  return i32x4.add(sums, i32x4.dot_i16x8_s(pair, columns));
}

/** The sums of row i of a tile, as floats. */
function storeSums(
  i: i32, columns: i32,
  low: v128, high: v128, scaleLow: v128, scaleHigh: v128,
  c: usize, ldc: i32,
  inputs: usize, inputRows: usize, ldInput: i32,
): void {
  const zeros = f32x4.splat(0);
  const input = inputs == 0 ? inputs : inputs + floats(load<i32>(inputRows + floats(i)) * ldInput);
  const to = c + floats(i * ldc);
  const first = input == 0 ? zeros : loadFirst(input, columns);
  storeFirst(to, madd(f32x4.convert_i32x4_s(low), scaleLow, first), columns);
  if (columns <= 4) return;
  const second = input == 0 ? zeros : loadFirst(input + 16, columns - 4);
  storeFirst(to + 16, madd(f32x4.convert_i32x4_s(high), scaleHigh, second), columns - 4);
}

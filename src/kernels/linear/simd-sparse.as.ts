// Products whose left side is zero in many places, as dropout leaves it: only the other places are multiplied. A sum
// without its zeros has the same bits as with them.

import { floats, madd } from '../simd/assembly/gemm.as';

/**
 * Columns of the right side whose sums stay in registers, of which there are 16: 10, or 6 for engines that load a whole
 * row before they multiply any of it (V8 before 13), and one pair for the columns that are left over.
 */
const WIDE: i32 = 40;
const NARROWER: i32 = 24;
const REST: i32 = 8;

/** A block of the right side, KC x WIDE, stays in the first-level cache. */
const KC: i32 = 256;

/** Rows whose lists are held at a time: a megabyte. */
const MC: i32 = 512;

/** Bytes of an entry of a list: a value, and how far into the packed right side its row begins. */
const ENTRY: usize = 8;

/** Size of `scratch` in `sparseProduct`. @param m rows of the left side */
export function sparseScratchFloats(m: i32): i32 {
  return WIDE * KC + min(m, MC) * (2 * KC + 1);
}

/** How many of n floats are zero. */
export function countZeros(n: i32, x: usize): i32 {
  let counts = i32x4.splat(0);
  let i = 0;
  for (; i + 4 <= n; i += 4) counts = i32x4.sub(counts, f32x4.eq(v128.load(x + floats(i)), f32x4.splat(0)));
  let zeros = i32x4.extract_lane(counts, 0) + i32x4.extract_lane(counts, 1);
  zeros += i32x4.extract_lane(counts, 2) + i32x4.extract_lane(counts, 3);
  for (; i < n; i++) zeros += i32(load<f32>(x + floats(i)) == 0);
  return zeros;
}

/**
 * `c = addend + op(a) · b`.
 *
 * @param n columns, a multiple of 8
 * @param nextRow floats from one row of op(a) [m, k] to the next
 * @param nextColumn floats from one of its columns to the next
 * @param addend 0: none; else one row [n], added to each
 * @param hasRoom whether the engine keeps the sums of `WIDE` columns in registers
 * @param scratch `sparseScratchFloats(m)` floats
 */
export function sparseProduct(
  m: i32, n: i32, k: i32,
  a: usize, nextRow: i32, nextColumn: i32,
  b: usize, ldb: i32,
  c: usize, ldc: i32,
  addend: usize,
  hasRoom: bool,
  scratch: usize,
): void {
  const panel = scratch;
  const ends = panel + floats(WIDE * KC);
  const lists = ends + floats(min(m, MC));
  const widest = hasRoom ? WIDE : NARROWER;
  for (let from = 0; from < m; from += MC) {
    const rows = min(m - from, MC);
    const left = a + floats(from * nextRow);
    const out = c + floats(from * ldc);
    for (let p = 0; p < k; p += KC) {
      const kc = min(k - p, KC);
      for (let i = 0; i < rows; i++) {
        const end = listRow(kc, left + floats(i * nextRow + p * nextColumn), floats(nextColumn), listOf(lists, i));
        store<u32>(ends + floats(i), <u32>end);
      }
      for (let j = 0; j < n; ) {
        const width = n - j >= widest ? widest : REST;
        packRows(kc, width, b + floats(p * ldb + j), ldb, panel);
        const first = addend == 0 ? addend : addend + floats(j);
        for (let i = 0; i < rows; i++) {
          const to = out + floats(i * ldc + j);
          const start = p == 0 ? first : to; // blocks of k after the first add to what is there
          const end = <usize>load<u32>(ends + floats(i));
          if (width == WIDE) multiplyRow(10, listOf(lists, i), end, panel, to, start);
          else if (width == NARROWER) multiplyRow(6, listOf(lists, i), end, panel, to, start);
          else multiplyRow(2, listOf(lists, i), end, panel, to, start);
        }
        j += width;
      }
    }
  }
}

@inline
function listOf(lists: usize, i: i32): usize {
  return lists + <usize>(i * KC) * ENTRY;
}

/** The entries of a row that are not zero. @param step bytes from one to the next @returns where the list ends */
function listRow(k: i32, from: usize, step: usize, list: usize): usize {
  for (let p = 0; p < k; p++, from += step) {
    const value = load<f32>(from);
    store<f32>(list, value);
    store<u32>(list, <u32>floats(p * WIDE), 4);
    list += value == 0 ? 0 : ENTRY; // not a branch: nobody can foresee what dropout leaves
  }
  return list;
}

/** Rows of the right side, `WIDE` apart however wide they are. */
function packRows(k: i32, width: i32, b: usize, ldb: i32, panel: usize): void {
  for (let p = 0; p < k; p++, b += floats(ldb), panel += floats(WIDE)) {
    for (let at: usize = 0; at < floats(width); at += 16) v128.store(panel + at, v128.load(b + at));
  }
}

/**
 * One row of sums, in 4 columns each. `vectors` is a constant of each place it is inlined at, so the branches fall
 * away.
 */
@inline
function multiplyRow(vectors: i32, list: usize, end: usize, panel: usize, c: usize, addend: usize): void {
  let s0 = f32x4.splat(0), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0, s8 = s0, s9 = s0;
  if (addend != 0) {
    s0 = v128.load(addend), s1 = v128.load(addend, 16);
    if (vectors > 2) s2 = v128.load(addend, 32), s3 = v128.load(addend, 48), s4 = v128.load(addend, 64), s5 = v128.load(addend, 80);
    if (vectors > 6) s6 = v128.load(addend, 96), s7 = v128.load(addend, 112), s8 = v128.load(addend, 128), s9 = v128.load(addend, 144);
  }
  if (list < end) do {
    const row = panel + <usize>load<u32>(list, 4);
    const value = v128.load32_splat(list);
    s0 = madd(value, v128.load(row), s0), s1 = madd(value, v128.load(row, 16), s1);
    if (vectors > 2) {
      s2 = madd(value, v128.load(row, 32), s2), s3 = madd(value, v128.load(row, 48), s3);
      s4 = madd(value, v128.load(row, 64), s4), s5 = madd(value, v128.load(row, 80), s5);
    }
    if (vectors > 6) {
      s6 = madd(value, v128.load(row, 96), s6), s7 = madd(value, v128.load(row, 112), s7);
      s8 = madd(value, v128.load(row, 128), s8), s9 = madd(value, v128.load(row, 144), s9);
    }
    list += ENTRY;
  } while (list < end);
  v128.store(c, s0), v128.store(c, s1, 16);
  if (vectors > 2) v128.store(c, s2, 32), v128.store(c, s3, 48), v128.store(c, s4, 64), v128.store(c, s5, 80);
  if (vectors > 6) v128.store(c, s6, 96), v128.store(c, s7, 112), v128.store(c, s8, 128), v128.store(c, s9, 144);
}

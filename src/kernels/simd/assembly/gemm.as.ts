// Matrix products in floats, as in Goto & van de Geijn 2008 ("Anatomy of high-performance matrix
// multiplication"): the right side is packed into panels of 8 columns, and tiles of up to 6x8 results stay in registers (12 of
// the 16 registers of 128 bits) while they are summed over k, always in ascending order of k.

import { floats, madd } from './lanes.as';
import { copyRows } from './matrix.as';

const TILE_ROWS: i32 = 6;
const TILE_COLUMNS: i32 = 8;

/** Blocks: a panel of KC x 8 stays in the first-level cache, a block of NC columns and one of MC rows in the second. */
const KC: i32 = 512;
const NC: i32 = 64;
const MC: i32 = 512;

/** Size of `scratch` in `gemm`. */
export function gemmScratchFloats(): i32 {
  return MC * KC + NC * KC + TILE_ROWS * TILE_COLUMNS;
}

/**
 * `c = addend + op(a) · op(b)`, where op(a) [m, k] is `a` or its transpose, and op(b) [k, n] likewise.
 *
 * @param lda floats from row to row of `a` as it is stored; likewise the others
 * @param addend 0: none; `c`: accumulate; with `ldAddend` 0: one row added to each
 * @param scratch `gemmScratchFloats()` floats
 */
export function gemm(
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
  const rightBlock = scratch + floats(MC * KC);
  const tile = rightBlock + floats(NC * KC);
  if (k === 0 && addend !== c) copyRows(m, n, addend, ldAddend, c, ldc);
  for (let p = 0; p < k; p += KC) {
    const kc = min(k - p, KC);
    // Blocks of k after the first accumulate.
    const base = p === 0 ? addend : c;
    const ldBase = p === 0 ? ldAddend : ldc;
    for (let i = 0; i < m; i += MC) {
      const mc = min(m - i, MC);
      let left = a + floats(i * lda + p);
      let ldLeft = lda;
      if (transposeA) {
        left = scratch;
        ldLeft = kc;
        transpose(kc, mc, a + floats(p * lda + i), lda, left, kc);
      }
      for (let j = 0; j < n; j += NC) {
        const nc = min(n - j, NC);
        packPanels(nc, kc, transposeB ? b + floats(j * ldb + p) : b + floats(p * ldb + j), ldb, transposeB, rightBlock);
        const start = offset(base, i * ldBase + j);
        multiplyPanels(mc, nc, kc, left, ldLeft, rightBlock, c + floats(i * ldc + j), ldc, start, ldBase, tile);
      }
    }
  }
}

/** Floats of a packed right side [k, n]. */
export function packedFloats(n: i32, k: i32): i32 {
  return ((n + TILE_COLUMNS - 1) & -TILE_COLUMNS) * k;
}

/** Packs op(b) [k, n] into panels: [n / 8, k, 8], the last one padded with zeros. */
export function packPanels(n: i32, k: i32, b: usize, ldb: i32, transposed: bool, panels: usize): void {
  const rowBytes = floats(ldb);
  const panelBytes = floats(TILE_COLUMNS * k);
  for (let j = 0; j < n; j += TILE_COLUMNS, panels += panelBytes) {
    const columns = min(n - j, TILE_COLUMNS);
    if (columns < TILE_COLUMNS) memory.fill(panels, 0, panelBytes);
    if (transposed) {
      transpose(columns, k, b + floats(j * ldb), ldb, panels, TILE_COLUMNS);
      continue;
    }
    let from = b + floats(j);
    if (columns < TILE_COLUMNS) {
      for (let p = 0; p < k; p++, from += rowBytes)
        memory.copy(panels + floats(p * TILE_COLUMNS), from, floats(columns));
      continue;
    }
    for (let to = panels, end = panels + panelBytes; to < end; to += 32, from += rowBytes) {
      v128.store(to, v128.load(from));
      v128.store(to, v128.load(from, 16), 16);
    }
  }
}

/**
 * `c = addend + a · b` with `b` packed: one pass over k.
 *
 * @param tile 48 floats of scratch
 */
export function multiplyPanels(
  m: i32,
  n: i32,
  k: i32,
  a: usize,
  lda: i32,
  panels: usize,
  c: usize,
  ldc: i32,
  addend: usize,
  ldAddend: i32,
  tile: usize,
): void {
  const stripes = (m + TILE_ROWS - 1) / TILE_ROWS;
  const panelBytes = floats(TILE_COLUMNS * k);
  for (let j = 0; j < n; j += TILE_COLUMNS, panels += panelBytes) {
    const columns = min(n - j, TILE_COLUMNS);
    const start = offset(addend, j);
    // Stripes of similar height: 8 rows are 4 + 4, because the few sums of a 2-row tile would wait for each other.
    for (let s = 0, i = 0; s < stripes; s++) {
      const rows = (m - i + stripes - s - 1) / (stripes - s);
      const left = a + floats(i * lda);
      const to = c + floats(i * ldc + j);
      const from = offset(start, i * ldAddend);
      if (columns === TILE_COLUMNS) {
        multiplyRows(rows, k, left, lda, panels, to, ldc, from, ldAddend);
      } else {
        if (from !== 0) copyColumns(rows, columns, from, ldAddend, tile, TILE_COLUMNS);
        multiplyRows(rows, k, left, lda, panels, tile, TILE_COLUMNS, from === 0 ? 0 : tile, TILE_COLUMNS);
        copyColumns(rows, columns, tile, TILE_COLUMNS, to, ldc);
      }
      i += rows;
    }
  }
}

function multiplyRows(
  rows: i32,
  k: i32,
  a: usize,
  lda: i32,
  panel: usize,
  c: usize,
  ldc: i32,
  addend: usize,
  ldAddend: i32,
): void {
  switch (rows) {
    case 1:
      return multiplyTile(1, k, a, lda, panel, c, ldc, addend, ldAddend);
    case 2:
      return multiplyTile(2, k, a, lda, panel, c, ldc, addend, ldAddend);
    case 3:
      return multiplyTile(3, k, a, lda, panel, c, ldc, addend, ldAddend);
    case 4:
      return multiplyTile(4, k, a, lda, panel, c, ldc, addend, ldAddend);
    case 5:
      return multiplyTile(5, k, a, lda, panel, c, ldc, addend, ldAddend);
    default:
      return multiplyTile(6, k, a, lda, panel, c, ldc, addend, ldAddend);
  }
}

/**
 * One tile [rows, 8]. `rows` is a constant wherever this is inlined, so that the branches disappear.
 *
 * The sums start with the addend, and the pointers advance at the end of the loop's body: V8 then keeps every load next to
 * its use. In other orders it loads all rows first, has no registers left for the sums, and takes twice the time.
 */
// prettier-ignore
// @inline
function multiplyTile(rows: i32, k: i32, a: usize, lda: i32, panel: usize, c: usize, ldc: i32, addend: usize, ldAddend: i32): void {
  const left = floats(lda);
  let a0 = a;
  let a1 = a0 + left;
  let a2 = a1 + left;
  let a3 = a2 + left;
  let a4 = a3 + left;
  let a5 = a4 + left;
  let l0 = f32x4.splat(0), l1 = l0, l2 = l0, l3 = l0, l4 = l0, l5 = l0; // columns 0 to 3
  let r0 = l0, r1 = l0, r2 = l0, r3 = l0, r4 = l0, r5 = l0; // columns 4 to 7
  if (addend !== 0) {
    const next = floats(ldAddend);
    l0 = v128.load(addend); r0 = v128.load(addend, 16); addend += next;
    if (rows > 1) { l1 = v128.load(addend); r1 = v128.load(addend, 16); addend += next; }
    if (rows > 2) { l2 = v128.load(addend); r2 = v128.load(addend, 16); addend += next; }
    if (rows > 3) { l3 = v128.load(addend); r3 = v128.load(addend, 16); addend += next; }
    if (rows > 4) { l4 = v128.load(addend); r4 = v128.load(addend, 16); addend += next; }
    if (rows > 5) { l5 = v128.load(addend); r5 = v128.load(addend, 16); }
  }
  for (let p = 0; p < k; p++) {
    const lb = v128.load(panel), rb = v128.load(panel, 16);
    let value = v128.load32_splat(a0);
    l0 = madd(value, lb, l0); r0 = madd(value, rb, r0);
    if (rows > 1) { value = v128.load32_splat(a1); l1 = madd(value, lb, l1); r1 = madd(value, rb, r1); }
    if (rows > 2) { value = v128.load32_splat(a2); l2 = madd(value, lb, l2); r2 = madd(value, rb, r2); }
    if (rows > 3) { value = v128.load32_splat(a3); l3 = madd(value, lb, l3); r3 = madd(value, rb, r3); }
    if (rows > 4) { value = v128.load32_splat(a4); l4 = madd(value, lb, l4); r4 = madd(value, rb, r4); }
    if (rows > 5) { value = v128.load32_splat(a5); l5 = madd(value, lb, l5); r5 = madd(value, rb, r5); }
    panel += 32;
    a0 += 4; a1 += 4; a2 += 4; a3 += 4; a4 += 4; a5 += 4;
  }
  const next = floats(ldc);
  v128.store(c, l0); v128.store(c, r0, 16); c += next;
  if (rows > 1) { v128.store(c, l1); v128.store(c, r1, 16); c += next; }
  if (rows > 2) { v128.store(c, l2); v128.store(c, r2, 16); c += next; }
  if (rows > 3) { v128.store(c, l3); v128.store(c, r3, 16); c += next; }
  if (rows > 4) { v128.store(c, l4); v128.store(c, r4, 16); c += next; }
  if (rows > 5) { v128.store(c, l5); v128.store(c, r5, 16); }
}

/** An address in the addend; 0 if there is none. */
// @inline
function offset(addend: usize, n: i32): usize {
  return addend === 0 ? addend : addend + floats(n);
}

/** Copies columns of a few rows, into or out of the tile at the right edge. */
function copyColumns(rows: i32, columns: i32, from: usize, ldFrom: i32, to: usize, ldTo: i32): void {
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) store<f32>(to + floats(i * ldTo + j), load<f32>(from + floats(i * ldFrom + j)));
  }
}

/** `out = x'`. @param x [rows, columns] @param out [columns, rows] */
function transpose(rows: i32, columns: i32, x: usize, ldx: i32, out: usize, ldOut: i32): void {
  const inRow = floats(ldx);
  const outRow = floats(ldOut);
  let i = 0;
  for (; i + 4 <= rows; i += 4) {
    let from = x + floats(i * ldx);
    let to = out + floats(i);
    let j = 0;
    for (; j + 4 <= columns; j += 4, from += 16, to += 4 * outRow) {
      const a = v128.load(from);
      const b = v128.load(from + inRow);
      const c = v128.load(from + 2 * inRow);
      const d = v128.load(from + 3 * inRow);
      const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
      const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
      const AB = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
      const CD = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
      v128.store(to, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5));
      v128.store(to + outRow, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
      v128.store(to + 2 * outRow, v128.shuffle<f32>(AB, CD, 0, 1, 4, 5));
      v128.store(to + 3 * outRow, v128.shuffle<f32>(AB, CD, 2, 3, 6, 7));
    }
    for (; j < columns; j++, from += 4, to += outRow) {
      for (let r = 0; r < 4; r++) store<f32>(to + floats(r), load<f32>(from + <usize>r * inRow));
    }
  }
  for (; i < rows; i++) {
    let from = x + floats(i * ldx);
    let to = out + floats(i);
    for (let j = 0; j < columns; j++, from += 4, to += outRow) store<f32>(to, load<f32>(from));
  }
}

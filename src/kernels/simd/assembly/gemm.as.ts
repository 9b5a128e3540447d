// Matrix products, after Goto & van de Geijn 2008 ("Anatomy of high-performance matrix multiplication"): the right side is
// packed into panels of 8 columns, and tiles of up to 6x8 results stay in registers (12 of the 16 of 128 bits) while they
// are summed over k, always in ascending order of k.

const TILE_ROWS: i32 = 6;
const TILE_COLUMNS: i32 = 8;

/** Blocks: a panel of KC x 8 stays in the first-level cache, a block of NC columns and one of MC rows in the second. */
const KC: i32 = 512;
const NC: i32 = 64;
const MC: i32 = 512;

/** Bytes of n floats. */
@inline
export function floats(n: i32): usize {
  return (<usize>n) << 2;
}

/** `a · b + c`: fused where the engine has relaxed SIMD. */
@inline
export function madd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

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
  m: i32, n: i32, k: i32,
  a: usize, lda: i32, transposeA: bool,
  b: usize, ldb: i32, transposeB: bool,
  c: usize, ldc: i32,
  addend: usize, ldAddend: i32,
  scratch: usize,
): void {
  const rightBlock = scratch + floats(MC * KC);
  const tile = rightBlock + floats(NC * KC);
  if (k == 0) return copyRows(m, n, addend, ldAddend, c, ldc);
  for (let p = 0; p < k; p += KC) {
    const kc = min(k - p, KC);
    // Blocks of k after the first add to what is there.
    const base = p == 0 ? addend : c;
    const ldBase = p == 0 ? ldAddend : ldc;
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

/** Packs op(b) [k, n] into panels: [n / 8, k, 8], the last one filled up with zeros. */
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
      for (let p = 0; p < k; p++, from += rowBytes) memory.copy(panels + floats(p * TILE_COLUMNS), from, floats(columns));
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
  m: i32, n: i32, k: i32,
  a: usize, lda: i32,
  panels: usize,
  c: usize, ldc: i32,
  addend: usize, ldAddend: i32,
  tile: usize,
): void {
  const stripes = (m + TILE_ROWS - 1) / TILE_ROWS;
  const panelBytes = floats(TILE_COLUMNS * k);
  for (let j = 0; j < n; j += TILE_COLUMNS, panels += panelBytes) {
    const columns = min(n - j, TILE_COLUMNS);
    const start = offset(addend, j);
    // Stripes of even height: 8 rows are 4 + 4, since the few sums of 6 + 2 would wait for each other.
    for (let s = 0, i = 0; s < stripes; s++) {
      const rows = (m - i + stripes - s - 1) / (stripes - s);
      const left = a + floats(i * lda);
      const to = c + floats(i * ldc + j);
      const from = offset(start, i * ldAddend);
      if (columns == TILE_COLUMNS) {
        multiplyRows(rows, k, left, lda, panels, to, ldc, from, ldAddend);
      } else {
        multiplyRows(rows, k, left, lda, panels, tile, TILE_COLUMNS, 0, 0);
        addColumns(rows, columns, tile, from, ldAddend, to, ldc);
      }
      i += rows;
    }
  }
}

function multiplyRows(rows: i32, k: i32, a: usize, lda: i32, panel: usize, c: usize, ldc: i32, addend: usize, ldAddend: i32): void {
  switch (rows) {
    case 1: return multiplyTile(1, k, a, lda, panel, c, ldc, addend, ldAddend);
    case 2: return multiplyTile(2, k, a, lda, panel, c, ldc, addend, ldAddend);
    case 3: return multiplyTile(3, k, a, lda, panel, c, ldc, addend, ldAddend);
    case 4: return multiplyTile(4, k, a, lda, panel, c, ldc, addend, ldAddend);
    case 5: return multiplyTile(5, k, a, lda, panel, c, ldc, addend, ldAddend);
    default: return multiplyTile(6, k, a, lda, panel, c, ldc, addend, ldAddend);
  }
}

/** One tile [rows, 8]. `rows` is a constant of each place it is inlined at, so the branches fall away. */
@inline
function multiplyTile(rows: i32, k: i32, a: usize, lda: i32, panel: usize, c: usize, ldc: i32, addend: usize, ldAddend: i32): void {
  const rowBytes = floats(lda);
  let a0 = a;
  let a1 = a0 + rowBytes;
  let a2 = a1 + rowBytes;
  let a3 = a2 + rowBytes;
  let a4 = a3 + rowBytes;
  let a5 = a4 + rowBytes;
  let l0 = f32x4.splat(0), r0 = l0, l1 = l0, r1 = l0, l2 = l0, r2 = l0, l3 = l0, r3 = l0, l4 = l0, r4 = l0, l5 = l0, r5 = l0;
  for (const end = panel + floats(TILE_COLUMNS * k); panel < end; panel += 32) {
    const left = v128.load(panel);
    const right = v128.load(panel, 16);
    let value = v128.load32_splat(a0);
    a0 += 4;
    l0 = madd(value, left, l0);
    r0 = madd(value, right, r0);
    if (rows > 1) {
      value = v128.load32_splat(a1);
      a1 += 4;
      l1 = madd(value, left, l1);
      r1 = madd(value, right, r1);
    }
    if (rows > 2) {
      value = v128.load32_splat(a2);
      a2 += 4;
      l2 = madd(value, left, l2);
      r2 = madd(value, right, r2);
    }
    if (rows > 3) {
      value = v128.load32_splat(a3);
      a3 += 4;
      l3 = madd(value, left, l3);
      r3 = madd(value, right, r3);
    }
    if (rows > 4) {
      value = v128.load32_splat(a4);
      a4 += 4;
      l4 = madd(value, left, l4);
      r4 = madd(value, right, r4);
    }
    if (rows > 5) {
      value = v128.load32_splat(a5);
      a5 += 4;
      l5 = madd(value, left, l5);
      r5 = madd(value, right, r5);
    }
  }
  storeRow(c, addend, l0, r0);
  if (rows > 1) storeRow(c + floats(ldc), offset(addend, ldAddend), l1, r1);
  if (rows > 2) storeRow(c + floats(2 * ldc), offset(addend, 2 * ldAddend), l2, r2);
  if (rows > 3) storeRow(c + floats(3 * ldc), offset(addend, 3 * ldAddend), l3, r3);
  if (rows > 4) storeRow(c + floats(4 * ldc), offset(addend, 4 * ldAddend), l4, r4);
  if (rows > 5) storeRow(c + floats(5 * ldc), offset(addend, 5 * ldAddend), l5, r5);
}

/** An address in the addend, if there is one. */
@inline
function offset(addend: usize, n: i32): usize {
  return addend == 0 ? addend : addend + floats(n);
}

@inline
function storeRow(c: usize, addend: usize, left: v128, right: v128): void {
  if (addend != 0) {
    left = f32x4.add(left, v128.load(addend));
    right = f32x4.add(right, v128.load(addend, 16));
  }
  v128.store(c, left);
  v128.store(c, right, 16);
}

/** The tile at the right edge: only the columns that exist. */
function addColumns(rows: i32, columns: i32, tile: usize, addend: usize, ldAddend: i32, c: usize, ldc: i32): void {
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const base: f32 = addend == 0 ? 0 : load<f32>(addend + floats(i * ldAddend + j));
      store<f32>(c + floats(i * ldc + j), load<f32>(tile + floats(i * TILE_COLUMNS + j)) + base);
    }
  }
}

/** `out = x'`. @param x [rows, columns] @param out [columns, rows] */
export function transpose(rows: i32, columns: i32, x: usize, ldx: i32, out: usize, ldOut: i32): void {
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
      for (let r = 0; r < 4; r++) store<f32>(to + floats(r), load<f32>(from + (<usize>r) * inRow));
    }
  }
  for (; i < rows; i++) {
    let from = x + floats(i * ldx);
    let to = out + floats(i);
    for (let j = 0; j < columns; j++, from += 4, to += outRow) store<f32>(to, load<f32>(from));
  }
}

/** Rows of an addend, or zeros: a product over no k. */
function copyRows(rows: i32, columns: i32, from: usize, ldFrom: i32, to: usize, ldTo: i32): void {
  for (let i = 0; i < rows; i++) {
    if (from == 0) memory.fill(to + floats(i * ldTo), 0, floats(columns));
    else memory.copy(to + floats(i * ldTo), from + floats(i * ldFrom), floats(columns));
  }
}

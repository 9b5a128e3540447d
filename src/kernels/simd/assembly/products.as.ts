// The matrix products of the fused ops: in integers if the host has selected them as faster, otherwise in floats. A right side
// that several products share is packed into panels once.

import {
  gemm,
  gemmScratchFloats,
  multiplyPanels as multiplyFloats,
  packedFloats,
  packPanels as packFloats,
} from './gemm.as';
import { integerFloats, LEFT, packColumns, packRows, RIGHT } from './integer-vectors.as';
import { multiplyMatrices, multiplyPacked, multiplyScratch } from './integers.as';
import { floats } from './lanes.as';
import { copyRow } from './rows.as';

/** Set by the host before anything is packed, to the same value on all threads. */
// oxlint-disable-next-line prefer-const -- a variable for the host
export let IN_INTEGERS: i32 = 1;

/**
 * Whether the processor is x86, where the NaN of an invalid operation has its sign bit set, unlike elsewhere. XNNPACK uses this test, too.
 *
 * @param infinity a parameter, so that the compiler cannot evaluate the difference
 */
export function isX86(infinity: f32): bool {
  return reinterpret<i32>(infinity - infinity) < 0;
}

/** Floats of a tile of `multiplyFloats`. */
const TILE: i32 = 48;

/** Floats of a packed right side [k, n]. */
export function panelFloats(n: i32, k: i32): i32 {
  return IN_INTEGERS ? integerFloats(RIGHT, n, k) : packedFloats(n, k);
}

/** Packs op(b) [k, n], which is `b` or its transpose. @param panels out */
export function packPanels(n: i32, k: i32, b: usize, ldb: i32, transposed: bool, panels: usize): void {
  if (!IN_INTEGERS) packFloats(n, k, b, ldb, transposed, panels);
  else if (transposed) packRows(RIGHT, n, k, b, ldb, panels);
  else packColumns(RIGHT, n, k, b, ldb, panels);
}

/** Size of `scratch` in `multiplyPanels`. @param m rows, at most */
export function panelScratchFloats(m: i32, k: i32): i32 {
  return IN_INTEGERS ? integerFloats(LEFT, m, k) : TILE;
}

/**
 * `c = addend + a · b`, where b is packed.
 *
 * @param a [m, k], rows `lda` floats apart; likewise the others
 * @param panels of b [k, n]
 * @param c [m, n] out
 * @param addend [P, n]; 0: none
 * @param addendRows [m] int32 into P; 0: the m rows in order
 * @param scratch `panelScratchFloats(m, k)` floats
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
  addendRows: usize,
  ldAddend: i32,
  scratch: usize,
): void {
  if (IN_INTEGERS) {
    packRows(LEFT, m, k, a, lda, scratch);
    multiplyPacked(m, n, k, scratch, panels, c, ldc, addend, addendRows, ldAddend);
    return;
  }
  if (addendRows !== 0) {
    for (let i = 0; i < m; i++)
      copyRow(addend + floats(load<i32>(addendRows + floats(i)) * ldAddend), c + floats(i * ldc), n);
    addend = c;
    ldAddend = ldc;
  }
  multiplyFloats(m, n, k, a, lda, panels, c, ldc, addend, ldAddend, scratch);
}

/** Size of `scratch` in `multiply`. */
export function multiplyScratchFloats(): i32 {
  return IN_INTEGERS ? multiplyScratch() : gemmScratchFloats();
}

/**
 * `c = addend + op(a) · op(b)`, where op(a) [m, k] is `a` or its transpose, and op(b) [k, n] likewise.
 *
 * @param lda floats from row to row of `a` as it is stored; likewise the others
 * @param addend 0: none; with `ldAddend` 0: one row added to each
 * @param scratch `multiplyScratchFloats()` floats
 */
export function multiply(
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
  if (IN_INTEGERS) multiplyMatrices(m, n, k, a, lda, transposeA, b, ldb, transposeB, c, ldc, addend, ldAddend, scratch);
  else gemm(m, n, k, a, lda, transposeA, b, ldb, transposeB, c, ldc, addend, ldAddend, scratch);
}

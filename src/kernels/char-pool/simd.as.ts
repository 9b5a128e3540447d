import { floats } from '../simd/assembly/lanes.as';
import { copyRow, storeFirst } from '../simd/assembly/rows.as';

/** The id of the character at position p of form u. */
// @inline
function charAt(chars: usize, stepOffsets: usize, u: i32, p: i32): usize {
  const row = load<i32>(stepOffsets + floats(p)) + u;
  return <usize>load<i32>(chars + floats(row));
}

/** Floats of scratch that `charMaxPool` needs for forms of at most `longest` characters. */
export function charMaxPoolScratchFloats(f: i32, charCount: i32, longest: i32): i32 {
  return (charCount + 1) * 3 * ((f + 3) & ~3) + longest + 2;
}

/**
 * `y[u, f] = max over p of tables[c(p-1), f] + tables[c(p), F + f] + tables[c(p+1), 2F + f]`, and the first p of the
 * maximum, for the forms `[from, to)`.
 *
 * @param tables [charCount, 3F]
 * @param chars [C] i32
 * @param lengths [U] i32
 * @param stepOffsets [T+1] i32
 * @param y [U, F]
 * @param argmax [U, F] i32
 */
export function charMaxPool(
  from: i32,
  to: i32,
  f: i32,
  charCount: i32,
  tables: usize,
  chars: usize,
  lengths: usize,
  stepOffsets: usize,
  y: usize,
  argmax: usize,
  scratch: usize,
): void {
  const fBytes = floats(f);
  const blockBytes = floats((f + 3) & ~3); // F padded to whole vectors
  const rowBytes = blockBytes * 3;
  const outside = scratch + <usize>charCount * rowBytes; // a row of zeros: the characters before and after a form
  const rows = outside + rowBytes; // [longest+2] the addresses of a form's rows, with `outside` at either end

  memory.fill(scratch, 0, <usize>(charCount + 1) * rowBytes);
  for (let block = 0; block < 3 * charCount; block++) {
    copyRow(tables + <usize>block * fBytes, scratch + <usize>block * blockBytes, f);
  }

  for (let form = from; form < to; form++) {
    const length = load<i32>(lengths + floats(form));
    const end = rows + floats(length);
    store<usize>(rows, outside);
    store<usize>(end, outside, 4);
    for (let p = 0; p < length; p++) {
      store<usize>(rows + floats(p), scratch + charAt(chars, stepOffsets, form, p) * rowBytes, 4);
    }
    for (let column = 0; column < f; column += 4) {
      const at = floats(column);
      let best = f32x4.splat(-Infinity);
      let bestAt = i32x4.splat(0);
      let position = i32x4.splat(0);
      for (let row = rows; row < end; row += 4) {
        const z = f32x4.add(
          f32x4.add(v128.load(load<usize>(row) + at), v128.load(load<usize>(row, 4) + blockBytes + at)),
          v128.load(load<usize>(row, 8) + 2 * blockBytes + at),
        );
        const isHigher = f32x4.gt(z, best);
        best = v128.bitselect(z, best, isHigher);
        bestAt = v128.bitselect(position, bestAt, isHigher);
        position = i32x4.add(position, i32x4.splat(1));
      }
      storeFirst(y + <usize>form * fBytes + at, best, f - column);
      storeFirst(argmax + <usize>form * fBytes + at, bestAt, f - column);
    }
  }
}

/**
 * Computes `dTables`: each `dy[u, f]` is added to the up to three entries that form the maximum, in the order of (u, f), for the
 * features f in `[from, to)`.
 *
 * @param dy [U, F]
 * @param argmax [U, F] i32
 * @param dTables [charCount, 3F]
 */
export function charMaxPoolGrad(
  u: i32,
  from: i32,
  to: i32,
  f: i32,
  charCount: i32,
  dy: usize,
  argmax: usize,
  chars: usize,
  lengths: usize,
  stepOffsets: usize,
  dTables: usize,
): void {
  const fBytes = floats(f);
  for (let block = 0; block < 3 * charCount; block++) {
    memory.fill(dTables + <usize>block * fBytes + floats(from), 0, floats(to - from));
  }
  for (let form = 0; form < u; form++) {
    const last = load<i32>(lengths + floats(form)) - 1;
    for (let at = floats(from); at < floats(to); at += 4) {
      const entry = <usize>form * fBytes + at;
      const d = load<f32>(dy + entry);
      const p = load<i32>(argmax + entry);
      if (p > 0) addTo(dTables + 3 * charAt(chars, stepOffsets, form, p - 1) * fBytes + at, d);
      addTo(dTables + (3 * charAt(chars, stepOffsets, form, p) + 1) * fBytes + at, d);
      if (p < last) addTo(dTables + (3 * charAt(chars, stepOffsets, form, p + 1) + 2) * fBytes + at, d);
    }
  }
}

// @inline
function addTo(p: usize, value: f32): void {
  store<f32>(p, load<f32>(p) + value);
}

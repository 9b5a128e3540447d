import { floats } from '../simd/assembly/lanes.as';
import { addRow, copyRow } from '../simd/assembly/rows.as';

/**
 * `y[n] = table[index[n]]`.
 *
 * @param table [R, D]
 * @param index [N] i32; -1 gives a row of zeros
 * @param y [N, D]
 */
export function lookupRows(n: i32, d: i32, table: usize, index: usize, y: usize): void {
  const rowBytes = floats(d);
  for (let i = 0; i < n; i++) {
    const row = load<i32>(index + floats(i));
    const out = y + <usize>i * rowBytes;
    if (row < 0) memory.fill(out, 0, rowBytes);
    else copyRow(table + <usize>row * rowBytes, out, d);
  }
}

/**
 * `dTable[r] = sum of dy[n] over the items n of row r`, in the order of the items.
 *
 * @param dy [N, D]
 * @param offsets [R+1] i32
 * @param items [N] i32
 * @param dTable [R, D]
 */
export function lookupRowsGrad(r: i32, d: i32, dy: usize, offsets: usize, items: usize, dTable: usize): void {
  const rowBytes = floats(d);
  for (let row = 0; row < r; row++) {
    const out = dTable + <usize>row * rowBytes;
    const begin = offsets + floats(row);
    const end = items + floats(load<i32>(begin, 4));
    let item = items + floats(load<i32>(begin));
    if (item === end) {
      memory.fill(out, 0, rowBytes);
      continue;
    }
    copyRow(dy + <usize>load<i32>(item) * rowBytes, out, d);
    for (item += 4; item < end; item += 4) addRow(dy + <usize>load<i32>(item) * rowBytes, out, d);
  }
}

/**
 * The specification of the `LookupRows` kernel, which copies and so is exact.
 *
 * @param table [R, D]
 * @param index [N]; -1 gives a row of zeros
 * @returns [N, D]
 */
export function lookupRowsReference(table: ArrayLike<number>, index: ArrayLike<number>, D: number): Float64Array {
  const y = new Float64Array(index.length * D);
  for (let n = 0; n < index.length; n++) {
    for (let d = 0; d < D; d++) y[n * D + d] = index[n]! < 0 ? 0 : table[index[n]! * D + d]!;
  }
  return y;
}

/**
 * The specification of the `LookupRowsGrad` kernel in float64.
 *
 * @param dy [N, D]
 * @param offsets [R+1], items [N]: the items of row r are `items[offsets[r]..offsets[r+1])`
 * @returns [R, D]; zero for rows that are not looked up
 */
export function lookupRowsGradReference(
  dy: ArrayLike<number>,
  { offsets, items }: { offsets: ArrayLike<number>; items: ArrayLike<number> },
  D: number,
): Float64Array {
  const R = offsets.length - 1;
  const dTable = new Float64Array(R * D);
  for (let r = 0; r < R; r++) {
    for (let i = offsets[r]!; i < offsets[r + 1]!; i++) {
      for (let d = 0; d < D; d++) dTable[r * D + d]! += dy[items[i]! * D + d]!;
    }
  }
  return dTable;
}

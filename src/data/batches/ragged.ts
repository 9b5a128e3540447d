import { assert } from '../../lib/assert.ts';

/**
 * Layout of B sequences of different lengths without padding, like PyTorch's PackedSequence: time-major, longest sequence
 * first. Item t of sequence b is row `stepOffsets[t] + b`, so the rows of step t are contiguous. The backward direction uses the
 * same rows with descending t; sequence b starts at its last item.
 */
export interface Ragged {
  /** [B], descending, at least 1 each. */
  lengths: Int32Array;
  /** [T+1]; T is the longest length, `stepOffsets[T]` the number of rows. */
  stepOffsets: Int32Array;
}

/** @param lengths [B], descending, at least 1 each */
export function raggedFromLengths(lengths: Int32Array): Ragged {
  const longest = lengths[0] ?? 0; // T
  const stepOffsets = new Int32Array(longest + 1);
  let running = lengths.length;
  for (let t = 0; t < longest; t++) {
    while (lengths[running - 1]! <= t) running--;
    stepOffsets[t + 1] = stepOffsets[t]! + running;
  }
  for (let b = 0; b < lengths.length; b++) {
    assert(
      lengths[b]! >= 1 && (b === 0 || lengths[b]! <= lengths[b - 1]!),
      () => `ragged: length ${lengths[b]} of sequence ${b}, expected descending lengths of at least 1`,
    );
  }
  return { lengths, stepOffsets };
}

/** Number of rows, N. */
export function raggedRows({ stepOffsets }: Ragged): number {
  return stepOffsets[stepOffsets.length - 1] ?? 0;
}

/** Row of item t of sequence b. */
export function raggedRow({ stepOffsets }: Ragged, b: number, t: number): number {
  return stepOffsets[t]! + b;
}

/**
 * Table look-ups of N items, with the inverse in compressed sparse rows: the gradient of a row is then a sum over its items in
 * a fixed order, without atomics.
 */
export interface Lookup {
  /** [N] the row that each item looks up. */
  index: Int32Array;
  /** [R+1]; R is the number of rows. */
  offsets: Int32Array;
  /** [N] the items of row r are `items[offsets[r]..offsets[r+1])`, ascending. */
  items: Int32Array;
}

/** N bags of rows of a table, of which each may hold any number, with the inverse: the bags of each row. Both in compressed sparse rows. */
export interface Bags {
  /** [N+1] */
  offsets: Int32Array;
  /** [M] the rows in bag n are `rows[offsets[n]..offsets[n+1])`. */
  rows: Int32Array;
  /** [R+1] */
  inverseOffsets: Int32Array;
  /** [M] the bags that hold row r are `bags[inverseOffsets[r]..inverseOffsets[r+1])`, ascending. */
  bags: Int32Array;
}

/** @param offsets [N+1] @param items [M] values in [0, rows) */
export function bagsFrom(offsets: Int32Array, items: Int32Array, rows: number): Bags {
  const inverse = lookupFromIndex(items, rows);
  const bagOf = new Int32Array(items.length);
  for (let n = 0; n + 1 < offsets.length; n++) bagOf.fill(n, offsets[n], offsets[n + 1]);
  return {
    offsets,
    rows: items,
    inverseOffsets: inverse.offsets,
    bags: inverse.items.map((item) => bagOf[item]!),
  };
}

/** @param index [N] values in [0, rows) */
export function lookupFromIndex(index: Int32Array, rows: number): Lookup {
  const offsets = new Int32Array(rows + 1);
  for (const row of index) offsets[row + 1]!++;
  for (let r = 0; r < rows; r++) offsets[r + 1]! += offsets[r]!;
  const next = offsets.slice(0, rows);
  const items = new Int32Array(index.length);
  for (let n = 0; n < index.length; n++) items[next[index[n]!]!++] = n;
  return { index, offsets, items };
}

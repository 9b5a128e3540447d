import { assert } from '../../lib/assert.ts';

/**
 * Sequences of different lengths, stored without padding, time-major and longest first: item t of sequence b is row
 * `stepOffsets[t] + b`. So the rows of step t are contiguous, for the sequences still running (PyTorch's PackedSequence).
 * The backward direction walks t downwards over the same rows: sequence b joins when t falls below its length.
 */
export interface Ragged {
  /** [B], never increasing, all ≥ 1. */
  lengths: Int32Array;
  /** [T+1], `stepOffsets[T]` is the number of rows. */
  stepOffsets: Int32Array;
}

/** @param lengths [B], never increasing, all ≥ 1 */
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
      () => `ragged: length ${lengths[b]} of sequence ${b} is out of order`,
    );
  }
  return { lengths, stepOffsets };
}

/** Number of rows. */
export function raggedRows({ stepOffsets }: Ragged): number {
  return stepOffsets[stepOffsets.length - 1] ?? 0;
}

/** Row of item t of sequence b. */
export function raggedRow({ stepOffsets }: Ragged, b: number, t: number): number {
  return stepOffsets[t]! + b;
}

/**
 * Which row of a table each item looks up, and, the other way round, which items look a row up (compressed sparse rows),
 * so that the gradient is a sum in a fixed order, without atomics.
 */
export interface Lookup {
  /** [N] row of each item. */
  index: Int32Array;
  /** [R+1] */
  offsets: Int32Array;
  /** [N] items by row, ascending: those of row r are `items[offsets[r]..offsets[r+1])`. */
  items: Int32Array;
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

// Shared by the recurrent kernels: sizes of the cells, and the steps of a ragged batch (src/data/batches/ragged.ts) in the order of a
// direction.

import { floats } from '../simd/assembly/lanes.as';

/** Cells. */
export const LSTM: i32 = 0;
export const GRU: i32 = 1;
export const RNN: i32 = 2;

/** Directions. */
export const FORWARD: i32 = 0;
export const BACKWARD: i32 = 1;

/** G: gates of a cell. */
export function gateCount(cell: i32): i32 {
  return cell === LSTM ? 4 : cell === GRU ? 3 : 1;
}

/** Number of gates whose recurrent product is added to the projected input: all except the GRU's n. */
export function summedGates(cell: i32): i32 {
  return cell === GRU ? 2 : gateCount(cell);
}

/** The s-th step that a direction visits. */
// @inline
export function stepAt(s: i32, steps: i32, direction: i32): i32 {
  return direction === FORWARD ? s : steps - 1 - s;
}

/** The first row of step t; for step T, the number of rows. */
// @inline
export function rowOf(stepOffsets: usize, t: i32): i32 {
  return load<i32>(stepOffsets + floats(t));
}

/** Number of sequences with an item at step t; 0 before the first and after the last step. */
// @inline
export function running(stepOffsets: usize, steps: i32, t: i32): i32 {
  return t < 0 || t >= steps ? 0 : rowOf(stepOffsets, t + 1) - rowOf(stepOffsets, t);
}

/** Number of the sequences `[from, to)` with an item at step t. */
// @inline
export function runningOf(stepOffsets: usize, steps: i32, t: i32, from: i32, to: i32): i32 {
  return max(0, min(to, running(stepOffsets, steps, t)) - from);
}

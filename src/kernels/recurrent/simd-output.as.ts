import { floats } from '../simd/assembly/gemm.as';
import { walkCell } from './simd-cells.as';
import { integerFloats, integerPanelFloats, multiplyIntegers, packIntegers, toIntegers } from './simd-integers.as';
import { gateCount, GRU, lineFloats, rowOf, runningOf, stepAt, summedGates } from './simd-walk.as';

// The layer where nothing is learnt. Its recurrent products are of integers (simd-integers.as.ts), and the gates of one step at
// a time, and what else it keeps of the sequences, stay in the scratch space, which should fit into a core's second-level
// cache beside the weights.

/** Size of `panels` in `recurrentOutput`: wh of one direction, as integers. */
export function recurrentOutputPanelFloats(cell: i32, hidden: i32): i32 {
  return lineFloats(integerPanelFloats(summedGates(cell) * hidden, hidden)) + lineFloats(integerPanelFloats(hidden, hidden));
}

/** The gates that are summed, then the GRU's last one. @param wh [2, hidden, G·hidden] @param panels out */
export function recurrentOutputPack(cell: i32, hidden: i32, direction: i32, wh: usize, panels: usize): void {
  const columns = gateCount(cell) * hidden;
  const summed = summedGates(cell) * hidden;
  const weights = wh + floats(direction * hidden * columns);
  packIntegers(summed, hidden, weights, columns, panels);
  if (cell == GRU) packIntegers(hidden, hidden, weights + floats(summed), columns, lastPanels(cell, hidden, panels));
}

/** Of the gate that is not summed. */
@inline
function lastPanels(cell: i32, hidden: i32, panels: usize): usize {
  return panels + floats(lineFloats(integerPanelFloats(summedGates(cell) * hidden, hidden)));
}

/** Size of `scratch` in `recurrentOutput`. @param sequences of one call */
export function recurrentOutputScratchFloats(cell: i32, hidden: i32, sequences: i32): i32 {
  return sequences * ((gateCount(cell) + 1) * hidden + integerFloats(hidden));
}

/**
 * One direction of the sequences `from` to before `to`.
 *
 * @param cell LSTM, GRU or RNN of simd-walk.as.ts
 * @param projected [P, 2·G·hidden]
 * @param inputRows [N] int32 into P
 * @param panels of this direction, by `recurrentOutputPack`
 * @param stepOffsets [steps + 1] int32
 * @param y [N, 2·hidden] out
 * @param scratch `recurrentOutputScratchFloats(cell, hidden, to - from)` floats
 */
export function recurrentOutput(
  cell: i32, hidden: i32, steps: i32, direction: i32, from: i32, to: i32,
  projected: usize, inputRows: usize, panels: usize, stepOffsets: usize,
  y: usize,
  scratch: usize,
): void {
  const columns = gateCount(cell) * hidden;
  const summed = summedGates(cell) * hidden;
  const inputRow = 2 * columns;
  const unitRow = 2 * hidden;
  const integerRow = integerFloats(hidden);
  const integers = scratch; // [to - from, hidden] of h, each 16 bits
  const kept = integers + floats((to - from) * integerRow); // [to - from, hidden]
  const gates = kept + floats((to - from) * hidden); // [to - from, G·hidden]
  projected += floats(direction * columns);
  y += floats(direction * hidden);
  for (let s = 0; s < steps; s++) {
    const t = stepAt(s, steps, direction);
    const before = stepAt(s - 1, steps, direction);
    const rows = runningOf(stepOffsets, steps, t, from, to);
    const known = min(rows, runningOf(stepOffsets, steps, before, from, to)); // sequences that have a previous item
    const start = rowOf(stepOffsets, t) + from;
    const startBefore = known == 0 ? 0 : rowOf(stepOffsets, before) + from;
    const rowsAt = inputRows + floats(start);

    multiplyIntegers(known, summed, hidden, integers, panels, gates, columns, projected, rowsAt, inputRow);
    if (cell == GRU) {
      multiplyIntegers(known, hidden, hidden, integers, lastPanels(cell, hidden, panels), kept, hidden, 0, 0, 0);
    }
    for (let b = 0; b < rows; b++) {
      const input = projected + floats(load<i32>(rowsAt + floats(b)) * inputRow);
      const gatesAt = gates + floats(b * columns);
      const keptAt = kept + floats(b * hidden);
      const hAt = y + floats((start + b) * unitRow);
      const hBefore = y + floats((startBefore + b) * unitRow);
      if (b < known) walkCell(cell, hidden, gatesAt, input, keptAt, hBefore, gatesAt, keptAt, hAt);
      else walkCell(cell, hidden, input, input, 0, 0, gatesAt, keptAt, hAt);
      toIntegers(hidden, hAt, integers + floats(b * integerRow));
    }
  }
}

import { floats, multiplyPanels, packedFloats, packPanels } from '../simd/assembly/gemm.as';
import { gru, lstm, rnn } from './simd-cells.as';
import { gateCount, GRU, lineFloats, LSTM, RNN, rowOf, running, stepAt, summedGates } from './simd-walk.as';

/** Size of `scratch` in `recurrent`: wh packed, and a tile. */
export function recurrentScratchFloats(cell: i32, hidden: i32): i32 {
  return lineFloats(packedFloats(summedGates(cell) * hidden, hidden)) + lineFloats(packedFloats(hidden, hidden)) + 48;
}

/**
 * The layer of op.ts, forward: a direction walks over the steps, and at each adds `h . wh` for the sequences still running,
 * one matrix product, and applies the cell.
 *
 * @param cell LSTM, GRU or RNN of simd-walk.as.ts
 * @param projected [N, 2·G·hidden]
 * @param wh [2, hidden, G·hidden]
 * @param stepOffsets [steps + 1] int32
 * @param y [N, 2·hidden] out
 * @param gates [N, 2·G·hidden] out
 * @param memory [N, 2·hidden] out
 * @param scratch `recurrentScratchFloats` floats
 */
export function recurrent(
  cell: i32, hidden: i32, steps: i32,
  projected: usize, wh: usize, stepOffsets: usize,
  y: usize, gates: usize, kept: usize,
  scratch: usize,
): void {
  const columns = gateCount(cell) * hidden;
  for (let direction = 0; direction < 2; direction++) {
    const gatesAt = floats(direction * columns);
    const unitsAt = floats(direction * hidden);
    walk(
      cell, hidden, steps, direction,
      projected + gatesAt, wh + floats(direction * hidden * columns), stepOffsets,
      y + unitsAt, gates + gatesAt, kept + unitsAt,
      scratch,
    );
  }
  if (cell == RNN) memory.fill(kept, 0, floats(rowOf(stepOffsets, steps) * 2 * hidden));
}

/** One direction: pointers are to its own columns. */
function walk(
  cell: i32, hidden: i32, steps: i32, direction: i32,
  projected: usize, wh: usize, stepOffsets: usize,
  y: usize, gates: usize, kept: usize,
  scratch: usize,
): void {
  const columns = gateCount(cell) * hidden;
  const summed = summedGates(cell) * hidden;
  const gateRow = 2 * columns;
  const unitRow = 2 * hidden;
  const panels = scratch;
  const lastPanels = panels + floats(lineFloats(packedFloats(summed, hidden))); // of the gate that is not summed, if any
  const tile = lastPanels + floats(lineFloats(packedFloats(hidden, hidden)));
  packPanels(summed, hidden, wh, columns, false, panels);
  if (cell == GRU) packPanels(hidden, hidden, wh + floats(summed), columns, false, lastPanels);

  for (let s = 0; s < steps; s++) {
    const t = stepAt(s, steps, direction);
    const before = stepAt(s - 1, steps, direction);
    const rows = running(stepOffsets, steps, t);
    const known = min(rows, running(stepOffsets, steps, before)); // sequences that have a previous item
    const start = rowOf(stepOffsets, t);
    const startBefore = known == 0 ? 0 : rowOf(stepOffsets, before);
    const hBefore = y + floats(startBefore * unitRow);
    const inputs = projected + floats(start * gateRow);
    const out = gates + floats(start * gateRow);
    multiplyPanels(known, summed, hidden, hBefore, unitRow, panels, out, gateRow, inputs, gateRow, tile);
    if (cell == GRU) {
      const product = kept + floats(start * unitRow);
      multiplyPanels(known, hidden, hidden, hBefore, unitRow, lastPanels, product, unitRow, 0, 0, tile);
      for (let b = known; b < rows; b++) memory.fill(product + floats(b * unitRow), 0, floats(hidden));
    }
    for (let b = 0; b < rows; b++) {
      const gateAt = floats(b * gateRow);
      const unitAt = floats((start + b) * unitRow);
      const beforeAt = floats((startBefore + b) * unitRow);
      const sums = (b < known ? out : inputs) + gateAt;
      if (cell == LSTM) lstm(hidden, sums, b < known ? kept + beforeAt : 0, out + gateAt, kept + unitAt, y + unitAt);
      else if (cell == GRU) gru(hidden, sums, inputs + gateAt + floats(summed), kept + unitAt, b < known ? y + beforeAt : 0, out + gateAt, y + unitAt);
      else rnn(hidden, sums, out + gateAt, y + unitAt);
    }
  }
}

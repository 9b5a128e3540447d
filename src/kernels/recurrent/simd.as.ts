import { floats, multiplyPanels, packedFloats, packPanels } from '../simd/assembly/gemm.as';
import { gru, lstm, rnn } from './simd-cells.as';
import { gateCount, GRU, lineFloats, LSTM, rowOf, runningOf, stepAt, summedGates } from './simd-walk.as';

/** Size of `panels` in `recurrent`: wh of one direction, packed. */
export function recurrentPanelFloats(cell: i32, hidden: i32): i32 {
  return lineFloats(packedFloats(summedGates(cell) * hidden, hidden)) + lineFloats(packedFloats(hidden, hidden));
}

/** Size of `scratch` in `recurrent`: a tile. */
export function recurrentScratchFloats(): i32 {
  return 48;
}

/** The gates that are summed, then the GRU's last one. @param wh [2, hidden, G·hidden] @param panels out */
export function recurrentPack(cell: i32, hidden: i32, direction: i32, wh: usize, panels: usize): void {
  const columns = gateCount(cell) * hidden;
  const summed = summedGates(cell) * hidden;
  const weights = wh + floats(direction * hidden * columns);
  packPanels(summed, hidden, weights, columns, false, panels);
  if (cell == GRU) packPanels(hidden, hidden, weights + floats(summed), columns, false, lastPanels(cell, hidden, panels));
}

/** Of the gate that is not summed. */
@inline
function lastPanels(cell: i32, hidden: i32, panels: usize): usize {
  return panels + floats(lineFloats(packedFloats(summedGates(cell) * hidden, hidden)));
}

/**
 * The layer of op.ts, forward: one direction of the sequences `from` to before `to`. It walks over the steps, and at each adds
 * `h . wh` for those still running, one matrix product, and applies the cell.
 *
 * @param cell LSTM, GRU or RNN of simd-walk.as.ts
 * @param projected [N, 2·G·hidden]
 * @param panels of this direction, by `recurrentPack`
 * @param stepOffsets [steps + 1] int32
 * @param y [N, 2·hidden] out
 * @param gates [N, 2·G·hidden] out
 * @param memory [N, 2·hidden] out
 * @param scratch `recurrentScratchFloats` floats
 */
export function recurrent(
  cell: i32, hidden: i32, steps: i32, direction: i32, from: i32, to: i32,
  projected: usize, panels: usize, stepOffsets: usize,
  y: usize, gates: usize, kept: usize,
  scratch: usize,
): void {
  const columns = gateCount(cell) * hidden;
  const gatesAt = floats(direction * columns);
  const unitsAt = floats(direction * hidden);
  walk(
    cell, hidden, steps, direction, from, to,
    projected + gatesAt, panels, stepOffsets, y + unitsAt, gates + gatesAt, kept + unitsAt,
    scratch,
  );
}

/** Pointers are to the direction's own columns. */
function walk(
  cell: i32, hidden: i32, steps: i32, direction: i32, from: i32, to: i32,
  projected: usize, panels: usize, stepOffsets: usize,
  y: usize, gates: usize, kept: usize,
  tile: usize,
): void {
  const columns = gateCount(cell) * hidden;
  const summed = summedGates(cell) * hidden;
  const gateRow = 2 * columns;
  const unitRow = 2 * hidden;
  for (let s = 0; s < steps; s++) {
    const t = stepAt(s, steps, direction);
    const before = stepAt(s - 1, steps, direction);
    const rows = runningOf(stepOffsets, steps, t, from, to);
    const known = min(rows, runningOf(stepOffsets, steps, before, from, to)); // sequences that have a previous item
    const start = rowOf(stepOffsets, t) + from;
    const startBefore = known == 0 ? 0 : rowOf(stepOffsets, before) + from;
    const hBefore = y + floats(startBefore * unitRow);
    const inputs = projected + floats(start * gateRow);
    const out = gates + floats(start * gateRow);
    multiplyPanels(known, summed, hidden, hBefore, unitRow, panels, out, gateRow, inputs, gateRow, tile);
    if (cell == GRU) {
      const product = kept + floats(start * unitRow);
      multiplyPanels(known, hidden, hidden, hBefore, unitRow, lastPanels(cell, hidden, panels), product, unitRow, 0, 0, tile);
      for (let b = known; b < rows; b++) memory.fill(product + floats(b * unitRow), 0, floats(hidden));
    }
    for (let b = 0; b < rows; b++) {
      const gateAt = floats(b * gateRow);
      const unitAt = floats((start + b) * unitRow);
      const beforeAt = floats((startBefore + b) * unitRow);
      const sums = (b < known ? out : inputs) + gateAt;
      if (cell == LSTM) {
        lstm(hidden, sums, b < known ? kept + beforeAt : 0, out + gateAt, kept + unitAt, y + unitAt);
      } else if (cell == GRU) {
        gru(hidden, sums, inputs + gateAt + floats(summed), kept + unitAt, b < known ? y + beforeAt : 0, out + gateAt, y + unitAt);
      } else {
        rnn(hidden, sums, out + gateAt, y + unitAt);
        memory.fill(kept + unitAt, 0, floats(hidden));
      }
    }
  }
}

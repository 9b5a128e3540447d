import { floats, lineFloats } from '../simd/assembly/lanes.as';
import { multiplyPanels, packPanels, panelFloats, panelScratchFloats } from '../simd/assembly/products.as';
import { walkCell } from './simd-cells.as';
import { gateCount, GRU, rowOf, runningOf, stepAt, summedGates } from './simd-walk.as';

/** Size of `panels` in `recurrent`: wh of one direction, packed. */
export function recurrentPanelFloats(cell: i32, hidden: i32): i32 {
  return lineFloats(panelFloats(summedGates(cell) * hidden, hidden)) + lineFloats(panelFloats(hidden, hidden));
}

/** Size of `scratch` in `recurrent`. @param sequences of one call */
export function recurrentScratchFloats(hidden: i32, sequences: i32): i32 {
  return panelScratchFloats(sequences, hidden);
}

/** Packs the gates that are summed, then the GRU's last one. @param wh [2, hidden, G·hidden] @param panels out */
export function recurrentPack(cell: i32, hidden: i32, direction: i32, wh: usize, panels: usize): void {
  const columns = gateCount(cell) * hidden;
  const summed = summedGates(cell) * hidden;
  const weights = wh + floats(direction * hidden * columns);
  packPanels(summed, hidden, weights, columns, false, panels);
  if (cell === GRU)
    packPanels(hidden, hidden, weights + floats(summed), columns, false, lastPanels(cell, hidden, panels));
}

/** Packed weights of the gate that is not summed. */
// @inline
export function lastPanels(cell: i32, hidden: i32, panels: usize): usize {
  return panels + floats(lineFloats(panelFloats(summedGates(cell) * hidden, hidden)));
}

/**
 * Forward pass of the layer of op.ts: one direction of the sequences `[from, to)`. At each step it adds `h . wh` for the
 * sequences that have not ended, with one matrix product, and applies the cell.
 *
 * @param cell LSTM, GRU or RNN of simd-walk.as.ts
 * @param projected [N, 2·G·hidden]
 * @param panels of this direction, by `recurrentPack`
 * @param stepOffsets [steps + 1] int32
 * @param y [N, 2·hidden] out
 * @param gates [N, 2·G·hidden] out
 * @param kept [N, 2·hidden] out: the `memory` of op.ts
 * @param scratch `recurrentScratchFloats(hidden, to - from)` floats
 */
export function recurrent(
  cell: i32,
  hidden: i32,
  steps: i32,
  direction: i32,
  from: i32,
  to: i32,
  projected: usize,
  panels: usize,
  stepOffsets: usize,
  y: usize,
  gates: usize,
  kept: usize,
  scratch: usize,
): void {
  const columns = gateCount(cell) * hidden;
  const summed = summedGates(cell) * hidden;
  const gateRow = 2 * columns;
  const unitRow = 2 * hidden;
  projected += floats(direction * columns);
  gates += floats(direction * columns);
  y += floats(direction * hidden);
  kept += floats(direction * hidden);
  for (let s = 0; s < steps; s++) {
    const t = stepAt(s, steps, direction);
    const before = stepAt(s - 1, steps, direction);
    const rows = runningOf(stepOffsets, steps, t, from, to);
    const known = min(rows, runningOf(stepOffsets, steps, before, from, to)); // sequences that have a previous item
    const start = rowOf(stepOffsets, t) + from;
    const startBefore = known === 0 ? 0 : rowOf(stepOffsets, before) + from;
    let inputAt = projected + floats(start * gateRow);
    let gatesAt = gates + floats(start * gateRow);
    let keptAt = kept + floats(start * unitRow);
    let hAt = y + floats(start * unitRow);
    let keptBefore = kept + floats(startBefore * unitRow);
    let hBefore = y + floats(startBefore * unitRow);

    multiplyPanels(known, summed, hidden, hBefore, unitRow, panels, gatesAt, gateRow, inputAt, 0, gateRow, scratch);
    if (cell === GRU) {
      multiplyPanels(
        known,
        hidden,
        hidden,
        hBefore,
        unitRow,
        lastPanels(cell, hidden, panels),
        keptAt,
        unitRow,
        0,
        0,
        0,
        scratch,
      );
    }
    for (let b = 0; b < rows; b++) {
      if (b < known) walkCell(cell, hidden, gatesAt, inputAt, keptBefore, hBefore, gatesAt, keptAt, hAt);
      else walkCell(cell, hidden, inputAt, inputAt, 0, 0, gatesAt, keptAt, hAt);
      inputAt += floats(gateRow);
      gatesAt += floats(gateRow);
      keptAt += floats(unitRow);
      hAt += floats(unitRow);
      keptBefore += floats(unitRow);
      hBefore += floats(unitRow);
    }
  }
}

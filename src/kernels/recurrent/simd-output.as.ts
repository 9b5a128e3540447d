import { floats } from '../simd/assembly/lanes.as';
import { multiplyPanels, panelScratchFloats } from '../simd/assembly/products.as';
import { lastPanels } from './simd.as';
import { walkCell } from './simd-cells.as';
import { gateCount, GRU, rowOf, runningOf, stepAt, summedGates } from './simd-walk.as';

// The layer for inference: no gates are stored. The gate sums of one step and the state of the sequences are in the scratch space,
// which should fit into a core's second-level cache together with the weights.

/** Size of `scratch` in `recurrentOutput`. @param sequences of one call */
export function recurrentOutputScratchFloats(cell: i32, hidden: i32, sequences: i32): i32 {
  return sequences * (gateCount(cell) + 1) * hidden + panelScratchFloats(sequences, hidden);
}

/**
 * One direction of the sequences `[from, to)`.
 *
 * @param cell LSTM, GRU or RNN of simd-walk.as.ts
 * @param projected [P, 2·G·hidden]
 * @param inputRows [N] int32 into P
 * @param panels of this direction, by `recurrentPack`
 * @param stepOffsets [steps + 1] int32
 * @param y [N, 2·hidden] out
 * @param scratch `recurrentOutputScratchFloats(cell, hidden, to - from)` floats
 */
export function recurrentOutput(
  cell: i32,
  hidden: i32,
  steps: i32,
  direction: i32,
  from: i32,
  to: i32,
  projected: usize,
  inputRows: usize,
  panels: usize,
  stepOffsets: usize,
  y: usize,
  scratch: usize,
): void {
  const columns = gateCount(cell) * hidden;
  const summed = summedGates(cell) * hidden;
  const inputRow = 2 * columns;
  const unitRow = 2 * hidden;
  const kept = scratch + floats(panelScratchFloats(to - from, hidden)); // [to - from, hidden]
  const sums = kept + floats((to - from) * hidden); // [to - from, G·hidden]
  projected += floats(direction * columns);
  y += floats(direction * hidden);
  for (let s = 0; s < steps; s++) {
    const t = stepAt(s, steps, direction);
    const before = stepAt(s - 1, steps, direction);
    const rows = runningOf(stepOffsets, steps, t, from, to);
    const known = min(rows, runningOf(stepOffsets, steps, before, from, to)); // sequences that have a previous item
    const start = rowOf(stepOffsets, t) + from;
    const startBefore = known === 0 ? 0 : rowOf(stepOffsets, before) + from;
    const rowsAt = inputRows + floats(start);

    const statesBefore = y + floats(startBefore * unitRow);
    multiplyPanels(
      known,
      summed,
      hidden,
      statesBefore,
      unitRow,
      panels,
      sums,
      columns,
      projected,
      rowsAt,
      inputRow,
      scratch,
    );
    if (cell === GRU) {
      multiplyPanels(
        known,
        hidden,
        hidden,
        statesBefore,
        unitRow,
        lastPanels(cell, hidden, panels),
        kept,
        hidden,
        0,
        0,
        0,
        scratch,
      );
    }
    for (let b = 0; b < rows; b++) {
      const input = projected + floats(load<i32>(rowsAt + floats(b)) * inputRow);
      const keptAt = kept + floats(b * hidden);
      const hAt = y + floats((start + b) * unitRow);
      const hBefore = statesBefore + floats(b * unitRow);
      if (b < known) walkCell(cell, hidden, sums + floats(b * columns), input, keptAt, hBefore, 0, keptAt, hAt);
      else walkCell(cell, hidden, input, input, 0, 0, 0, keptAt, hAt);
    }
  }
}

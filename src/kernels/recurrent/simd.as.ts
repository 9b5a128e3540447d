import { floats, multiplyPanels, packedFloats, packPanels } from '../simd/assembly/gemm.as';
import { gru, lstm, rnn } from './simd-cells.as';
import { gateCount, GRU, lineFloats, LSTM, rowOf, runningOf, stepAt, summedGates } from './simd-walk.as';

/** Size of `panels` in `recurrent`: wh of one direction, packed. */
export function recurrentPanelFloats(cell: i32, hidden: i32): i32 {
  return lineFloats(packedFloats(summedGates(cell) * hidden, hidden)) + lineFloats(packedFloats(hidden, hidden));
}

/** Size of a tile of multiplyPanels. */
const TILE_FLOATS: i32 = 48;

/** Size of `scratch` in `recurrent`. */
export function recurrentScratchFloats(): i32 {
  return TILE_FLOATS;
}

/** Size of `scratch` in `recurrentOutput`. @param sequences of one call */
export function recurrentOutputScratchFloats(cell: i32, hidden: i32, sequences: i32): i32 {
  return TILE_FLOATS + sequences * (gateCount(cell) + 1) * hidden;
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
 * @param kept [N, 2·hidden] out: the `memory` of op.ts
 * @param scratch `recurrentScratchFloats` floats
 */
export function recurrent(
  cell: i32, hidden: i32, steps: i32, direction: i32, from: i32, to: i32,
  projected: usize, panels: usize, stepOffsets: usize,
  y: usize, gates: usize, kept: usize,
  scratch: usize,
): void {
  const columns = gateCount(cell) * hidden;
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
    const startBefore = known == 0 ? 0 : rowOf(stepOffsets, before) + from;
    step(
      cell, hidden, rows, known, panels,
      projected + floats(start * gateRow), gates + floats(start * gateRow), gateRow,
      y + floats(startBefore * unitRow), y + floats(start * unitRow),
      kept + floats(startBefore * unitRow), kept + floats(start * unitRow), unitRow,
      scratch,
    );
  }
}

/**
 * The layer's output alone: the gates of one step at a time, and what else it keeps of the sequences, stay in the
 * scratch space, which should fit into a core's second-level cache.
 *
 * @param projected [P, 2·G·hidden]
 * @param inputRows [N] int32 into P
 * @param scratch `recurrentOutputScratchFloats(cell, hidden, to - from)` floats; see `recurrent` for the others
 */
export function recurrentOutput(
  cell: i32, hidden: i32, steps: i32, direction: i32, from: i32, to: i32,
  projected: usize, inputRows: usize, panels: usize, stepOffsets: usize,
  y: usize,
  scratch: usize,
): void {
  const columns = gateCount(cell) * hidden;
  const unitRow = 2 * hidden;
  const kept = scratch + floats(TILE_FLOATS); // [to - from, hidden]
  const gates = kept + floats((to - from) * hidden); // [to - from, G·hidden]
  projected += floats(direction * columns);
  y += floats(direction * hidden);
  for (let s = 0; s < steps; s++) {
    const t = stepAt(s, steps, direction);
    const before = stepAt(s - 1, steps, direction);
    const rows = runningOf(stepOffsets, steps, t, from, to);
    const known = min(rows, runningOf(stepOffsets, steps, before, from, to));
    const start = rowOf(stepOffsets, t) + from;
    const startBefore = known == 0 ? 0 : rowOf(stepOffsets, before) + from;
    for (let b = 0; b < rows; b++) {
      const input = load<i32>(inputRows + floats(start + b));
      memory.copy(gates + floats(b * columns), projected + floats(input * 2 * columns), floats(columns));
    }
    step(
      cell, hidden, rows, known, panels,
      gates, gates, columns,
      y + floats(startBefore * unitRow), y + floats(start * unitRow),
      kept, kept, hidden,
      scratch,
    );
  }
}

/**
 * One step of `rows` sequences, of which the first `known` have a previous item. Pointers are to the direction's own columns.
 *
 * @param inputs [rows, G·hidden], rows `gateRow` floats apart
 * @param gates out, likewise; may be `inputs`
 * @param hBefore [known, hidden], rows 2·hidden floats apart
 * @param h [rows, hidden] out, likewise
 * @param keptBefore [known, hidden], rows `keptRow` floats apart
 * @param kept [rows, hidden] out, likewise; may be `keptBefore`
 */
function step(
  cell: i32, hidden: i32, rows: i32, known: i32, panels: usize,
  inputs: usize, gates: usize, gateRow: i32,
  hBefore: usize, h: usize,
  keptBefore: usize, kept: usize, keptRow: i32,
  tile: usize,
): void {
  const unitRow = 2 * hidden;
  const summed = summedGates(cell) * hidden;
  multiplyPanels(known, summed, hidden, hBefore, unitRow, panels, gates, gateRow, inputs, gateRow, tile);
  if (cell == GRU) {
    multiplyPanels(known, hidden, hidden, hBefore, unitRow, lastPanels(cell, hidden, panels), kept, keptRow, 0, 0, tile);
    for (let b = known; b < rows; b++) memory.fill(kept + floats(b * keptRow), 0, floats(hidden));
  }
  for (let b = 0; b < rows; b++) {
    const gateAt = floats(b * gateRow);
    const unitAt = floats(b * unitRow);
    const keptAt = floats(b * keptRow);
    const sums = (b < known ? gates : inputs) + gateAt;
    if (cell == LSTM) {
      lstm(hidden, sums, b < known ? keptBefore + keptAt : 0, gates + gateAt, kept + keptAt, h + unitAt);
    } else if (cell == GRU) {
      gru(hidden, sums, inputs + gateAt + floats(summed), kept + keptAt, b < known ? hBefore + unitAt : 0, gates + gateAt, h + unitAt);
    } else {
      rnn(hidden, sums, gates + gateAt, h + unitAt);
      memory.fill(kept + keptAt, 0, floats(hidden));
    }
  }
}

import { floats, gemm, gemmScratchFloats, multiplyPanels, packedFloats, packPanels } from '../simd/assembly/gemm.as';
import { gruGrad, lstmGrad, rnnGrad } from './simd-cells.as';
import { gateCount, GRU, lineFloats, LSTM, rowOf, running, stepAt, summedGates } from './simd-walk.as';

/**
 * Size of `scratch` in `recurrentGrad`: wh' packed, what is carried to the previous item by h and by c, previous hidden
 * states, the gradient of the GRU's product, and what products ask for.
 */
export function recurrentGradScratchFloats(cell: i32, hidden: i32, rows: i32, sequences: i32): i32 {
  return lineFloats(packedFloats(hidden, summedGates(cell) * hidden)) + lineFloats(packedFloats(hidden, hidden))
    + 2 * lineFloats(sequences * hidden) + 2 * lineFloats(rows * hidden) + gemmScratchFloats();
}

/**
 * The gradient of `recurrent`: back-propagation through time (Werbos 1990). A direction walks its steps from the last to the
 * first; at each the cell gives the gradient of its sums, which times wh' is the gradient of the previous hidden state. At
 * the end dWh is one product of all previous hidden states by all gradients of sums.
 *
 * @param dy [N, 2·hidden]
 * @param y [N, 2·hidden], `gates` [N, 2·G·hidden], `memory` [N, 2·hidden]: outputs of `recurrent`
 * @param wh [2, hidden, G·hidden]
 * @param stepOffsets [steps + 1] int32
 * @param dProjected [N, 2·G·hidden] out
 * @param dWh [2, hidden, G·hidden] out
 * @param scratch `recurrentGradScratchFloats` floats
 */
export function recurrentGrad(
  cell: i32, hidden: i32, steps: i32, sequences: i32,
  dy: usize, y: usize, gates: usize, kept: usize, wh: usize, stepOffsets: usize,
  dProjected: usize, dWh: usize,
  scratch: usize,
): void {
  const columns = gateCount(cell) * hidden;
  for (let direction = 0; direction < 2; direction++) {
    const gatesAt = floats(direction * columns);
    const unitsAt = floats(direction * hidden);
    const weightsAt = floats(direction * hidden * columns);
    walkBack(
      cell, hidden, steps, sequences, direction,
      dy + unitsAt, y + unitsAt, gates + gatesAt, kept + unitsAt, wh + weightsAt, stepOffsets,
      dProjected + gatesAt, dWh + weightsAt,
      scratch,
    );
  }
}

/** One direction: pointers are to its own columns. */
function walkBack(
  cell: i32, hidden: i32, steps: i32, sequences: i32, direction: i32,
  dy: usize, y: usize, gates: usize, kept: usize, wh: usize, stepOffsets: usize,
  dProjected: usize, dWh: usize,
  scratch: usize,
): void {
  const rowCount = rowOf(stepOffsets, steps);
  const columns = gateCount(cell) * hidden;
  const summed = summedGates(cell) * hidden;
  const gateRow = 2 * columns;
  const unitRow = 2 * hidden;
  const panels = scratch;
  const lastPanels = panels + floats(lineFloats(packedFloats(hidden, summed))); // of the gate that is not summed, if any
  const carriedH = lastPanels + floats(lineFloats(packedFloats(hidden, hidden))); // [sequences, hidden]
  const carriedC = carriedH + floats(lineFloats(sequences * hidden)); // [sequences, hidden]
  const previous = carriedC + floats(lineFloats(sequences * hidden)); // [N, hidden]
  const dProduct = previous + floats(lineFloats(rowCount * hidden)); // [N, hidden]
  const products = dProduct + floats(lineFloats(rowCount * hidden));
  packPanels(hidden, summed, wh, columns, true, panels);
  if (cell == GRU) packPanels(hidden, hidden, wh + floats(summed), columns, true, lastPanels);

  for (let s = steps - 1, carried = 0; s >= 0; s--) {
    const t = stepAt(s, steps, direction);
    const before = stepAt(s - 1, steps, direction);
    const rows = running(stepOffsets, steps, t);
    const known = min(rows, running(stepOffsets, steps, before)); // sequences that have a previous item
    const start = rowOf(stepOffsets, t);
    const startBefore = known == 0 ? 0 : rowOf(stepOffsets, before);
    for (let b = 0; b < rows; b++) {
      const gateAt = floats((start + b) * gateRow);
      const unitAt = floats((start + b) * unitRow);
      const beforeAt = floats((startBefore + b) * unitRow);
      const carryH = carriedH + floats(b * hidden);
      const carryC = carriedC + floats(b * hidden);
      const dhNext = b < carried ? carryH : 0;
      if (cell == LSTM) {
        const cBefore = b < known ? kept + beforeAt : 0;
        const dcNext = b < carried ? carryC : 0;
        lstmGrad(hidden, dy + unitAt, dhNext, dcNext, gates + gateAt, kept + unitAt, cBefore, dProjected + gateAt, carryC);
      } else if (cell == GRU) {
        const hBefore = b < known ? y + beforeAt : 0;
        const dProductRow = dProduct + floats((start + b) * hidden);
        gruGrad(hidden, dy + unitAt, dhNext, gates + gateAt, kept + unitAt, hBefore, dProjected + gateAt, dProductRow, carryH);
      } else {
        rnnGrad(hidden, dy + unitAt, dhNext, gates + gateAt, dProjected + gateAt);
      }
    }
    const da = dProjected + floats(start * gateRow);
    const base = cell == GRU ? carriedH : 0; // the GRU hands h on, too
    multiplyPanels(known, hidden, summed, da, gateRow, panels, carriedH, hidden, base, hidden, products);
    if (cell == GRU) {
      const left = dProduct + floats(start * hidden);
      multiplyPanels(known, hidden, hidden, left, hidden, lastPanels, carriedH, hidden, carriedH, hidden, products);
    }
    carried = known;
  }

  // The first step of a walk has no previous item, of none of its sequences.
  const first = direction == 0 ? rowOf(stepOffsets, min(1, steps)) : 0;
  const end = direction == 0 ? rowCount : rowOf(stepOffsets, max(steps - 1, 0));
  gatherPrevious(hidden, steps, direction, y, stepOffsets, previous);
  gemm(hidden, summed, end - first, previous + floats(first * hidden), hidden, true, dProjected + floats(first * gateRow), gateRow, false, dWh, columns, 0, 0, products);
  if (cell == GRU) {
    gemm(hidden, hidden, end - first, previous + floats(first * hidden), hidden, true, dProduct + floats(first * hidden), hidden, false, dWh + floats(summed), columns, 0, 0, products);
  }
}

/** The hidden state before each row, zeros where a sequence begins. @param previous [N, hidden] out */
function gatherPrevious(hidden: i32, steps: i32, direction: i32, y: usize, stepOffsets: usize, previous: usize): void {
  const unitRow = 2 * hidden;
  for (let t = 0; t < steps; t++) {
    const before = direction == 0 ? t - 1 : t + 1;
    const rows = running(stepOffsets, steps, t);
    const known = min(rows, running(stepOffsets, steps, before));
    const start = rowOf(stepOffsets, t);
    const from = known == 0 ? y : y + floats(rowOf(stepOffsets, before) * unitRow);
    for (let b = 0; b < known; b++) memory.copy(previous + floats((start + b) * hidden), from + floats(b * unitRow), floats(hidden));
    memory.fill(previous + floats((start + known) * hidden), 0, floats((rows - known) * hidden));
  }
}

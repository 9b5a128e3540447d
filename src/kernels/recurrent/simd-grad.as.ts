import { floats, lineFloats } from '../simd/assembly/lanes.as';
import { multiply, multiplyPanels, packPanels, panelFloats, panelScratchFloats } from '../simd/assembly/products.as';
import { gruGrad, lstmGrad, rnnGrad } from './simd-cells.as';
import { FORWARD, gateCount, GRU, LSTM, rowOf, runningOf, stepAt, summedGates } from './simd-walk.as';

// The gradient of `recurrent`: back-propagation through time (Werbos 1990), in three kernels. The steps of a direction are visited
// from the last to the first. At each step the cell computes the gradient of its sums; multiplied by wh', this is the gradient of the
// previous hidden state. Finally, dWh is one product of all previous hidden states and all gradients of sums. The kernels share
// `space`, memory of the direction: packed wh', the gradients of the previous item's h and c, previous hidden states, and the
// gradient of the GRU's product.

/** Size of `space`. */
export function recurrentGradSpaceFloats(cell: i32, hidden: i32, rows: i32, sequences: i32): i32 {
  return (
    lineFloats(panelFloats(hidden, summedGates(cell) * hidden)) +
    lineFloats(panelFloats(hidden, hidden)) +
    2 * lineFloats(sequences * hidden) +
    2 * lineFloats(rows * hidden)
  );
}

/** Size of `scratch` in `recurrentGrad`. @param sequences of one call */
export function recurrentGradScratchFloats(cell: i32, hidden: i32, sequences: i32): i32 {
  return panelScratchFloats(sequences, summedGates(cell) * hidden);
}

// @inline
function lastPanelsOf(cell: i32, hidden: i32, space: usize): usize {
  return space + floats(lineFloats(panelFloats(hidden, summedGates(cell) * hidden))); // panels of the GRU's gate that is not summed
}

/** [sequences, hidden] */
// @inline
function carriedHOf(cell: i32, hidden: i32, space: usize): usize {
  return lastPanelsOf(cell, hidden, space) + floats(lineFloats(panelFloats(hidden, hidden)));
}

/** [N, hidden] */
// @inline
function previousOf(cell: i32, hidden: i32, sequences: i32, space: usize): usize {
  return carriedHOf(cell, hidden, space) + floats(2 * lineFloats(sequences * hidden));
}

/** [N, hidden] */
// @inline
function dProductOf(cell: i32, hidden: i32, sequences: i32, rows: i32, space: usize): usize {
  return previousOf(cell, hidden, sequences, space) + floats(lineFloats(rows * hidden));
}

/** First kernel: packs wh'. @param wh [2, hidden, G·hidden] */
export function recurrentGradPack(cell: i32, hidden: i32, direction: i32, wh: usize, space: usize): void {
  const columns = gateCount(cell) * hidden;
  const summed = summedGates(cell) * hidden;
  const weights = wh + floats(direction * hidden * columns);
  packPanels(hidden, summed, weights, columns, true, space);
  if (cell === GRU)
    packPanels(hidden, hidden, weights + floats(summed), columns, true, lastPanelsOf(cell, hidden, space));
}

/**
 * Second kernel: one direction of the sequences `[from, to)`.
 *
 * @param dy [N, 2·hidden]
 * @param y [N, 2·hidden], `gates` [N, 2·G·hidden], `memory` [N, 2·hidden]: outputs of `recurrent`
 * @param stepOffsets [steps + 1] int32
 * @param dProjected [N, 2·G·hidden] out
 * @param scratch `recurrentGradScratchFloats(cell, hidden, to - from)` floats
 */
export function recurrentGrad(
  cell: i32,
  hidden: i32,
  steps: i32,
  sequences: i32,
  direction: i32,
  from: i32,
  to: i32,
  dy: usize,
  y: usize,
  gates: usize,
  kept: usize,
  stepOffsets: usize,
  dProjected: usize,
  space: usize,
  scratch: usize,
): void {
  const gatesAt = floats(direction * gateCount(cell) * hidden);
  const unitsAt = floats(direction * hidden);
  walkBack(
    cell,
    hidden,
    steps,
    sequences,
    direction,
    from,
    to,
    dy + unitsAt,
    y + unitsAt,
    gates + gatesAt,
    kept + unitsAt,
    stepOffsets,
    dProjected + gatesAt,
    space,
    scratch,
  );
  const previous = previousOf(cell, hidden, sequences, space);
  gatherPrevious(hidden, steps, direction, from, to, y + unitsAt, stepOffsets, previous);
}

/** Pointers are to the direction's own columns. */
function walkBack(
  cell: i32,
  hidden: i32,
  steps: i32,
  sequences: i32,
  direction: i32,
  from: i32,
  to: i32,
  dy: usize,
  y: usize,
  gates: usize,
  kept: usize,
  stepOffsets: usize,
  dProjected: usize,
  space: usize,
  scratch: usize,
): void {
  const columns = gateCount(cell) * hidden;
  const summed = summedGates(cell) * hidden;
  const gateRow = 2 * columns;
  const unitRow = 2 * hidden;
  const lastPanels = lastPanelsOf(cell, hidden, space);
  const carriedH = carriedHOf(cell, hidden, space) + floats(from * hidden);
  const carriedC = carriedH + floats(lineFloats(sequences * hidden));
  const dProduct = dProductOf(cell, hidden, sequences, rowOf(stepOffsets, steps), space);

  for (let s = steps - 1, carried = 0; s >= 0; s--) {
    const t = stepAt(s, steps, direction);
    const before = stepAt(s - 1, steps, direction);
    const rows = runningOf(stepOffsets, steps, t, from, to);
    const known = min(rows, runningOf(stepOffsets, steps, before, from, to)); // sequences that have a previous item
    const start = rowOf(stepOffsets, t) + from;
    const startBefore = known === 0 ? 0 : rowOf(stepOffsets, before) + from;
    for (let b = 0; b < rows; b++) {
      const gateAt = floats((start + b) * gateRow);
      const unitAt = floats((start + b) * unitRow);
      const beforeAt = floats((startBefore + b) * unitRow);
      const carryH = carriedH + floats(b * hidden);
      const carryC = carriedC + floats(b * hidden);
      const dhNext = b < carried ? carryH : 0;
      if (cell === LSTM) {
        const cBefore = b < known ? kept + beforeAt : 0;
        const dcNext = b < carried ? carryC : 0;
        lstmGrad(
          hidden,
          dy + unitAt,
          dhNext,
          dcNext,
          gates + gateAt,
          kept + unitAt,
          cBefore,
          dProjected + gateAt,
          carryC,
        );
      } else if (cell === GRU) {
        const hBefore = b < known ? y + beforeAt : 0;
        const dProductRow = dProduct + floats((start + b) * hidden);
        gruGrad(
          hidden,
          dy + unitAt,
          dhNext,
          gates + gateAt,
          kept + unitAt,
          hBefore,
          dProjected + gateAt,
          dProductRow,
          carryH,
        );
      } else {
        rnnGrad(hidden, dy + unitAt, dhNext, gates + gateAt, dProjected + gateAt);
      }
    }
    const da = dProjected + floats(start * gateRow);
    const base = cell === GRU ? carriedH : 0; // the GRU also passes h on
    multiplyPanels(known, hidden, summed, da, gateRow, space, carriedH, hidden, base, 0, hidden, scratch);
    if (cell === GRU) {
      const left = dProduct + floats(start * hidden);
      multiplyPanels(known, hidden, hidden, left, hidden, lastPanels, carriedH, hidden, carriedH, 0, hidden, scratch);
    }
    carried = known;
  }
}

/**
 * Third kernel: a block of one direction's dWh, rows and columns `[…From, …To)`.
 *
 * @param dProjected [N, 2·G·hidden]
 * @param dWh [2, hidden, G·hidden] out: a block of it
 * @param scratch `multiplyScratchFloats()` floats
 */
export function recurrentGradWeights(
  cell: i32,
  hidden: i32,
  steps: i32,
  sequences: i32,
  direction: i32,
  rowsFrom: i32,
  rowsTo: i32,
  columnsFrom: i32,
  columnsTo: i32,
  stepOffsets: usize,
  dProjected: usize,
  space: usize,
  dWh: usize,
  scratch: usize,
): void {
  const rowCount = rowOf(stepOffsets, steps);
  const columns = gateCount(cell) * hidden;
  const summed = summedGates(cell) * hidden;
  const gateRow = 2 * columns;
  // At the first step of the direction no sequence has a previous item.
  const first = direction === FORWARD ? rowOf(stepOffsets, min(1, steps)) : 0;
  const end = direction === FORWARD ? rowCount : rowOf(stepOffsets, max(steps - 1, 0));
  const previous = previousOf(cell, hidden, sequences, space) + floats(first * hidden + rowsFrom);
  const out = dWh + floats((direction * hidden + rowsFrom) * columns);
  const rows = rowsTo - rowsFrom;
  const summedTo = min(columnsTo, summed);
  if (columnsFrom < summedTo) {
    const da = dProjected + floats(first * gateRow + direction * columns + columnsFrom);
    multiply(
      rows,
      summedTo - columnsFrom,
      end - first,
      previous,
      hidden,
      true,
      da,
      gateRow,
      false,
      out + floats(columnsFrom),
      columns,
      0,
      0,
      scratch,
    );
  }
  const lastFrom = max(columnsFrom, summed);
  if (lastFrom < columnsTo) {
    const da = dProductOf(cell, hidden, sequences, rowCount, space) + floats(first * hidden + lastFrom - summed);
    multiply(
      rows,
      columnsTo - lastFrom,
      end - first,
      previous,
      hidden,
      true,
      da,
      hidden,
      false,
      out + floats(lastFrom),
      columns,
      0,
      0,
      scratch,
    );
  }
}

/**
 * Gathers the hidden state before each row of the sequences `[from, to)`; zeros at the start of a sequence.
 *
 * @param previous [N, hidden] out
 */
function gatherPrevious(
  hidden: i32,
  steps: i32,
  direction: i32,
  from: i32,
  to: i32,
  y: usize,
  stepOffsets: usize,
  previous: usize,
): void {
  const unitRow = 2 * hidden;
  for (let t = 0; t < steps; t++) {
    const before = direction === FORWARD ? t - 1 : t + 1;
    const rows = runningOf(stepOffsets, steps, t, from, to);
    const known = min(rows, runningOf(stepOffsets, steps, before, from, to));
    const start = rowOf(stepOffsets, t) + from;
    const source = known === 0 ? y : y + floats((rowOf(stepOffsets, before) + from) * unitRow);
    for (let b = 0; b < known; b++)
      memory.copy(previous + floats((start + b) * hidden), source + floats(b * unitRow), floats(hidden));
    memory.fill(previous + floats((start + known) * hidden), 0, floats((rows - known) * hidden));
  }
}

import type { WebGPUBackend } from '../../tensors/webgpu.ts';
import type { TensorInfo } from '../../tensors/tensors.ts';
import { matMul } from '../webgpu/mat-mul.ts';
import { newTensor, runProgram } from '../webgpu/program.ts';
import { GATES, type Cell } from './cells.ts';
import { cellCode, gateOf, loadGates, storeGates } from './webgpu-cells.ts';
import { clearPadding, products, sentencesByDirection, WALK, WALK_DECLARATIONS } from './webgpu-walk.ts';

interface GradInputs {
  dy: TensorInfo;
  y: TensorInfo;
  gates: TensorInfo;
  memory: TensorInfo;
  wh: TensorInfo;
  lengths: TensorInfo;
  stepOffsets: TensorInfo;
}

/** @returns dProjected [N, 2·G·H], dWh [2, H, G·H] */
export function recurrentGrad(
  backend: WebGPUBackend,
  cell: Cell,
  { dy, y, gates, memory, wh, lengths, stepOffsets }: GradInputs,
): [TensorInfo, TensorInfo] {
  const whTransposed = transpose(backend, wh);
  const dProjected = newTensor(backend, gates.shape);
  const walk = sentencesByDirection(wh.shape[1]!, cell, lengths);
  runProgram(backend, {
    name: `RecurrentGrad.${cell}`,
    inputs: { dy, y, gates, memory, whTransposed, lengths, stepOffsets },
    outputs: { dProjected },
    ...walk,
    declarations: cellCode(cell) + WALK_DECLARATIONS + BACKWARD_MEMORY,
    main: backward(cell, walk.constants.SENTENCES),
  });
  backend.disposeData(whTransposed.dataId);
  return [dProjected, weightGradient(backend, cell, { dProjected, gates, y, stepOffsets })];
}

const BACKWARD_MEMORY = /* wgsl */ `
  var<workgroup> dr : array<f32, SENTENCES * H>; // gradients of the recurrent products, one gate at a time
`;

/**
 * The walk from the last item to the first. Each invocation keeps the gradients of its units' states, and shares those of the
 * recurrent products in workgroup memory, one gate at a time: zeros for sentences whose last item is not reached yet. Workgroup memory: 4·H
 * bytes per sentence, and 4.
 */
const backward = (cell: Cell, sentences: number) => /* wgsl */ `
  ${WALK}
  var carried : array<State, UNITS * SENTENCES>; // gradients of their states through later items
  var drs : array<Gates, UNITS * SENTENCES>;
  for (var step = most - 1; step >= 0; step--) {
    for (var n = 0; n < UNITS; n++) {
      let u = lane + n * LANES;
      if (u < H) {
        for (var s = 0; s < SENTENCES; s++) {
          if (step < items[s]) {
            let b = firstSentence + s;
            let row = rowOfStep(step, items[s], b, direction);
            let at = row * H + u;
            let gatesAt = row * G * H + u;
            var previous = State();
            if (step > 0) {
              let previousAt = rowOfStep(step - 1, items[s], b, direction) * H + u;
              previous = State(y[previousAt], memory[previousAt]);
            }
            let later = carried[n * SENTENCES + s];
            let itemGates = ${loadGates(cell, 'gates', 'gatesAt')};
            let gradient = State(dy[at] + later.h, later.memory);
            let item = cellBackward(gradient, itemGates, State(y[at], memory[at]), previous);
            ${storeGates(cell, 'dProjected', 'gatesAt', 'item.dx')}
            drs[n * SENTENCES + s] = recurrentGradient(item.dx, itemGates);
            carried[n * SENTENCES + s] = item.dPrevious;
          }
        }
      }
    }
    if (step > 0) {
      for (var g = 0; g < G; g++) {
        for (var n = 0; n < UNITS; n++) {
          let u = lane + n * LANES;
          if (u < H) {
            for (var s = 0; s < SENTENCES; s++) { dr[s * H + u] = ${gateOf(cell, 'drs[n * SENTENCES + s]', 'g')}; }
          }
        }
        workgroupBarrier();
        for (var n = 0; n < UNITS; n++) {
          let u = lane + n * LANES;
          if (u < H) {
            let w = (direction * G + g) * H * H + u;
            ${products(sentences, 'f32', (s) => `dr[${s} * H + v]`, 'whTransposed[w + v * H]')}
            for (var s = 0; s < SENTENCES; s++) { carried[n * SENTENCES + s].h += sums[s]; }
          }
        }
        workgroupBarrier();
      }
    }
  }
  ${clearPadding('dProjected', 'G * H', 'uniforms.yShape.x')}
`;

/**
 * The backward walk multiplies by the transpose, which neighbouring invocations read at neighbouring addresses.
 *
 * @param wh [2, H, G·H]
 * @returns [2, G·H, H]
 */
function transpose(backend: WebGPUBackend, wh: TensorInfo): TensorInfo {
  const [directions, hidden, columns] = wh.shape as [number, number, number];
  const whTransposed = newTensor(backend, [directions, columns, hidden]);
  runProgram(backend, {
    name: 'RecurrentGradTranspose',
    inputs: { wh },
    outputs: { whTransposed },
    shape: { invocations: directions * columns * hidden },
    main: /* wgsl */ `
      let rows = uniforms.whShape.y;
      let columns = uniforms.whShape.z;
      let row = index % rows;
      let column = (index / rows) % columns;
      let direction = index / (rows * columns);
      whTransposed[index] = wh[(direction * rows + row) * columns + column];`,
  });
  return whTransposed;
}

/**
 * `dWh[direction] = previous h' . dr`, one matrix product over all rows. Both sides are gathered first.
 *
 * @returns [2, H, G·H]
 */
function weightGradient(
  backend: WebGPUBackend,
  cell: Cell,
  inputs: Pick<GradInputs, 'y' | 'gates' | 'stepOffsets'> & { dProjected: TensorInfo },
): TensorInfo {
  const [rows, width] = inputs.y.shape as [number, number]; // N, 2H
  const hidden = width / 2;
  const hPrevious = newTensor(backend, [2, rows, hidden]);
  const dr = newTensor(backend, [2, rows, GATES[cell] * hidden]);
  runProgram(backend, {
    name: `RecurrentGradGather.${cell}`,
    constants: { H: hidden, G: GATES[cell] },
    inputs: { ...inputs },
    outputs: { hPrevious, dr },
    shape: { invocations: 2 * rows * hidden },
    declarations: cellCode(cell) + PREVIOUS_ROW,
    main: gather(cell),
  });
  const dWh = matMul(backend, hPrevious, dr, { transposeA: true });
  backend.disposeData(hPrevious.dataId);
  backend.disposeData(dr.dataId);
  return dWh;
}

/** The row of the item that the direction visits before the item of `row`, or -1. */
const PREVIOUS_ROW = /* wgsl */ `
  fn previousRow(row : i32, direction : i32) -> i32 {
    let longest = uniforms.stepOffsetsShape - 1;
    // The step of the row: the last t with stepOffsets[t] <= row, by bisection.
    var t = 0;
    var end = longest;
    while (end - t > 1) {
      let middle = (t + end) / 2;
      if (stepOffsets[middle] <= row) { t = middle; } else { end = middle; }
    }
    let b = row - stepOffsets[t];
    if (direction == 0) {
      if (t == 0) { return -1; }
      return stepOffsets[t - 1] + b;
    }
    if (t + 1 == longest || b >= stepOffsets[t + 2] - stepOffsets[t + 1]) { return -1; }
    return stepOffsets[t + 1] + b;
  }
`;

/** One invocation gathers one unit at one row, in one direction. */
const gather = (cell: Cell) => /* wgsl */ `
  let rows = uniforms.yShape.x;
  let u = index % H;
  let row = (index / H) % rows;
  let direction = index / (H * rows);
  if (row >= stepOffsets[uniforms.stepOffsetsShape - 1]) { // belongs to no sentence
    hPrevious[index] = 0.0;
    ${storeGates(cell, 'dr', '(direction * rows + row) * G * H + u', 'Gates()')}
    return;
  }
  let previous = previousRow(row, direction);
  hPrevious[index] = 0.0;
  if (previous >= 0) { hPrevious[index] = y[(previous * 2 + direction) * H + u]; }
  let source = (row * 2 + direction) * G * H + u;
  let destination = (direction * rows + row) * G * H + u;
  let dx = ${loadGates(cell, 'dProjected', 'source')};
  let ofProduct = recurrentGradient(dx, ${loadGates(cell, 'gates', 'source')});
  ${storeGates(cell, 'dr', 'destination', 'ofProduct')}
`;

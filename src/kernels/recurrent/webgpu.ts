import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import type { TensorInfo } from '@tensorflow/tfjs-core';
import { implementWebgpu } from '../webgpu/implement.ts';
import { matMul } from '../webgpu/mat-mul.ts';
import { newTensor, runProgram } from '../webgpu/program.ts';
import { GATES, type Cell } from './cells.ts';
import { Recurrent, RecurrentGrad } from './op.ts';
import { cellCode, gateOf, loadGates, storeGates } from './webgpu-cells.ts';

/** The most invocations of a workgroup that WebGPU guarantees. */
const MAX_LANES = 256;

export function registerRecurrentWebgpu(): void {
  implementWebgpu(Recurrent, ({ inputs: { projected, wh, lengths, stepOffsets }, attrs: { cell }, backend }) => {
    const [rows, hidden] = [projected.shape[0]!, wh.shape[1]!]; // N, H
    const y = newTensor(backend, [rows, 2 * hidden]);
    const gates = newTensor(backend, projected.shape);
    const memory = newTensor(backend, [rows, 2 * hidden]);
    runProgram(backend, {
      name: `Recurrent.${cell}`,
      inputs: { projected, wh, lengths, stepOffsets },
      outputs: { y, gates, memory },
      ...sentenceByDirection(hidden, cell, lengths),
      declarations: cellCode(cell) + FORWARD_MEMORY,
      main: forward(cell),
    });
    return [y, gates, memory];
  });

  implementWebgpu(RecurrentGrad, ({ inputs, attrs: { cell }, backend }) => {
    const { dy, y, gates, memory, wh, lengths, stepOffsets } = inputs;
    const hidden = wh.shape[1]!; // H
    const whTransposed = transpose(backend, wh);
    const dProjected = newTensor(backend, gates.shape);
    runProgram(backend, {
      name: `RecurrentGrad.${cell}`,
      inputs: { dy, y, gates, memory, whTransposed, lengths, stepOffsets },
      outputs: { dProjected },
      ...sentenceByDirection(hidden, cell, lengths),
      declarations: cellCode(cell) + BACKWARD_MEMORY,
      main: backward(cell),
    });
    backend.disposeData(whTransposed.dataId);
    return [dProjected, weightGradient(backend, cell, { dProjected, gates, y, stepOffsets })];
  });
}

/** A workgroup for each sentence and direction; an invocation for each unit, or for every 256th unit. */
function sentenceByDirection(hidden: number, cell: Cell, lengths: TensorInfo) {
  const lanes = Math.min(MAX_LANES, 32 * Math.ceil(hidden / 32));
  return {
    constants: { H: hidden, G: GATES[cell], UNITS: Math.ceil(hidden / lanes) },
    shape: { grid: [lengths.shape[0]!, 2], lanes },
  } as const;
}

/**
 * Where item t of the workgroup's sentence lies. The number of items goes through workgroup memory: TF.js keeps `workgroupId`
 * in a private variable, so a loop bound read by it would count as different between invocations, and forbid barriers.
 */
const SENTENCE = /* wgsl */ `
  let b = i32(workgroupId.x);
  let direction = i32(workgroupId.y);
  let lane = i32(localIndex);
  if (lane == 0) { itemCount = lengths[b]; }
  let items = workgroupUniformLoad(&itemCount);
`;

/** The row, in [N, 2] of rows and directions, of the item that the direction visits at \`step\`. */
const ROW_OF_STEP = /* wgsl */ `
  fn rowOfStep(step : i32, items : i32, b : i32, direction : i32) -> i32 {
    let t = select(items - 1 - step, step, direction == 0);
    return (stepOffsets[t] + b) * 2 + direction;
  }
`;

const FORWARD_MEMORY = /* wgsl */ `
  ${ROW_OF_STEP}
  var<workgroup> itemCount : i32;
  var<workgroup> h : array<f32, 2 * H>; // of the previous item and of this one, by turns; zeros at first
`;

/**
 * Each workgroup walks one sentence in one direction: at each item every invocation multiplies the previous h, which is in
 * workgroup memory, by the columns of its units. Workgroup memory: 8·H + 4 bytes. Invocations beyond the last unit only wait.
 */
const forward = (cell: Cell) => /* wgsl */ `
  ${SENTENCE}
  var memories : array<f32, UNITS>; // of the previous item
  for (var step = 0; step < items; step++) {
    let row = rowOfStep(step, items, b, direction);
    let before = (step % 2) * H;
    let now = H - before;
    for (var n = 0; n < UNITS; n++) {
      let u = lane + n * LANES;
      if (u < H) {
        var r = Gates();
        for (var v = 0; v < H; v++) {
          let w = (direction * H + v) * G * H + u;
          r += h[before + v] * ${loadGates(cell, 'wh', 'w')};
        }
        let at = row * G * H + u;
        let item = cellForward(${loadGates(cell, 'projected', 'at')}, r, State(h[before + u], memories[n]));
        ${storeGates(cell, 'gates', 'at', 'item.gates')}
        memories[n] = item.state.memory;
        memory[row * H + u] = item.state.memory;
        h[now + u] = item.state.h;
        y[row * H + u] = item.state.h;
      }
    }
    workgroupBarrier();
  }
`;

const BACKWARD_MEMORY = /* wgsl */ `
  ${ROW_OF_STEP}
  var<workgroup> itemCount : i32;
  var<workgroup> dr : array<f32, H>; // gradient of the recurrent product, one gate at a time
`;

/**
 * The same walk, from its last item to its first. Each invocation keeps the gradients of its units' state, and hands those of
 * the recurrent product round in workgroup memory, one gate at a time. Workgroup memory: 4·H + 4 bytes.
 */
const backward = (cell: Cell) => /* wgsl */ `
  ${SENTENCE}
  var carried : array<State, UNITS>; // what the items after this one say about its state
  var drs : array<Gates, UNITS>;
  for (var step = items - 1; step >= 0; step--) {
    let row = rowOfStep(step, items, b, direction);
    for (var n = 0; n < UNITS; n++) {
      let u = lane + n * LANES;
      if (u < H) {
        let at = row * H + u;
        let gatesAt = row * G * H + u;
        var previous = State();
        if (step > 0) {
          let previousAt = rowOfStep(step - 1, items, b, direction) * H + u;
          previous = State(y[previousAt], memory[previousAt]);
        }
        let gradient = State(dy[at] + carried[n].h, carried[n].memory);
        let itemGates = ${loadGates(cell, 'gates', 'gatesAt')};
        let item = cellBackward(gradient, itemGates, State(y[at], memory[at]), previous);
        ${storeGates(cell, 'dProjected', 'gatesAt', 'item.dx')}
        drs[n] = recurrentGradient(item.dx, itemGates);
        carried[n] = item.dPrevious;
      }
    }
    if (step > 0) {
      for (var g = 0; g < G; g++) {
        for (var n = 0; n < UNITS; n++) {
          let u = lane + n * LANES;
          if (u < H) { dr[u] = ${gateOf(cell, 'drs[n]', 'g')}; }
        }
        workgroupBarrier();
        for (var n = 0; n < UNITS; n++) {
          let u = lane + n * LANES;
          if (u < H) {
            var sum = 0.0;
            for (var v = 0; v < H; v++) {
              sum += dr[v] * whTransposed[((direction * G + g) * H + v) * H + u];
            }
            carried[n].h += sum;
          }
        }
        workgroupBarrier();
      }
    }
  }
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

interface Saved {
  dProjected: TensorInfo;
  gates: TensorInfo;
  y: TensorInfo;
  stepOffsets: TensorInfo;
}

/**
 * `dWh[direction] = previous h' . dr`, one product of matrices over all rows. Both sides are gathered first.
 *
 * @returns [2, H, G·H]
 */
function weightGradient(backend: WebGPUBackend, cell: Cell, inputs: Saved): TensorInfo {
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

/** The row of the item that the direction visits before that of `row`, or -1. */
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
  let previous = previousRow(row, direction);
  hPrevious[index] = 0.0;
  if (previous >= 0) { hPrevious[index] = y[(previous * 2 + direction) * H + u]; }
  let source = (row * 2 + direction) * G * H + u;
  let destination = (direction * rows + row) * G * H + u;
  let dx = ${loadGates(cell, 'dProjected', 'source')};
  let ofProduct = recurrentGradient(dx, ${loadGates(cell, 'gates', 'source')});
  ${storeGates(cell, 'dr', 'destination', 'ofProduct')}
`;

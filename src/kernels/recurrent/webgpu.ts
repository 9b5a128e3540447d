import { implementWebgpu } from '../webgpu/implement.ts';
import { newTensor, runProgram } from '../webgpu/program.ts';
import type { Cell } from './cells.ts';
import { Recurrent, RecurrentGrad, RecurrentOutput } from './op.ts';
import { cellCode, loadGates, storeGates } from './webgpu-cells.ts';
import { recurrentGrad } from './webgpu-grad.ts';
import { clearPadding, sentenceByDirection, WALK, WALK_DECLARATIONS } from './webgpu-walk.ts';

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
      declarations: cellCode(cell) + WALK_DECLARATIONS + FORWARD_MEMORY,
      main: forward(cell, {
        inputRow: 'row',
        keep: `${storeGates(cell, 'gates', 'row * G * H + u', 'item.gates')} memory[row * H + u] = item.state.memory;`,
        end: clearPadding('y', 'H', 'uniforms.projectedShape.x'),
      }),
    });
    return [y, gates, memory];
  });

  implementWebgpu(RecurrentOutput, ({ inputs, attrs: { cell }, backend }) => {
    const { projected, inputRows, wh, lengths, stepOffsets } = inputs;
    const [rows, hidden] = [inputRows.shape[0]!, wh.shape[1]!]; // N, H
    const y = newTensor(backend, [rows, 2 * hidden]);
    runProgram(backend, {
      name: `RecurrentOutput.${cell}`,
      inputs: { projected, inputRows, wh, lengths, stepOffsets },
      outputs: { y },
      ...sentenceByDirection(hidden, cell, lengths),
      declarations: cellCode(cell) + WALK_DECLARATIONS + FORWARD_MEMORY,
      main: forward(cell, { inputRow: 'inputRows[row / 2] * 2 + direction', keep: '', end: '' }),
    });
    return [y];
  });

  implementWebgpu(RecurrentGrad, ({ inputs, attrs: { cell }, backend }) => recurrentGrad(backend, cell, inputs));
}

const FORWARD_MEMORY = /* wgsl */ `
  var<workgroup> h : array<f32, 2 * H>; // of the previous item and of this one, alternating; initially zeros
`;

/**
 * Each workgroup walks one sentence in one direction: at each item every invocation multiplies the previous h, which is in
 * workgroup memory, by the columns of its units. Workgroup memory: 8·H + 4 bytes. Invocations beyond the last unit only synchronize.
 *
 * @param inputRow index of the item's gates in `projected`, of rows and directions
 * @param keep code that stores additional values of an item
 * @param end code after the walk
 */
const forward = (cell: Cell, { inputRow, keep, end }: Record<'inputRow' | 'keep' | 'end', string>) => /* wgsl */ `
  ${WALK}
  var memories : array<f32, UNITS>; // of the previous item
  for (var step = 0; step < items; step++) {
    let row = rowOfStep(step, items, b, direction);
    let inputRow = ${inputRow};
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
        let at = inputRow * G * H + u;
        let item = cellForward(${loadGates(cell, 'projected', 'at')}, r, State(h[before + u], memories[n]));
        memories[n] = item.state.memory;
        h[now + u] = item.state.h;
        y[row * H + u] = item.state.h;
        ${keep}
      }
    }
    workgroupBarrier();
  }
  ${end}
`;

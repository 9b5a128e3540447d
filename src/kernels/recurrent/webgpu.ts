import { implementWebgpu } from '../webgpu/implement.ts';
import { newTensor, runProgram } from '../webgpu/program.ts';
import type { Cell } from './cells.ts';
import { Recurrent, RecurrentGrad, RecurrentOutput } from './op.ts';
import { cellCode, loadGates, storeGates } from './webgpu-cells.ts';
import { recurrentGrad } from './webgpu-grad.ts';
import { clearPadding, products, sentencesByDirection, WALK, WALK_DECLARATIONS } from './webgpu-walk.ts';

export function registerRecurrentWebgpu(): void {
  implementWebgpu(Recurrent, ({ inputs: { projected, wh, lengths, stepOffsets }, attrs: { cell }, backend }) => {
    const [rows, hidden] = [projected.shape[0]!, wh.shape[1]!]; // N, H
    const y = newTensor(backend, [rows, 2 * hidden]);
    const walk = sentencesByDirection(hidden, cell, lengths);
    const gates = newTensor(backend, projected.shape);
    const memory = newTensor(backend, [rows, 2 * hidden]);
    runProgram(backend, {
      name: `Recurrent.${cell}`,
      inputs: { projected, wh, lengths, stepOffsets },
      outputs: { y, gates, memory },
      ...walk,
      declarations: cellCode(cell) + WALK_DECLARATIONS + FORWARD_MEMORY,
      main: forward(cell, walk.constants.SENTENCES, {
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
    const walk = sentencesByDirection(hidden, cell, lengths);
    runProgram(backend, {
      name: `RecurrentOutput.${cell}`,
      inputs: { projected, inputRows, wh, lengths, stepOffsets },
      outputs: { y },
      ...walk,
      declarations: cellCode(cell) + WALK_DECLARATIONS + FORWARD_MEMORY,
      main: forward(cell, walk.constants.SENTENCES, {
        inputRow: 'inputRows[row / 2] * 2 + direction',
        keep: '',
        end: '',
      }),
    });
    return [y];
  });

  implementWebgpu(RecurrentGrad, ({ inputs, attrs: { cell }, backend }) => recurrentGrad(backend, cell, inputs));
}

const FORWARD_MEMORY = /* wgsl */ `
  var<workgroup> h : array<f32, 2 * SENTENCES * H>; // of the previous items and of these, alternating; initially zeros
`;

/**
 * Each workgroup walks some sentences in one direction: at each step every invocation multiplies the previous h of each sentence, which are
 * in workgroup memory, by the columns of its units. Workgroup memory: 8·H bytes per sentence, and 4. Invocations beyond the last unit, and
 * sentences that have ended, only take part in the barriers.
 *
 * @param inputRow index of the item's gates in `projected`, of rows and directions
 * @param keep code that stores additional values of an item
 * @param end code after the walk
 */
const forward = (
  cell: Cell,
  sentences: number,
  { inputRow, keep, end }: Record<'inputRow' | 'keep' | 'end', string>,
) => /* wgsl */ `
  ${WALK}
  var memories : array<f32, UNITS * SENTENCES>; // of the previous items
  for (var step = 0; step < most; step++) {
    let before = (step % 2) * SENTENCES * H;
    let now = SENTENCES * H - before;
    for (var n = 0; n < UNITS; n++) {
      let u = lane + n * LANES;
      if (u < H) {
        let w = (direction * H) * G * H + u;
        ${products(sentences, 'Gates', (s) => `h[before + ${s} * H + v]`, loadGates(cell, 'wh', 'w + v * G * H'))}
        for (var s = 0; s < SENTENCES; s++) {
          if (step < items[s]) {
            let row = rowOfStep(step, items[s], firstSentence + s, direction);
            let at = (${inputRow}) * G * H + u;
            let previous = State(h[before + s * H + u], memories[n * SENTENCES + s]);
            let item = cellForward(${loadGates(cell, 'projected', 'at')}, sums[s], previous);
            memories[n * SENTENCES + s] = item.state.memory;
            h[now + s * H + u] = item.state.h;
            y[row * H + u] = item.state.h;
            ${keep}
          }
        }
      }
    }
    workgroupBarrier();
  }
  ${end}
`;

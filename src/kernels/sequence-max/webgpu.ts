import { implementWebgpu } from '../webgpu/implement.ts';
import { newTensor, runProgram } from '../webgpu/program.ts';
import { SequenceMax, SequenceMaxGrad } from './op.ts';

export function registerSequenceMaxWebgpu(): void {
  implementWebgpu(SequenceMax, ({ inputs: { x, lengths, stepOffsets }, backend }) => {
    const shape = [lengths.shape[0]!, x.shape[1]!];
    const y = newTensor(backend, shape);
    const argmax = newTensor(backend, shape, 'int32');
    runProgram(backend, {
      name: 'SequenceMax',
      inputs: { x, lengths, stepOffsets },
      outputs: { y, argmax },
      shape: { invocations: shape[0]! * shape[1]! },
      main: MAX,
    });
    return [y, argmax];
  });

  implementWebgpu(SequenceMaxGrad, ({ inputs: { dy, argmax, lengths, stepOffsets }, attrs: { rows }, backend }) => {
    const columns = dy.shape[1]!;
    const dx = newTensor(backend, [rows, columns]);
    runProgram(backend, {
      name: 'SequenceMaxGrad',
      inputs: { dy, argmax, lengths, stepOffsets },
      outputs: { dx },
      shape: { invocations: rows * columns },
      main: GRAD,
    });
    return [dx];
  });
}

/** One invocation computes one column of one sequence. */
const MAX = /* wgsl */ `
  let columns = uniforms.xShape.y;
  let b = index / columns;
  let d = index % columns;
  var best = x[b * columns + d];
  var bestAt = 0;
  for (var t = 1; t < lengths[b]; t++) {
    let value = x[(stepOffsets[t] + b) * columns + d];
    // Strictly greater: on a tie, the first item is kept.
    if (value > best) {
      best = value;
      bestAt = t;
    }
  }
  y[index] = best;
  argmax[index] = bestAt;
`;

/**
 * One invocation computes one value of the gradient. The step of its row is the last one that does not begin after it: steps without items,
 * which padding appends, begin after all rows of sequences.
 */
const GRAD = /* wgsl */ `
  let columns = uniforms.dyShape.y;
  let row = index / columns;
  let d = index % columns;
  let steps = uniforms.stepOffsetsShape - 1;
  var low = 0;
  var high = steps;
  while (high - low > 1) {
    let middle = (low + high) / 2;
    if (stepOffsets[middle] <= row) {
      low = middle;
    } else {
      high = middle;
    }
  }
  var gradient = 0.0;
  if (row < stepOffsets[steps]) {
    let b = row - stepOffsets[low];
    if (argmax[b * columns + d] == low) {
      gradient = dy[b * columns + d];
    }
  }
  dx[index] = gradient;
`;

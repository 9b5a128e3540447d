import { implementWebgpu } from '../webgpu/implement.ts';
import { newTensor, runProgram } from '../webgpu/program.ts';
import { LookupRows, LookupRowsGrad } from './op.ts';

export function registerLookupWebgpu(): void {
  implementWebgpu(LookupRows, ({ inputs: { table, index }, backend }) => {
    const [count, columns] = [index.shape[0]!, table.shape[1]!]; // N, D
    const y = newTensor(backend, [count, columns]);
    runProgram(backend, {
      name: 'LookupRows',
      inputs: { table, rows: index },
      outputs: { y },
      shape: { invocations: count * columns },
      main: LOOKUP,
    });
    return [y];
  });

  implementWebgpu(LookupRowsGrad, ({ inputs: { dy, offsets, items }, backend }) => {
    const [rows, columns] = [offsets.shape[0]! - 1, dy.shape[1]!]; // R, D
    const dTable = newTensor(backend, [rows, columns]);
    runProgram(backend, {
      name: 'LookupRowsGrad',
      inputs: { dy, offsets, items },
      outputs: { dTable },
      shape: { invocations: rows * columns },
      main: LOOKUP_GRAD,
    });
    return [dTable];
  });
}

/** One invocation copies one element. */
const LOOKUP = /* wgsl */ `
  let columns = uniforms.tableShape.y;
  let row = rows[index / columns];
  y[index] = select(0.0, table[max(row, 0) * columns + index % columns], row >= 0);
`;

/** One invocation sums one element of one row over its items, in their order: no atomics. */
const LOOKUP_GRAD = /* wgsl */ `
  let columns = uniforms.dyShape.y;
  let row = index / columns;
  var sum = 0.0;
  for (var i = offsets[row]; i < offsets[row + 1]; i++) {
    sum += dy[items[i] * columns + index % columns];
  }
  dTable[index] = sum;
`;

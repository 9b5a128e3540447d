import type { WebGPUBackend } from '../../tensors/webgpu.ts';
import type { TensorInfo } from '../../tensors/tensors.ts';
import { implementWebgpu } from '../webgpu/implement.ts';
import { matMul } from '../webgpu/mat-mul.ts';
import { newTensor, runProgram } from '../webgpu/program.ts';
import { Linear, LinearGrad } from './op.ts';

export function registerLinearWebgpu(): void {
  implementWebgpu(Linear, ({ inputs: { x, w, b }, backend }) => [matMul(backend, x, w, { bias: b })]);

  implementWebgpu(LinearGrad, ({ inputs: { dy, x, w }, backend }) => [
    matMul(backend, dy, w, { transposeB: true }),
    matMul(backend, x, dy, { transposeA: true }),
    sumOfRows(backend, dy),
  ]);
}

const COLUMNS = 16; // per workgroup: neighbouring invocations read neighbouring addresses
const STRIPS = 16;

/** @param dy [N, O] */
function sumOfRows(backend: WebGPUBackend, dy: TensorInfo): TensorInfo {
  const columns = dy.shape[1]!;
  const db = newTensor(backend, [columns]);
  runProgram(backend, {
    name: 'LinearGradBias',
    constants: { COLUMNS, STRIPS },
    inputs: { dy },
    outputs: { db },
    shape: { grid: [Math.ceil(columns / COLUMNS), 1], lanes: COLUMNS * STRIPS },
    declarations: 'var<workgroup> partial : array<f32, LANES>;',
    main: SUM_OF_ROWS,
  });
  return db;
}

/**
 * A workgroup sums 16 columns: each invocation every 16th row of one column, then one invocation for each column the 16 parts, in
 * order. Workgroup memory: 1 KiB. Columns beyond the last add nothing and write nothing.
 */
const SUM_OF_ROWS = /* wgsl */ `
  let lane = i32(localIndex);
  let column = i32(workgroupId.x) * COLUMNS + lane % COLUMNS;
  let columns = uniforms.dyShape.y;
  var sum = 0.0;
  if (column < columns) {
    for (var row = lane / COLUMNS; row < uniforms.dyShape.x; row += STRIPS) {
      sum += dy[row * columns + column];
    }
  }
  partial[lane] = sum;
  workgroupBarrier();
  if (lane < COLUMNS && column < columns) {
    sum = 0.0;
    for (var strip = 0; strip < STRIPS; strip++) {
      sum += partial[strip * COLUMNS + lane];
    }
    db[column] = sum;
  }
`;

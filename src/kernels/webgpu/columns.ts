import type { WebGPUBackend } from '../../tensors/webgpu.ts';
import type { TensorInfo } from '../../tensors/tensors.ts';
import { lanesOr } from './lanes.ts';
import { i32, newTensor, runProgram } from './program.ts';

/** Parts at most: a program binds at most 8 buffers. */
const MOST_PARTS = 7;

/**
 * The columns of a matrix as several matrices, in one dispatch.
 *
 * @param x [N, sum of the widths] @returns [N, width] each; undefined if there are too many
 */
export function splitColumns(
  backend: WebGPUBackend,
  x: TensorInfo,
  widths: readonly number[],
): TensorInfo[] | undefined {
  if (widths.length > MOST_PARTS || x.dtype !== 'float32') return undefined;
  const [rows, columns] = x.shape as [number, number];
  const parts = widths.map((width) => newTensor(backend, [rows, width]));
  const ends = widths.map((_, i) => widths.slice(0, i + 1).reduce((sum, width) => sum + width, 0));
  runProgram(backend, {
    name: `SplitColumns.${widths.length}`,
    uniforms: Object.fromEntries(ends.map((end, i) => [`end${i}`, i32(end)])),
    inputs: { x },
    outputs: Object.fromEntries(parts.map((part, i) => [`part${i}`, part])),
    shape: { invocations: rows * columns },
    main: splitCode(widths.length),
  });
  return parts;
}

const splitCode = (count: number) => /* wgsl */ `
  let columns = uniforms.xShape.y;
  let row = index / columns;
  let column = index % columns;
  ${Array.from({ length: count }, (_, i) => {
    const begin = i === 0 ? '0' : `uniforms.end${i - 1}`;
    return `${i === 0 ? '' : 'else '}if (column < uniforms.end${i}) { part${i}[row * (uniforms.end${i} - ${begin}) + column - ${begin}] = x[index]; }`;
  }).join('\n  ')}
`;

const COLUMNS = 16; // per workgroup: neighbouring invocations read neighbouring addresses
const STRIPS = 16;

/** The sum of each column. @param x [N, D] @returns [D] */
export function sumOfRows(backend: WebGPUBackend, x: TensorInfo): TensorInfo {
  const columns = x.shape[1]!;
  const strips = lanesOr(COLUMNS * STRIPS) / COLUMNS;
  const sums = newTensor(backend, [columns]);
  runProgram(backend, {
    name: 'SumOfRows',
    constants: { COLUMNS, STRIPS: strips },
    inputs: { x },
    outputs: { sums },
    shape: { grid: [Math.ceil(columns / COLUMNS), 1], lanes: COLUMNS * strips },
    declarations: 'var<workgroup> partial : array<f32, LANES>;',
    main: SUM_OF_ROWS,
  });
  return sums;
}

/**
 * A workgroup sums 16 columns: each invocation every 16th row of one column, then one invocation for each column the 16 parts, in
 * order. Workgroup memory: 1 KiB. Columns beyond the last add nothing and write nothing.
 */
const SUM_OF_ROWS = /* wgsl */ `
  let lane = i32(localIndex);
  let column = i32(workgroupId.x) * COLUMNS + lane % COLUMNS;
  let columns = uniforms.xShape.y;
  var sum = 0.0;
  if (column < columns) {
    for (var row = lane / COLUMNS; row < uniforms.xShape.x; row += STRIPS) {
      sum += x[row * columns + column];
    }
  }
  partial[lane] = sum;
  workgroupBarrier();
  if (lane < COLUMNS && column < columns) {
    sum = 0.0;
    for (var strip = 0; strip < STRIPS; strip++) {
      sum += partial[strip * COLUMNS + lane];
    }
    sums[column] = sum;
  }
`;

import type { TensorInfo } from '../../tensors/tensors.ts';
import { lanesOr } from '../webgpu/lanes.ts';
import { GATES, type Cell } from './cells.ts';

/** Maximum invocations of a workgroup that WebGPU guarantees. */
const MAX_LANES = 256;

/** One workgroup per sentence and direction, with one invocation per unit, or per every 256th unit. */
export function sentenceByDirection(hidden: number, cell: Cell, lengths: TensorInfo) {
  const lanes = lanesOr(Math.min(MAX_LANES, 32 * Math.ceil(hidden / 32)));
  return {
    constants: { H: hidden, G: GATES[cell], UNITS: Math.ceil(hidden / lanes) },
    shape: { grid: [lengths.shape[0]!, 2], lanes },
  } as const;
}

/**
 * Start of a walk: the sentence and direction of the workgroup, and the number of items. The number is read through workgroup
 * memory: TF.js keeps `workgroupId` in a private variable, so a loop bound that depends on it counts as non-uniform, and WGSL
 * forbids barriers in such loops.
 */
export const WALK = /* wgsl */ `
  let b = i32(workgroupId.x);
  let direction = i32(workgroupId.y);
  let lane = i32(localIndex);
  if (lane == 0) { itemCount = lengths[b]; }
  let items = workgroupUniformLoad(&itemCount);
`;

/**
 * Declarations of a walk. `rowOfStep`: the row, in [N, 2] of rows and directions, of the item that the direction visits
 * at `step`.
 */
export const WALK_DECLARATIONS = /* wgsl */ `
  var<workgroup> itemCount : i32;

  fn rowOfStep(step : i32, items : i32, b : i32, direction : i32) -> i32 {
    let t = select(items - 1 - step, step, direction == 0);
    return (stepOffsets[t] + b) * 2 + direction;
  }
`;

/**
 * Code that the workgroups of the first sentence run after the walk: writes zeros to the rows that belong to no sentence (`padBatch`).
 *
 * @param size of a row and direction in `buffer`
 * @param rows with the appended ones
 */
export function clearPadding(buffer: string, size: string, rows: string): string {
  return /* wgsl */ `
  if (b == 0) {
    let sentenceRows = stepOffsets[uniforms.stepOffsetsShape - 1];
    for (var i = lane; i < (${rows} - sentenceRows) * ${size}; i += LANES) {
      ${buffer}[((sentenceRows + i / (${size})) * 2 + direction) * ${size} + i % (${size})] = 0.0;
    }
  }`;
}

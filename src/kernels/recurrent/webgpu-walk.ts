import type { TensorInfo } from '../../tensors/tensors.ts';
import { lanesOr } from '../webgpu/lanes.ts';
import { GATES, type Cell } from './cells.ts';

/** Maximum invocations of a workgroup that WebGPU guarantees. */
const MAX_LANES = 256;

/** Bytes of workgroup memory that WebGPU guarantees, except for those of `mostItems`. */
const MAX_MEMORY = 16_384 - 4;

const MOST_SENTENCES = 4;

/** Workgroups of a direction that leave no core of a small GPU without work. */
const WORKGROUPS = 4;

/**
 * The sentences that a workgroup walks at once: each weight that it reads serves all of them, and reading weights limits the time on every
 * GPU. At most 4, as they need registers, and fewer in small batches, which would occupy fewer cores.
 */
export function sentencesAtOnce(batch: number, hidden: number): number {
  const most = Math.min(MOST_SENTENCES, batch / WORKGROUPS, MAX_MEMORY / (hidden * FORWARD_BYTES));
  return 2 ** Math.max(0, Math.floor(Math.log2(most)));
}

/** Bytes of workgroup memory for a unit of a sentence: in the walk forwards, which takes more of them. */
const FORWARD_BYTES = 8;

/** One workgroup for some sentences in one direction, with one invocation per unit, or per every 256th unit. */
export function sentencesByDirection(hidden: number, cell: Cell, lengths: TensorInfo) {
  const lanes = lanesOr(Math.min(MAX_LANES, 32 * Math.ceil(hidden / 32)));
  const [batch] = lengths.shape as [number];
  const sentences = sentencesAtOnce(batch, hidden);
  return {
    constants: { H: hidden, G: GATES[cell], UNITS: Math.ceil(hidden / lanes), SENTENCES: sentences },
    shape: { grid: [Math.ceil(batch / sentences), 2], lanes },
  } as const;
}

/**
 * WGSL that multiplies rows of workgroup memory, one per sentence, by a column of weights that is read once. The sums are variables of their
 * own, `sum0` and so on, since not every compiler keeps an array in registers; then they are in the array `sums`.
 *
 * @param type of a sum
 * @param row of sentence `s`, at index `v`
 * @param weight at index `v` of the column
 */
export function products(sentences: number, type: string, row: (s: number) => string, weight: string): string {
  const each = (code: (s: number) => string, separator = ' ') =>
    Array.from({ length: sentences }, (_, s) => code(s)).join(separator);
  return /* wgsl */ `
    ${each((s) => `var sum${s} = ${type}();`)}
    for (var v = 0; v < H; v++) {
      let weight = ${weight};
      ${each((s) => `sum${s} += ${row(s)} * weight;`)}
    }
    let sums = array<${type}, SENTENCES>(${each((s) => `sum${s}`, ', ')});`;
}

/**
 * Start of a walk: the first sentence and the direction of the workgroup, the items of each sentence, and their maximum, which is that of the
 * first sentence. The maximum is read through workgroup memory: TF.js keeps `workgroupId` in a private variable, so a loop bound that
 * depends on it counts as non-uniform, and WGSL forbids barriers in such loops.
 */
export const WALK = /* wgsl */ `
  let firstSentence = i32(workgroupId.x) * SENTENCES;
  let direction = i32(workgroupId.y);
  let lane = i32(localIndex);
  var items : array<i32, SENTENCES>; // 0 beyond the last sentence of the batch
  for (var s = 0; s < SENTENCES; s++) {
    if (firstSentence + s < uniforms.lengthsShape) { items[s] = lengths[firstSentence + s]; }
  }
  if (lane == 0) { mostItems = items[0]; }
  let most = workgroupUniformLoad(&mostItems);
`;

/**
 * Declarations of a walk. `rowOfStep`: the row, in [N, 2] of rows and directions, of the item of sentence `b` that the direction visits
 * at `step`.
 */
export const WALK_DECLARATIONS = /* wgsl */ `
  var<workgroup> mostItems : i32;

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
  if (firstSentence == 0) {
    let sentenceRows = stepOffsets[uniforms.stepOffsetsShape - 1];
    for (var i = lane; i < (${rows} - sentenceRows) * ${size}; i += LANES) {
      ${buffer}[((sentenceRows + i / (${size})) * 2 + direction) * ${size} + i % (${size})] = 0.0;
    }
  }`;
}

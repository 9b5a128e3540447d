import { implementWebgpu } from '../kernels/webgpu/implement.ts';
import { lanesOr } from '../kernels/webgpu/lanes.ts';
import { newTensor, runProgram } from '../kernels/webgpu/program.ts';
import { Viterbi } from './op.ts';

const LANES = 64;

export function registerViterbiWebgpu(): void {
  implementWebgpu(Viterbi, ({ inputs, backend }) => {
    const { emissions, transitions, start, end, lengths, stepOffsets } = inputs;
    const [rows, tagCount] = emissions.shape as [number, number]; // N, K
    const tags = newTensor(backend, [rows], 'int32');
    const origins = newTensor(backend, [rows, tagCount], 'int32');
    runProgram(backend, {
      name: 'Viterbi',
      constants: { K: tagCount },
      inputs: { emissions, transitions, start, end, lengths, stepOffsets },
      outputs: { tags, origins },
      shape: { grid: [lengths.shape[0]!, 1], lanes: lanesOr(LANES) },
      declarations: MEMORY,
      main: BEST_PATH,
    });
    backend.disposeData(origins.dataId);
    return [tags];
  });
}

const MEMORY = /* wgsl */ `
  var<workgroup> itemCount : i32;
  var<workgroup> best : array<f32, 2 * K>; // best score of the paths that end in each tag, up to the previous and to this item, alternating
`;

/**
 * A workgroup takes a sentence; an invocation takes tags `lane, lane + 64, …`. Workgroup memory: 8·K + 4 bytes. Scores are
 * relative to the highest of the previous item, so that they stay as small, and as precise, as those of a single item.
 *
 * `origins` has the previous tag on the best path to each tag of each item.
 */
const BEST_PATH = /* wgsl */ `
  let b = i32(workgroupId.x);
  let lane = i32(localIndex);
  if (lane == 0) { itemCount = lengths[b]; }
  let items = workgroupUniformLoad(&itemCount);

  for (var k = lane; k < K; k += LANES) { best[k] = start[k] + emissions[b * K + k]; }
  workgroupBarrier();
  for (var t = 1; t < items; t++) {
    let row = stepOffsets[t] + b;
    let before = ((t - 1) % 2) * K;
    let now = K - before;
    var top = best[before];
    for (var j = 1; j < K; j++) { top = max(top, best[before + j]); }
    for (var k = lane; k < K; k += LANES) {
      var highest = (best[before] - top) + transitions[k];
      var origin = 0;
      for (var j = 1; j < K; j++) {
        let score = (best[before + j] - top) + transitions[j * K + k];
        if (score > highest) { highest = score; origin = j; }
      }
      best[now + k] = highest + emissions[row * K + k];
      origins[row * K + k] = origin;
    }
    workgroupBarrier();
  }
  storageBarrier();

  if (lane > 0) { return; }
  let last = ((items - 1) % 2) * K;
  var tag = 0;
  for (var k = 1; k < K; k++) {
    if (best[last + k] + end[k] > best[last + tag] + end[tag]) { tag = k; }
  }
  for (var t = items - 1; t >= 0; t--) {
    let row = stepOffsets[t] + b;
    tags[row] = tag;
    if (t > 0) { tag = origins[row * K + tag]; }
  }
`;

import type { WebGPUBackend } from '../tensors/webgpu.ts';
import type { TensorInfo } from '../tensors/tensors.ts';
import { implementWebgpu } from '../kernels/webgpu/implement.ts';
import { lanesOr } from '../kernels/webgpu/lanes.ts';
import { newTensor, runProgram } from '../kernels/webgpu/program.ts';
import { CrfLoss } from './op.ts';

const LANES = 64;

export function registerCrfWebgpu(): void {
  implementWebgpu(CrfLoss, ({ inputs, backend }) => {
    const { emissions, transitions, start, end, tags, lengths, stepOffsets } = inputs;
    const [sentences, tagCount] = [lengths.shape[0]!, start.shape[0]!]; // B, K
    const dEmissions = newTensor(backend, emissions.shape);
    const partials = newTensor(backend, [sentences, tagCount * (tagCount + 2) + 1]);
    runProgram(backend, {
      name: 'CrfLoss',
      constants: { K: tagCount },
      // Lengths are derived from the offsets: with them, one buffer too many would be bound.
      inputs: { emissions, transitions, start, end, tags, stepOffsets },
      outputs: { dEmissions, partials },
      shape: { grid: [sentences, 1], lanes: lanesOr(LANES) },
      declarations: PARTIALS + SENTENCE_LENGTH + SENTENCE_MEMORY,
      main: SENTENCE,
    });
    const sums = sumPartials(backend, partials, tagCount);
    backend.disposeData(partials.dataId);
    return [sums.losses, dEmissions, sums.dTransitions, sums.dStart, sums.dEnd];
  });
}

/** Sums the partials of the sentences, in order. */
function sumPartials(backend: WebGPUBackend, partials: TensorInfo, tagCount: number) {
  const sentences = partials.shape[0]!;
  const outputs = {
    losses: newTensor(backend, [sentences]),
    dTransitions: newTensor(backend, [tagCount, tagCount]),
    dStart: newTensor(backend, [tagCount]),
    dEnd: newTensor(backend, [tagCount]),
  };
  runProgram(backend, {
    name: 'CrfLossSum',
    constants: { K: tagCount },
    inputs: { partials },
    outputs,
    shape: { invocations: LOSS_AT(tagCount) + sentences },
    declarations: PARTIALS,
    main: SUM_PARTIALS,
  });
  return outputs;
}

const LOSS_AT = (tagCount: number) => tagCount * (tagCount + 2);

/**
 * Contribution of a sentence to each result: its row of `partials` is dTransitions, transposed [K to, K from], dStart, dEnd,
 * loss.
 */
const PARTIALS = /* wgsl */ `
  const START_AT : i32 = K * K;
  const END_AT : i32 = START_AT + K;
  const LOSS_AT : i32 = END_AT + K;
  const PARTIAL_SIZE : i32 = LOSS_AT + 1;
`;

const SENTENCE_LENGTH = /* wgsl */ `
  /** Sentences are sorted, longest first: b has an item at t if more than b sentences have one. By bisection. */
  fn lengthOf(b : i32) -> i32 {
    var length = 1;
    var end = uniforms.stepOffsetsShape;
    while (end - length > 1) {
      let middle = (length + end) / 2;
      if (stepOffsets[middle] - stepOffsets[middle - 1] > b) { length = middle; } else { end = middle; }
    }
    return length;
  }
`;

const SENTENCE_MEMORY = /* wgsl */ `
  var<workgroup> itemCount : i32;
  var<workgroup> alpha : array<f32, 2 * K>; // of the previous and this item, alternating
  var<workgroup> gamma : array<f32, 2 * K>; // marginals of this and the previous item, alternating
  var<workgroup> scale : array<f32, K>;

  fn largestAlpha(at : i32) -> f32 {
    var largest = alpha[at];
    for (var k = 1; k < K; k++) { largest = max(largest, alpha[at + k]); }
    return largest;
  }

  /** log of the sum over j of exp(alpha[at + j] + transitions[j, k]). */
  fn logSumInto(k : i32, at : i32, shift : f32) -> f32 {
    var largest = alpha[at] + (transitions[k] - shift);
    for (var j = 1; j < K; j++) { largest = max(largest, alpha[at + j] + (transitions[j * K + k] - shift)); }
    var sum = 0.0;
    for (var j = 0; j < K; j++) { sum += exp(alpha[at + j] + (transitions[j * K + k] - shift) - largest); }
    return largest + log(sum);
  }
`;

/**
 * A workgroup takes a sentence; an invocation takes tags \`lane, lane + 64, …\`. Workgroup memory: 20·K + 4 bytes.
 *
 * Forward (Rabiner 1989 §III in log space): alpha[t, k] is the log-sum over the paths that end in tag k at item t. Two
 * measures keep float32 precise for large scores: every score is relative to that of the gold path at each step, so that
 * the remainder is the loss; and the largest alpha of the previous item is moved to the loss. dEmissions keeps the
 * alphas, each for the invocation that wrote it.
 *
 * Backward: the marginals gamma[t, k] follow from those of the next item, with no second recursion in log space, since
 *
 *     p(y_(t-1) = j | y_t = k) = exp(alpha[t-1, j] + transitions[j, k] - scale[k]),   scale[k] its log-sum over j
 *
 * and their products with gamma[t, k] are the marginals of the transitions (forward filtering, backward smoothing).
 */
const SENTENCE = /* wgsl */ `
  let b = i32(workgroupId.x);
  let lane = i32(localIndex);
  if (lane == 0) { itemCount = lengthOf(b); }
  let items = workgroupUniformLoad(&itemCount);
  let partial = b * PARTIAL_SIZE;

  var loss = 0.0;
  var gold = tags[b];
  for (var k = lane; k < K; k += LANES) {
    alpha[k] = (start[k] - start[gold]) + (emissions[b * K + k] - emissions[b * K + gold]);
    dEmissions[b * K + k] = alpha[k];
  }
  workgroupBarrier();
  for (var t = 1; t < items; t++) {
    let row = stepOffsets[t] + b;
    let before = ((t - 1) % 2) * K;
    let now = K - before;
    let previousGold = gold;
    gold = tags[row];
    let goldTransition = transitions[previousGold * K + gold];
    let largest = largestAlpha(before);
    loss += largest;
    for (var k = lane; k < K; k += LANES) {
      let into = logSumInto(k, before, goldTransition) - largest;
      alpha[now + k] = into + (emissions[row * K + k] - emissions[row * K + gold]);
      dEmissions[row * K + k] = alpha[now + k];
    }
    workgroupBarrier();
  }

  let last = ((items - 1) % 2) * K;
  var largest = alpha[last] + (end[0] - end[gold]);
  for (var k = 1; k < K; k++) { largest = max(largest, alpha[last + k] + (end[k] - end[gold])); }
  var sum = 0.0;
  for (var k = 0; k < K; k++) { sum += exp(alpha[last + k] + (end[k] - end[gold]) - largest); }
  if (lane == 0) { partials[partial + LOSS_AT] = loss + largest + log(sum); }
  for (var k = lane; k < K; k += LANES) {
    gamma[last + k] = exp(alpha[last + k] + (end[k] - end[gold]) - largest) / sum;
    partials[partial + END_AT + k] = gamma[last + k] - select(0.0, 1.0, k == gold);
    for (var j = 0; j < K; j++) { partials[partial + j * K + k] = 0.0; }
  }
  workgroupBarrier();

  for (var t = items - 1; t > 0; t--) {
    let row = stepOffsets[t] + b;
    let rowBefore = stepOffsets[t - 1] + b;
    let now = (t % 2) * K;
    let before = K - now;
    let previousGold = tags[rowBefore];
    for (var k = lane; k < K; k += LANES) { alpha[k] = dEmissions[rowBefore * K + k]; }
    workgroupBarrier();
    for (var k = lane; k < K; k += LANES) {
      scale[k] = logSumInto(k, 0, 0.0);
      dEmissions[row * K + k] = gamma[now + k] - select(0.0, 1.0, k == gold);
    }
    workgroupBarrier();
    for (var j = lane; j < K; j += LANES) {
      var marginal = 0.0;
      for (var k = 0; k < K; k++) {
        let pair = gamma[now + k] * exp(alpha[j] + transitions[j * K + k] - scale[k]);
        marginal += pair;
        partials[partial + k * K + j] += pair - select(0.0, 1.0, j == previousGold && k == gold);
      }
      gamma[before + j] = marginal;
    }
    gold = previousGold;
    workgroupBarrier();
  }

  for (var k = lane; k < K; k += LANES) {
    let gradient = gamma[k] - select(0.0, 1.0, k == gold);
    dEmissions[b * K + k] = gradient;
    partials[partial + START_AT + k] = gradient;
  }
  if (b == 0) { // rows that belong to no sentence
    let end = uniforms.emissionsShape.x * K;
    for (var i = stepOffsets[uniforms.stepOffsetsShape - 1] * K + lane; i < end; i += LANES) { dEmissions[i] = 0.0; }
  }
`;

/** One invocation sums one number over the sentences, or copies one sentence's loss. */
const SUM_PARTIALS = /* wgsl */ `
  let sentences = uniforms.partialsShape.x;
  if (index >= LOSS_AT) {
    let b = index - LOSS_AT;
    losses[b] = partials[b * PARTIAL_SIZE + LOSS_AT];
    return;
  }
  var sum = 0.0;
  for (var b = 0; b < sentences; b++) { sum += partials[b * PARTIAL_SIZE + index]; }
  if (index < START_AT) {
    dTransitions[(index % K) * K + index / K] = sum;
  } else if (index < END_AT) {
    dStart[index - START_AT] = sum;
  } else {
    dEnd[index - END_AT] = sum;
  }
`;

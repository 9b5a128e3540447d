import { sum, type Scalar, type Tensor1D, type Tensor2D } from '../tensors/tensors.ts';
import { assert } from '../lib/assert.ts';
import { scaled } from '../kernels/algebra/op.ts';
import { differentiable } from '../kernels/shared/differentiable.ts';
import { kernel, run } from '../kernels/shared/kernel.ts';
import type { RaggedTensors } from '../kernels/shared/ragged-tensors.ts';
import type { Transitions } from './transitions.ts';

/** A CRF's scores on the device. */
export type CrfTensors = Transitions<Tensor2D, Tensor1D>;

type LayoutInputs = { lengths: Tensor1D; stepOffsets: Tensor1D };

type ScoreInputs = { emissions: Tensor2D } & CrfTensors;

/** The loss of each sentence, and the gradients of their sum: marginals minus gold. */
export const CrfLoss = kernel<
  LayoutInputs & ScoreInputs & { tags: Tensor1D },
  object,
  readonly [losses: Tensor1D, dEmissions: Tensor2D, dTransitions: Tensor2D, dStart: Tensor1D, dEnd: Tensor1D]
>('CrfLoss');

/** The best path of each sentence. */
export const Viterbi = kernel<LayoutInputs & ScoreInputs, object, readonly [tags: Tensor1D]>('Viterbi');

/**
 * The negative log-likelihood of the gold tags under a linear-chain CRF, summed over sentences (Lample 2016 §2.2):
 *
 *     score(y) = start[y_1] + sum of emissions[t, y_t] + sum of transitions[y_(t-1), y_t] + end[y_T]
 *     loss     = log of the sum of exp score over all paths - score(gold)
 *
 * One kernel runs both recursions in log space and computes the exact gradient together with the loss. A softmax decoder is
 * the special case with transitions, start and end of zero.
 *
 * @param emissions [N, K]
 * @param tags [N] int32 gold tags, in the layout of the sentences
 * @returns [] the sum over sentences
 */
export function crfLoss(
  emissions: Tensor2D,
  { transitions, start, end }: CrfTensors,
  tags: Tensor1D,
  sentences: RaggedTensors,
): Scalar {
  assertShapes({ emissions, transitions, start, end }, sentences);
  assert(tags.size === sentences.rows, () => `crfLoss: ${tags.size} tags for ${sentences.rows} tokens`);
  const { lengths, stepOffsets } = sentences;
  return differentiable(
    [emissions, transitions, start, end],
    (e, tr, s, n) => {
      const [losses, ...gradients] = run(
        CrfLoss,
        { emissions: e, transitions: tr, start: s, end: n, tags, lengths, stepOffsets },
        {},
      );
      return { y: sum(losses) as Scalar, saved: gradients };
    },
    (dy, gradients) => scaled(gradients, dy),
  );
}

/**
 * The path with the highest score through each sentence (Viterbi 1967; Lample 2016 §2.2). Ties are resolved to the lower
 * tag, from the end. Scores are float64 on simd, as in decode.ts, and float32 on webgpu, relative to the highest of the
 * previous step. If two paths differ by less than the precision of float32, the result may be either.
 *
 * @param emissions [N, K]
 * @returns [N] int32 tags, in the layout of the sentences
 */
export function viterbiTags(
  emissions: Tensor2D,
  { transitions, start, end }: CrfTensors,
  sentences: RaggedTensors,
): Tensor1D {
  assertShapes({ emissions, transitions, start, end }, sentences);
  const { lengths, stepOffsets } = sentences;
  return run(Viterbi, { emissions, transitions, start, end, lengths, stepOffsets }, {})[0];
}

function assertShapes({ emissions, transitions, start, end }: ScoreInputs, { rows }: RaggedTensors): void {
  const tagCount = transitions.shape[0];
  assert(
    emissions.shape[0] === rows && emissions.shape[1] === tagCount,
    () => `crf: emissions are [${emissions.shape}] for ${rows} tokens, ${tagCount} tags`,
  );
  assert(
    start.size === tagCount && end.size === tagCount,
    () => `crf: start [${start.shape}], end [${end.shape}] for ${tagCount} tags`,
  );
}

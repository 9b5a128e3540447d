import {
  add,
  fill,
  mul,
  relu,
  step,
  sub,
  sum,
  tensor1d,
  type Scalar,
  type Tensor,
  type Tensor1D,
  type Tensor2D,
} from '../../tensors/tensors.ts';
import { assert } from '../../lib/assert.ts';
import { scaled } from '../../kernels/algebra/op.ts';
import { differentiable } from '../../kernels/shared/differentiable.ts';
import { run } from '../../kernels/shared/kernel.ts';
import type { RaggedTensors } from '../../kernels/shared/ragged-tensors.ts';
import { CrfLoss, type CrfTensors } from '../op.ts';
import { BONUS, type EntityPrior } from './reference.ts';

/**
 * The loss of sentences whose tags are known in part: the negative logarithm of the probability that the tags are allowed, summed over
 * sentences (Bellare & McCallum 2007; Tsuboi et al. 2008).
 *
 *     loss = log Z - log Z_A,   Z_A the sum of exp score over the paths of allowed tags
 *
 * The kernel `CrfLoss` returns log Z minus the score of a path, and marginals minus the counts of that path. Run a second time with penalties on
 * the excluded tags, with the same path, it returns the same under Z_A; in the difference, the path cancels out.
 *
 * @param emissions [N, K]
 * @param excluded [N, K] 0 for allowed tags, `ILLEGAL_SCORE` for others
 * @param path [N] int32 tags of an allowed path of each sentence; rounding errors are smallest near the best one
 * @returns [] the sum over sentences
 */
export function partialCrfLoss(
  emissions: Tensor2D,
  { transitions, start, end }: CrfTensors,
  excluded: Tensor2D,
  path: Tensor1D,
  { lengths, stepOffsets }: RaggedTensors,
): Scalar {
  assert(`${excluded.shape}` === `${emissions.shape}`, () => `partial: [${excluded.shape}] for [${emissions.shape}]`);
  return differentiable(
    [emissions, transitions, start, end],
    (e, tr, s, n) => {
      const lossOf = (scores: Tensor2D) =>
        run(CrfLoss, { emissions: scores, transitions: tr, start: s, end: n, tags: path, lengths, stepOffsets }, {});
      const { loss, gradients } = difference(lossOf(e), lossOf(add(e, excluded)));
      return { y: loss, saved: gradients };
    },
    (dy, gradients) => scaled(gradients, dy),
  );
}

/**
 * The penalty of a batch for its expected share of tokens in entities: see `EntityPrior`. It keeps a model from taking everything that is
 * unknown for an entity.
 *
 * @param emissions [N, K]
 * @param outside id of O
 * @returns []
 */
export function entityPrior(
  emissions: Tensor2D,
  { transitions, start, end }: CrfTensors,
  outside: number,
  { ratio, margin, weight }: EntityPrior,
  { lengths, stepOffsets, rows }: RaggedTensors,
): Scalar {
  const K = transitions.shape[0];
  return differentiable(
    [emissions, transitions, start, end],
    (e, tr, s, n) => {
      const bonus = tensor1d(Float32Array.from({ length: K }, (_, k) => (k === outside ? 0 : BONUS)));
      const tags = fill([rows], outside, 'int32') as Tensor1D;
      const lossOf = (scores: Tensor2D) =>
        run(CrfLoss, { emissions: scores, transitions: tr, start: s, end: n, tags, lengths, stepOffsets }, {});
      const { loss, gradients } = difference(lossOf(add(e, bonus)), lossOf(add(e, mul(bonus, -1))));
      const toShare = 1 / (2 * BONUS * rows);
      const above = add(mul(loss, toShare), -ratio - margin); // []
      const below = add(mul(loss, -toShare), ratio - margin); // []; not both are positive
      const slope = mul(sub(step(above), step(below)), weight * toShare);
      return { y: mul(add(relu(above), relu(below)), weight) as Scalar, saved: scaled(gradients, slope as Scalar) };
    },
    (dy, gradients) => scaled(gradients, dy),
  );
}

/** The gradients of a CRF's emissions, transitions, start and end. */
type Gradients = readonly [Tensor, Tensor, Tensor, Tensor];

function difference(
  [lossesA, ...a]: readonly [Tensor, ...Gradients],
  [lossesB, ...b]: readonly [Tensor, ...Gradients],
): { loss: Scalar; gradients: Gradients } {
  const minus = (x: Tensor, y: Tensor) => add(x, mul(y, -1)); // simd adds and multiplies faster than it subtracts
  return {
    loss: sum(minus(lossesA, lossesB)) as Scalar,
    gradients: [minus(a[0], b[0]), minus(a[1], b[1]), minus(a[2], b[2]), minus(a[3], b[3])],
  };
}

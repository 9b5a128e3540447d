import {
  add,
  mul,
  scalar,
  sum,
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

/** Scores of a teacher's CRF for a batch, including penalties. */
export interface TeacherScores {
  emissions: Tensor2D; // [N, K]
  crf: CrfTensors;
}

/**
 * Exact distillation of one linear-chain CRF into another: the cross-entropy of the student's distribution over paths relative to
 * the teacher's, summed over sentences (Wang et al. 2021, "Structural Knowledge Distillation", eq. 6). The distributions of
 * several teachers are averaged.
 *
 *     loss = log Z of the student - sum over features of (teacher's expected count) · (student's score)
 *
 * Both factorise over the same tags and pairs of tags. The loss is therefore the CRF's loss with the teacher's marginals in place of the
 * gold counts, and its gradients are differences of marginals: no recursion has to be differentiated. The kernel `CrfLoss` returns
 * marginals minus gold counts, g_T for the teacher and g_S for the student; any path can serve as gold, since it cancels out:
 *
 *     loss = CrfLoss of the student - sum of g_T · scores,   gradient = g_S - g_T
 *
 * @param emissions [N, K] of the student
 * @param crf of the student; must not forbid a transition that a teacher allows
 * @param tags [N] int32, a path for every sentence that all models allow; rounding errors are smallest near the teacher's best path
 * @returns [] the sum over sentences
 */
export function distilledCrfLoss(
  emissions: Tensor2D,
  { transitions, start, end }: CrfTensors,
  teachers: readonly TeacherScores[],
  tags: Tensor1D,
  { lengths, stepOffsets }: RaggedTensors,
): Scalar {
  assert(teachers.length > 0, () => 'distilledCrfLoss: no teacher');
  for (const { emissions: given } of teachers) {
    assert(`${given.shape}` === `${emissions.shape}`, () => `distill: [${given.shape}] for [${emissions.shape}]`);
  }
  const layout = { lengths, stepOffsets, tags };
  const gradientsOf = (scores: TeacherScores['emissions'], crf: CrfTensors) =>
    run(CrfLoss, { emissions: scores, ...crf, ...layout }, {});
  return differentiable(
    [emissions, transitions, start, end],
    (e, tr, s, n) => {
      const [losses, ...own] = gradientsOf(e, { transitions: tr, start: s, end: n });
      const share = scalar(-1 / teachers.length);
      let loss: Tensor = sum(losses);
      let gradients: Tensor[] = own;
      for (const teacher of teachers) {
        const [, ...taught] = gradientsOf(teacher.emissions, teacher.crf);
        const counts = taught.map((part) => mul(part, share));
        loss = [e, tr, s, n].reduce((total, scores, i) => add(total, sum(mul(counts[i]!, scores))), loss);
        gradients = gradients.map((part, i) => add(part, counts[i]!));
      }
      return { y: loss as Scalar, saved: gradients as [Tensor, Tensor, Tensor, Tensor] };
    },
    (dy, gradients) => scaled(gradients, dy),
  );
}

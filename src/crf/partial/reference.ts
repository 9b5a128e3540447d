import { raggedRows, type Ragged } from '../../data/batches/ragged.ts';
import { crfLossReference, type CrfLossResult, type CrfScores } from '../reference.ts';

/** The gradients of a CRF's scores. */
const GRADIENTS = ['dEmissions', 'dTransitions', 'dStart', 'dEnd'] as const;

export type PartialLossResult = Omit<CrfLossResult, 'losses'> & { loss: number };

/**
 * A preference for the share of tokens in entities (the expected entity ratio of Effland & Collins, TACL 2021, eq. 6): the penalty is
 * `weight · max(0, |share − ratio| − margin)`.
 */
export interface EntityPrior {
  /** The expected share of tokens in entities, in [0, 1]. */
  ratio: number;
  /** Deviation without penalty. */
  margin: number;
  weight: number;
}

/**
 * The expected number of entity tokens is the derivative of log Z by a bonus for each entity token. Half the width, in nats, of the
 * central difference that is used instead: the mean of the expected numbers under bonuses of up to ± this much. Its gradient is a
 * difference of marginals, and so needs no second derivative of log Z.
 */
export const BONUS = 0.25;

/** `[N, K]` emissions plus `sign · BONUS` for every tag but `outside`. */
function withBonus(scores: CrfScores, outside: number, sign: number): CrfScores {
  const K = scores.start.length;
  const emissions = Float64Array.from(scores.emissions, (score, i) =>
    i % K === outside ? score : score + sign * BONUS,
  );
  return { ...scores, emissions };
}

/**
 * The specification of `partialCrfLoss` in float64: `log Z − log Z_A`, where Z_A sums over the paths that the annotation allows (Tsuboi et
 * al. 2008, eq. 5), and its gradient, the marginals under Z minus those under Z_A.
 *
 * @param excluded [N, K] penalties: 0 for allowed tags, −1e4 for others
 * @param path [N] tags of an allowed path
 */
export function partialCrfLossReference(
  scores: CrfScores,
  excluded: ArrayLike<number>,
  path: ArrayLike<number>,
  sentences: Ragged,
): PartialLossResult {
  const emissions = Float64Array.from(scores.emissions, (score, i) => score + excluded[i]!);
  const allowed = { ...scores, emissions };
  return difference(crfLossReference(scores, path, sentences), crfLossReference(allowed, path, sentences));
}

/** The specification of `entityPrior` in float64: the penalty of a batch, and its gradient. @param outside id of O */
export function entityPriorReference(
  scores: CrfScores,
  outside: number,
  { ratio, margin, weight }: EntityPrior,
  sentences: Ragged,
): PartialLossResult {
  const N = raggedRows(sentences);
  const nothing = new Int32Array(N).fill(outside);
  const [more, fewer] = [1, -1].map((sign) => crfLossReference(withBonus(scores, outside, sign), nothing, sentences));
  const { loss: count, ...ofCount } = difference(more!, fewer!);
  const share = count / (2 * BONUS) / N;
  const excess = Math.abs(share - ratio) - margin;
  const slope = excess > 0 ? (weight * Math.sign(share - ratio)) / (2 * BONUS) / N : 0;
  const [dEmissions, dTransitions, dStart, dEnd] = GRADIENTS.map((name) => ofCount[name].map((d) => slope * d));
  return {
    loss: weight * Math.max(0, excess),
    dEmissions: dEmissions!,
    dTransitions: dTransitions!,
    dStart: dStart!,
    dEnd: dEnd!,
  };
}

function difference(a: CrfLossResult, b: CrfLossResult): PartialLossResult {
  const loss = a.losses.reduce((sum, value, i) => sum + value - b.losses[i]!, 0);
  const [dEmissions, dTransitions, dStart, dEnd] = GRADIENTS.map((name) => a[name].map((d, i) => d - b[name][i]!));
  return { loss, dEmissions: dEmissions!, dTransitions: dTransitions!, dStart: dStart!, dEnd: dEnd! };
}

import { raggedRow, raggedRows, type Ragged } from '../data/batches/ragged.ts';
import type { Transitions } from './transitions.ts';

/** Scores of a linear-chain CRF over K tags, including penalties of illegal transitions. */
export interface CrfScores extends Transitions<ArrayLike<number>> {
  /** [N, K], in the layout of the sentences. */
  emissions: ArrayLike<number>;
}

export interface CrfLossResult {
  /** [B] */
  losses: Float64Array;
  /** Gradients of the sum of losses, each with the shape of its input. */
  dEmissions: Float64Array;
  dTransitions: Float64Array;
  dStart: Float64Array;
  dEnd: Float64Array;
}

/** log of the sum of exp x[i] for i in [0, count), without overflow. */
function logSumExp(count: number, x: (i: number) => number): number {
  let max = -Infinity;
  for (let i = 0; i < count; i++) max = Math.max(max, x(i));
  let sum = 0;
  for (let i = 0; i < count; i++) sum += Math.exp(x(i) - max);
  return max + Math.log(sum);
}

/**
 * The specification of the `CrfLoss` kernel in float64: negative log-likelihood of the gold tags and its gradient
 * (Lample 2016 §2.2; the recursions are Rabiner 1989 §III in log space, the gradient is Sutton & McCallum 2012 eq. 5.6).
 *
 * @param tags [N] gold tags, in the layout of the sentences
 */
export function crfLossReference(scores: CrfScores, tags: ArrayLike<number>, sentences: Ragged): CrfLossResult {
  const { transitions, start, end } = scores;
  const K = start.length;
  const result: CrfLossResult = {
    losses: new Float64Array(sentences.lengths.length),
    dEmissions: new Float64Array(raggedRows(sentences) * K),
    dTransitions: new Float64Array(K * K),
    dStart: new Float64Array(K),
    dEnd: new Float64Array(K),
  };
  const { losses, dEmissions, dTransitions, dStart, dEnd } = result;

  for (let b = 0; b < losses.length; b++) {
    const T = sentences.lengths[b]!;
    const row = (t: number) => raggedRow(sentences, b, t);
    const emission = (t: number, k: number) => scores.emissions[row(t) * K + k]!;
    const transition = (j: number, k: number) => transitions[j * K + k]!;

    // alpha[t][k]: log-sum over the paths of items 0..t that end in tag k, emission t included.
    const alpha = Array.from({ length: T }, () => new Float64Array(K));
    for (let k = 0; k < K; k++) alpha[0]![k] = start[k]! + emission(0, k);
    for (let t = 1; t < T; t++) {
      for (let k = 0; k < K; k++) {
        alpha[t]![k] = emission(t, k) + logSumExp(K, (j) => alpha[t - 1]![j]! + transition(j, k));
      }
    }

    // beta[t][j]: log-sum over the continuations of tag j at item t, emission t excluded.
    const beta = Array.from({ length: T }, () => new Float64Array(K));
    for (let k = 0; k < K; k++) beta[T - 1]![k] = end[k]!;
    for (let t = T - 2; t >= 0; t--) {
      for (let j = 0; j < K; j++) {
        beta[t]![j] = logSumExp(K, (k) => transition(j, k) + emission(t + 1, k) + beta[t + 1]![k]!);
      }
    }

    const logPartition = logSumExp(K, (k) => alpha[T - 1]![k]! + end[k]!);

    // Each gradient is the expected count of a feature (its marginal) minus its count in the gold path.
    for (let t = 0; t < T; t++) {
      for (let k = 0; k < K; k++) {
        const marginal = Math.exp(alpha[t]![k]! + beta[t]![k]! - logPartition);
        dEmissions[row(t) * K + k] = marginal;
        if (t === 0) dStart[k]! += marginal;
        if (t === T - 1) dEnd[k]! += marginal;
      }
    }
    for (let t = 1; t < T; t++) {
      for (let j = 0; j < K; j++) {
        for (let k = 0; k < K; k++) {
          const pair = alpha[t - 1]![j]! + transition(j, k) + emission(t, k) + beta[t]![k]!;
          dTransitions[j * K + k]! += Math.exp(pair - logPartition);
        }
      }
    }

    const gold = Array.from({ length: T }, (_, t) => tags[row(t)]!);
    losses[b] = logPartition - pathScoreReference(scores, gold, sentences, b);
    dStart[gold[0]!]! -= 1;
    dEnd[gold[T - 1]!]! -= 1;
    for (let t = 0; t < T; t++) dEmissions[row(t) * K + gold[t]!]! -= 1;
    for (let t = 1; t < T; t++) dTransitions[gold[t - 1]! * K + gold[t]!]! -= 1;
  }
  return result;
}

/**
 * `start[y_1] + sum of emissions[t, y_t] + sum of transitions[y_(t-1), y_t] + end[y_T]` of one path through sentence b.
 *
 * @param path [T] tags
 */
export function pathScoreReference(scores: CrfScores, path: ArrayLike<number>, sentences: Ragged, b: number): number {
  const { emissions, transitions, start, end } = scores;
  const K = start.length;
  let score = start[path[0]!]! + end[path[path.length - 1]!]!;
  for (let t = 0; t < path.length; t++) score += emissions[raggedRow(sentences, b, t) * K + path[t]!]!;
  for (let t = 1; t < path.length; t++) score += transitions[path[t - 1]! * K + path[t]!]!;
  return score;
}

import type { Ragged } from '../data/batches/ragged.ts';
import type { Transitions } from './transitions.ts';

/** A path through a sentence of T tokens. */
export interface TagPath {
  /** [T] */
  tags: Int32Array;
  /** Unnormalised score of the path. */
  score: number;
}

/** Extracts the rows of sentence b from a batch, the input of all functions here. [N, K] -> [T, K] */
export function sentenceEmissions(
  emissions: Float32Array,
  K: number,
  { lengths, stepOffsets }: Ragged,
  b: number,
): Float32Array {
  const T = lengths[b]!;
  const rows = new Float32Array(T * K);
  for (let t = 0; t < T; t++) {
    const row = (stepOffsets[t]! + b) * K;
    for (let k = 0; k < K; k++) rows[t * K + k] = emissions[row + k]!;
  }
  return rows;
}

/** All cells of the Viterbi recursion, and the resulting path. */
export interface ViterbiTable {
  /** [T, K] the score of the best path up to t that ends in each tag. */
  best: Float64Array;
  /** [T, K] back-pointers: the previous tag on that path; 0 at the first token. */
  origins: Int32Array;
  /** [T] */
  path: Int32Array;
  /** Unnormalised score of the path. */
  score: number;
}

/**
 * The path with the highest score (Viterbi 1967; Lample 2016 §2.2). Ties are resolved to the lower tag, from the end.
 *
 * @param emissions [T, K], T ≥ 1
 * @param crf scores of its transitions, including penalties of illegal ones
 */
export function viterbi(emissions: Float32Array, crf: Transitions<Float32Array>): TagPath {
  const K = crf.start.length;
  const best = bestScores(emissions, crf);
  const last = best.length - K;
  let tag = 0;
  for (let k = 1; k < K; k++) if (best[last + k]! + crf.end[k]! > best[last + tag]! + crf.end[tag]!) tag = k;
  const score = best[last + tag]! + crf.end[tag]!;
  const tags = new Int32Array(emissions.length / K);
  for (let t = tags.length - 1; t >= 0; t--) {
    tags[t] = tag;
    if (t > 0) tag = originOf(best, crf, t, tag);
  }
  return { tags, score };
}

/** Like `viterbi`, but returns the score and the back-pointer of every cell. */
export function viterbiTable(emissions: Float32Array, crf: Transitions<Float32Array>): ViterbiTable {
  const K = crf.start.length;
  const best = bestScores(emissions, crf);
  const origins = Int32Array.from(best, (_, cell) =>
    cell < K ? 0 : originOf(best, crf, Math.floor(cell / K), cell % K),
  );
  const { tags: path, score } = viterbi(emissions, crf);
  return { best, origins, path, score };
}

/** [T, K] the score of the best path up to t that ends in each tag. */
export function bestScores(
  emissions: Float32Array,
  { transitions, start }: Pick<Transitions<Float32Array>, 'transitions' | 'start'>,
): Float64Array {
  const K = start.length;
  const best = new Float64Array(emissions.length);
  for (let k = 0; k < K; k++) best[k] = start[k]! + emissions[k]!;
  for (let row = K; row < best.length; row += K) {
    const before = row - K;
    for (let k = 0; k < K; k++) {
      let highest = best[before]! + transitions[k]!;
      for (let j = 1, at = K + k; j < K; j++, at += K) {
        const score = best[before + j]! + transitions[at]!;
        if (score > highest) highest = score;
      }
      best[row + k] = highest + emissions[row + k]!;
    }
  }
  return best;
}

/** The tag at t - 1 on the best path to `tag` at t ≥ 1; on a tie, the lowest. @param best `bestScores` */
export function originOf(
  best: Float64Array,
  { transitions, start }: Pick<Transitions<Float32Array>, 'transitions' | 'start'>,
  t: number,
  tag: number,
): number {
  const K = start.length;
  const before = (t - 1) * K;
  let highest = best[before]! + transitions[tag]!;
  let origin = 0;
  for (let j = 1; j < K; j++) {
    const score = best[before + j]! + transitions[j * K + tag]!;
    if (score > highest) {
      highest = score;
      origin = j;
    }
  }
  return origin;
}

/** Forward and backward log-sums of one sentence, from which all probabilities are computed. */
export interface Lattice {
  /** Scores, including penalties of illegal transitions. */
  crf: Transitions<Float32Array>;
  /** [T, K] */
  emissions: Float32Array;
  /** [T, K] log-sum over the paths up to t that end in a tag, emission t included. */
  alpha: Float64Array;
  /** [T, K] log-sum over the continuations of a tag at t, emission t excluded. */
  beta: Float64Array;
  /** Log of the sum of exp score over all paths. */
  logPartition: number;
}

/** log of the sum of exp terms[i], without overflow. */
function logSumExp(terms: Float64Array): number {
  let max = -Infinity;
  for (let i = 0; i < terms.length; i++) if (terms[i]! > max) max = terms[i]!;
  let sum = 0;
  for (let i = 0; i < terms.length; i++) sum += Math.exp(terms[i]! - max);
  return max + Math.log(sum);
}

/** A smaller sum of products may have lost terms to underflow: e^−690, with a margin for rounding K terms. */
const UNDERFLOW = 1e-290;

/** Exponentiated transition scores; `stepFactors` computes them once for many sentences. */
export interface StepFactors {
  /** The highest score. */
  max: number;
  /** [to, from] exp(score - max). */
  byTarget: Float64Array;
  /** [from, to] */
  byOrigin: Float64Array;
}

export function stepFactors({
  transitions,
  start,
}: Pick<Transitions<Float32Array>, 'transitions' | 'start'>): StepFactors {
  const K = start.length;
  let max = -Infinity;
  for (const score of transitions) if (score > max) max = score;
  const byOrigin = Float64Array.from(transitions, (score) => Math.exp(score - max));
  const byTarget = Float64Array.from(byOrigin, (_, i) => byOrigin[(i % K) * K + Math.floor(i / K)]!);
  return { max, byTarget, byOrigin };
}

/**
 * One step of both recursions: `out[to] = log of the sum over from of exp(x[from] + score(from, to))`. Because transition scores are
 * the same at every step, they are exponentiated once, and a step takes K instead of K² exponentials. If all terms of a sum underflow
 * (due to a penalty, or scores thousands apart), that sum is computed in log space.
 *
 * @param factors [to, from] exp(score - maxScore)
 * @param scores [K, K]; the transition from `from` to `to` is at `from · fromStride + to · toStride`
 */
function stepper(factors: Float64Array, maxScore: number, scores: Float32Array, fromStride: number, toStride: number) {
  const K = Math.sqrt(factors.length);
  const weights = new Float64Array(K);
  const terms = new Float64Array(K);

  return (x: Float64Array, out: Float64Array): void => {
    let max = -Infinity;
    for (let from = 0; from < K; from++) if (x[from]! > max) max = x[from]!;
    for (let from = 0; from < K; from++) weights[from] = Math.exp(x[from]! - max);
    for (let to = 0, at = 0; to < K; to++) {
      let sum = 0;
      for (let from = 0; from < K; from++, at++) sum += weights[from]! * factors[at]!;
      if (sum > UNDERFLOW) {
        out[to] = max + maxScore + Math.log(sum);
      } else {
        for (let from = 0; from < K; from++) terms[from] = x[from]! + scores[from * fromStride + to * toStride]!;
        out[to] = logSumExp(terms);
      }
    }
  };
}

/**
 * The forward-backward recursions (Rabiner 1989 §III). Alpha and beta are logarithms: penalties of −1e4 and scores of that
 * size are safe.
 *
 * @param emissions [T, K], T ≥ 1
 * @param crf scores of its transitions, including penalties of illegal ones
 * @param factors `stepFactors(crf)`
 */
export function forwardBackward(
  emissions: Float32Array,
  crf: Transitions<Float32Array>,
  { max, byTarget, byOrigin }: StepFactors = stepFactors(crf),
): Lattice {
  const { transitions, start, end } = crf;
  const K = start.length;
  const T = emissions.length / K;
  const alpha = new Float64Array(T * K);
  const beta = new Float64Array(T * K);
  const sums = new Float64Array(K);
  const current = new Float64Array(K); // alpha of the last step, or beta plus emission of the next

  const stepForward = stepper(byTarget, max, transitions, K, 1);
  for (let k = 0; k < K; k++) alpha[k] = current[k] = start[k]! + emissions[k]!;
  for (let t = 1; t < T; t++) {
    stepForward(current, sums);
    for (let k = 0; k < K; k++) alpha[t * K + k] = current[k] = sums[k]! + emissions[t * K + k]!;
  }
  for (let k = 0; k < K; k++) current[k]! += end[k]!;
  const logPartition = logSumExp(current);

  const stepBack = stepper(byOrigin, max, transitions, 1, K);
  for (let k = 0; k < K; k++) beta[(T - 1) * K + k] = end[k]!;
  for (let t = T - 2; t >= 0; t--) {
    for (let k = 0; k < K; k++) current[k] = emissions[(t + 1) * K + k]! + beta[(t + 1) * K + k]!;
    stepBack(current, sums);
    for (let k = 0; k < K; k++) beta[t * K + k] = sums[k]!;
  }
  return { crf, emissions, alpha, beta, logPartition };
}

/** At most 1, whatever the rounding of large scores. */
export function probabilityOf(logProbability: number): number {
  return Math.exp(Math.min(0, logProbability));
}

/** [T, K] the probability of each tag at each token. */
export function marginals({ alpha, beta, logPartition }: Lattice): Float32Array {
  const probabilities = new Float32Array(alpha.length);
  for (let i = 0; i < alpha.length; i++) probabilities[i] = probabilityOf(alpha[i]! + beta[i]! - logPartition);
  return probabilities;
}

/** [T] the probability of one tag per token: the entries of `marginals` along a path. */
export function pathMarginals({ crf, alpha, beta, logPartition }: Lattice, path: Int32Array): Float32Array {
  const K = crf.start.length;
  return Float32Array.from(path, (tag, t) => probabilityOf(alpha[t * K + tag]! + beta[t * K + tag]! - logPartition));
}

/**
 * The marginal probability that tokens [from, from + tags.length) have these tags. In BIOES that is the
 * probability of the span; in BIO it includes spans that continue.
 */
export function spanProbability(lattice: Lattice, from: number, tags: ArrayLike<number>): number {
  const { crf, emissions, alpha, beta, logPartition } = lattice;
  const K = crf.start.length;
  let score = alpha[from * K + tags[0]!]!;
  for (let i = 1; i < tags.length; i++) {
    score += crf.transitions[tags[i - 1]! * K + tags[i]!]! + emissions[(from + i) * K + tags[i]!]!;
  }
  return probabilityOf(score + beta[(from + tags.length - 1) * K + tags[tags.length - 1]!]! - logPartition);
}

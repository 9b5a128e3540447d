import type { Ragged } from '../data/batches/ragged.ts';
import type { Transitions } from './transitions.ts';

/** A path through a sentence of T tokens. */
export interface TagPath {
  /** [T] */
  tags: Int32Array;
  /** The path's score: not normalised. */
  score: number;
}

/** The rows of sentence b out of those of a batch: what all functions here take. [N, K] -> [T, K] */
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

/** The recursion of Viterbi over all cells, and the path that comes of it. */
export interface ViterbiTable {
  /** [T, K] the score of the best path up to t that ends in each tag. */
  best: Float64Array;
  /** [T, K] the tag before, on that path; 0 at the first token. */
  origins: Int32Array;
  /** [T] */
  path: Int32Array;
  /** Of the path: not normalised. */
  score: number;
}

/**
 * The path of the highest score (Viterbi 1967; Lample 2016 §2.2). Of equal ones that of the lower tags, from the end.
 *
 * @param emissions [T, K], T ≥ 1
 * @param crf the scores of its steps, penalties of illegal ones added
 */
export function viterbi(emissions: Float32Array, crf: Transitions<Float32Array>): TagPath {
  const { path, score } = viterbiTable(emissions, crf);
  return { tags: path, score };
}

/** As `viterbi`, with the score and the back-pointer of every cell. */
export function viterbiTable(
  emissions: Float32Array,
  { transitions, start, end }: Transitions<Float32Array>,
): ViterbiTable {
  const K = start.length;
  const T = emissions.length / K;
  const best = new Float64Array(T * K);
  const origins = new Int32Array(T * K);
  for (let k = 0; k < K; k++) best[k] = start[k]! + emissions[k]!;
  for (let t = 1; t < T; t++) {
    const before = best.subarray((t - 1) * K, t * K);
    for (let k = 0; k < K; k++) {
      let highest = before[0]! + transitions[k]!;
      let origin = 0;
      for (let j = 1, at = K + k; j < K; j++, at += K) {
        const score = before[j]! + transitions[at]!;
        if (score > highest) {
          highest = score;
          origin = j;
        }
      }
      best[t * K + k] = highest + emissions[t * K + k]!;
      origins[t * K + k] = origin;
    }
  }

  const ends = best.subarray((T - 1) * K);
  let last = 0;
  for (let k = 1; k < K; k++) if (ends[k]! + end[k]! > ends[last]! + end[last]!) last = k;
  const path = new Int32Array(T);
  for (let t = T - 1, tag = last; t >= 0; t--) {
    path[t] = tag;
    tag = origins[t * K + tag]!;
  }
  return { best, origins, path, score: ends[last]! + end[last]! };
}

/** The forward and backward sums of one sentence, in log space: what every probability comes from. */
export interface Lattice {
  /** Scores, penalties of illegal steps added. */
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

/** Below this a sum of products may have lost terms to underflow: e^−690, with room for the rounding of K terms. */
const UNDERFLOW = 1e-290;

/**
 * One step of both recursions: `out[to] = log of the sum over from of exp(x[from] + score(from, to))`, the scores of all steps
 * being the same. In place of K² exponentials a step takes K, and the scores' own once; where all terms of a sum underflow
 * (beside a penalty, or scores thousands apart), that sum is taken in log space.
 *
 * @param scores [K, K], a row to column step is at `from · fromStride + to · toStride`
 */
function stepper(scores: Float32Array, K: number, fromStride: number, toStride: number) {
  let maxScore = -Infinity;
  for (let i = 0; i < scores.length; i++) if (scores[i]! > maxScore) maxScore = scores[i]!;
  const factors = new Float64Array(K * K);
  for (let i = 0; i < scores.length; i++) factors[i] = Math.exp(scores[i]! - maxScore);
  const weights = new Float64Array(K);
  const terms = new Float64Array(K);

  return (x: Float64Array, out: Float64Array): void => {
    let max = -Infinity;
    for (let from = 0; from < K; from++) if (x[from]! > max) max = x[from]!;
    for (let from = 0; from < K; from++) weights[from] = Math.exp(x[from]! - max);
    for (let to = 0; to < K; to++) {
      let sum = 0;
      for (let from = 0; from < K; from++) sum += weights[from]! * factors[from * fromStride + to * toStride]!;
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
 * @param crf the scores of its steps, penalties of illegal ones added
 */
export function forwardBackward(emissions: Float32Array, crf: Transitions<Float32Array>): Lattice {
  const { transitions, start, end } = crf;
  const K = start.length;
  const T = emissions.length / K;
  const alpha = new Float64Array(T * K);
  const beta = new Float64Array(T * K);
  const sums = new Float64Array(K);
  const current = new Float64Array(K); // alpha of the last step, or what lies ahead of it

  const stepForward = stepper(transitions, K, K, 1);
  for (let k = 0; k < K; k++) alpha[k] = current[k] = start[k]! + emissions[k]!;
  for (let t = 1; t < T; t++) {
    stepForward(current, sums);
    for (let k = 0; k < K; k++) alpha[t * K + k] = current[k] = sums[k]! + emissions[t * K + k]!;
  }
  for (let k = 0; k < K; k++) current[k]! += end[k]!;
  const logPartition = logSumExp(current);

  const stepBack = stepper(transitions, K, 1, K);
  for (let k = 0; k < K; k++) beta[(T - 1) * K + k] = end[k]!;
  for (let t = T - 2; t >= 0; t--) {
    for (let k = 0; k < K; k++) current[k] = emissions[(t + 1) * K + k]! + beta[(t + 1) * K + k]!;
    stepBack(current, sums);
    for (let k = 0; k < K; k++) beta[t * K + k] = sums[k]!;
  }
  return { crf, emissions, alpha, beta, logPartition };
}

/** [T, K] the probability of each tag at each token. */
export function marginals({ alpha, beta, logPartition }: Lattice): Float32Array {
  const probabilities = new Float32Array(alpha.length);
  for (let i = 0; i < alpha.length; i++) probabilities[i] = Math.exp(alpha[i]! + beta[i]! - logPartition);
  return probabilities;
}

/**
 * The probability that tokens [from, from + tags.length) have these tags, whatever the others have. In BIOES that is the
 * probability of the span; in BIO it includes spans that continue.
 */
export function spanProbability(lattice: Lattice, from: number, tags: ArrayLike<number>): number {
  const { crf, emissions, alpha, beta, logPartition } = lattice;
  const K = crf.start.length;
  let score = alpha[from * K + tags[0]!]!;
  for (let i = 1; i < tags.length; i++) {
    score += crf.transitions[tags[i - 1]! * K + tags[i]!]! + emissions[(from + i) * K + tags[i]!]!;
  }
  return Math.exp(score + beta[(from + tags.length - 1) * K + tags[tags.length - 1]!]! - logPartition);
}

/** A path with its probability. */
export interface LikelyPath extends TagPath {
  logProbability: number;
}

/**
 * The n paths of the highest scores, best first; fewer where a sentence has fewer paths. (Viterbi with the n best paths to each
 * tag, Seshadri & Sundberg 1994 "list Viterbi".)
 */
export function nBest({ crf, emissions, logPartition }: Lattice, n: number): LikelyPath[] {
  const { transitions, start, end } = crf;
  const K = start.length;
  const T = emissions.length / K;
  // A slot is a tag and a rank: slot k·n + r is the path of rank r among those that end in tag k; −∞ where there is none.
  const origins = Array.from({ length: T }, () => new Int32Array(K * n)); // the slot before
  let scores = new Float64Array(K * n).fill(-Infinity);
  let next = new Float64Array(K * n);
  for (let k = 0; k < K; k++) scores[k * n] = start[k]! + emissions[k]!;
  for (let t = 1; t < T; t++) {
    next.fill(-Infinity);
    for (let j = 0; j < K; j++) {
      for (let k = 0; k < K; k++) {
        const step = transitions[j * K + k]! + emissions[t * K + k]!;
        for (let slot = j * n; slot < (j + 1) * n; slot++) {
          if (!insert(next, origins[t]!, k * n, n, scores[slot]! + step, slot)) break; // lower ranks of j are no better
        }
      }
    }
    [scores, next] = [next, scores];
  }

  const finalScores = new Float64Array(n).fill(-Infinity);
  const finalSlots = new Int32Array(n);
  for (let slot = 0; slot < K * n; slot++) {
    insert(finalScores, finalSlots, 0, n, scores[slot]! + end[Math.floor(slot / n)]!, slot);
  }
  const paths: LikelyPath[] = [];
  for (let rank = 0; rank < n && finalScores[rank]! > -Infinity; rank++) {
    const tags = new Int32Array(T);
    for (let t = T - 1, slot = finalSlots[rank]!; t >= 0; t--) {
      tags[t] = Math.floor(slot / n);
      slot = origins[t]![slot]!;
    }
    paths.push({ tags, score: finalScores[rank]!, logProbability: finalScores[rank]! - logPartition });
  }
  return paths;
}

/**
 * Puts a path into the n slots from `first`, kept in descending order: the last falls out.
 *
 * @returns whether it was good enough; −∞ never is
 */
function insert(
  scores: Float64Array,
  origins: Int32Array,
  first: number,
  n: number,
  score: number,
  origin: number,
): boolean {
  let slot = first + n - 1;
  if (!(score > scores[slot]!)) return false;
  for (; slot > first && score > scores[slot - 1]!; slot--) {
    scores[slot] = scores[slot - 1]!;
    origins[slot] = origins[slot - 1]!;
  }
  scores[slot] = score;
  origins[slot] = origin;
  return true;
}

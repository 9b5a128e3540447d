import { forwardBackward, marginals, viterbiTable, type Lattice } from '../crf/decode.ts';
import { stepValue, type ScoredSentence, type Step } from './sentence.ts';

/** All results of decoding one sentence: T tokens, K tags. */
export interface Trellis {
  sentence: ScoredSentence;
  T: number;
  K: number;
  /** [T, K] the best score of a path from START to this cell. */
  best: Float64Array;
  /** [T, K] back-pointers: the previous tag on that path; undefined at the first token. */
  origins: Int32Array;
  /** [T, K] the best score of a path from this cell to END, without the cell's emission. */
  rest: Float64Array;
  /** [T] */
  path: Int32Array;
  /** Score of the path. */
  score: number;
  /** Alpha, beta and log Z. */
  lattice: Lattice;
  /** [T, K] the probability of each tag at each token. */
  probabilities: Float32Array;
}

export function trellisOf(sentence: ScoredSentence): Trellis {
  const { emissions, scores } = sentence;
  const K = scores.start.length;
  const T = emissions.length / K;
  const table = viterbiTable(emissions, scores);
  const lattice = forwardBackward(emissions, scores);
  return {
    sentence,
    T,
    K,
    ...table,
    rest: bestRest(emissions, sentence, T, K),
    lattice,
    probabilities: marginals(lattice),
  };
}

/** The Viterbi recursion from the end: [T, K] */
function bestRest(emissions: Float32Array, { scores }: ScoredSentence, T: number, K: number): Float64Array {
  const rest = new Float64Array(T * K);
  for (let k = 0; k < K; k++) rest[(T - 1) * K + k] = scores.end[k]!;
  for (let t = T - 2; t >= 0; t--) {
    for (let from = 0; from < K; from++) {
      let highest = -Infinity;
      for (let to = 0; to < K; to++) {
        const next = (t + 1) * K + to;
        highest = Math.max(highest, scores.transitions[from * K + to]! + emissions[next]! + rest[next]!);
      }
      rest[t * K + from] = highest;
    }
  }
  return rest;
}

export type TrellisMode = 'viterbi' | 'forward';

/** A transition into a cell: a term of the maximum or log-sum of the recursion. */
export interface Candidate extends Step {
  /** Value of the previous cell; 0 for START. */
  before: number;
  transition: number;
  /** before + transition + emission. */
  total: number;
  isIllegal: boolean;
}

/** The recursion at one cell, with its numbers: the candidates, highest first, and their maximum or log-sum. */
export interface CellSum {
  candidates: Candidate[];
  /** Emission of the cell; undefined at END. */
  emission: number | undefined;
  /** The maximum, or the log-sum, of the totals. */
  value: number;
}

/**
 * The recursion at a cell (Viterbi 1967; Rabiner 1989 §III in log space).
 *
 * @param t from 0; T for the step to END
 * @param tag undefined at END
 */
export function cellSum(
  { sentence, K, T, best, lattice, score }: Trellis,
  mode: TrellisMode,
  t: number,
  tag?: number,
): CellSum {
  const { scores, illegal, emissions } = sentence;
  const previous = mode === 'viterbi' ? best : lattice.alpha;
  const emission = tag === undefined ? undefined : emissions[t * K + tag]!;
  const froms: (number | undefined)[] = t === 0 ? [undefined] : Array.from({ length: K }, (_, from) => from);
  const candidates = froms.map((from): Candidate => {
    const step = { from, to: tag };
    const before = from === undefined ? 0 : previous[(t - 1) * K + from]!;
    const transition = stepValue(scores, step);
    const isIllegal = stepValue(illegal, step) === 1;
    return { ...step, before, transition, isIllegal, total: before + transition + (emission ?? 0) };
  });
  candidates.sort((a, b) => b.total - a.total);
  if (tag !== undefined) return { candidates, emission, value: previous[t * K + tag]! };
  return { candidates, emission, value: t < T ? NaN : mode === 'viterbi' ? score : lattice.logPartition };
}

/** A tag is shown if a path through it has at least this weight relative to the best path. */
const LEAST_WEIGHT = 1 / 1000;

/**
 * Tags that can be omitted from the drawing: in Viterbi mode no path through them has a thousandth of the weight of the best path; in
 * forward mode no token has them with that probability.
 *
 * @param kept tags that are never omitted: those of the path, and of a tag sequence entered by the user
 */
export function foldedTags(trellis: Trellis, mode: TrellisMode, kept: Iterable<number> = []): number[] {
  const { T, K, best, rest, score, path, probabilities } = trellis;
  const shown = new Set([...path, ...kept]);
  const weight = (cell: number) =>
    mode === 'viterbi' ? Math.exp(best[cell]! + rest[cell]! - score) : probabilities[cell]!;
  const isLight = (tag: number) => {
    for (let t = 0; t < T; t++) if (weight(t * K + tag) >= LEAST_WEIGHT) return false;
    return true;
  };
  return Array.from({ length: K }, (_, tag) => tag).filter((tag) => !shown.has(tag) && isLight(tag));
}

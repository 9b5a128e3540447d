import { randomUniform } from '../../lib/rng.ts';

/** The features of an unannotated sentence that strategies use. */
export interface Doubtful {
  /** T */
  length: number;
  /** [T] the probability that the predicted tag is wrong. */
  doubt: ArrayLike<number>;
  /** −log P(y* | x) of the best path y*. */
  surprise: number;
}

/** Strategies that score each sentence by itself, without its annotation time or the other sentences. The highest score comes first. */
export const STRATEGIES = {
  /** Random order. */
  random: (_: Doubtful, index: number, key: number) => randomUniform(key, index),
  /** Least confidence, 1 − P(y* | x) (Culotta & McCallum 2005; Settles & Craven 2008). Favours long sentences. */
  lc: ({ surprise }: Doubtful) => -Math.expm1(-surprise),
  /** Maximum normalised log-probability: −(1/T) log P(y* | x) (Shen et al. 2018, arXiv:1707.05928). */
  mnlp: ({ surprise, length }: Doubtful) => surprise / length,
  /** Lowest token probability: 1 − min_t p_t(y*_t) (Liu et al. 2020, arXiv:2001.02524). */
  ltp: ({ doubt }: Doubtful) => Array.from(doubt).reduce((max, p) => Math.max(max, p), 0),
} as const satisfies Record<string, (sentence: Doubtful, index: number, key: number) => number>;

export type StrategyName = keyof typeof STRATEGIES;

/** Orders sentences by a strategy, best first; ties in their order. @returns indices */
export function orderByStrategy(name: StrategyName, sentences: readonly Doubtful[], key: number): number[] {
  const scores = sentences.map((sentence, index) => STRATEGIES[name](sentence, index, key));
  return [...sentences.keys()].sort((a, b) => scores[b]! - scores[a]!);
}

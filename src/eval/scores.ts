/** Precision, recall and F1 in [0, 1], with their counts. */
export interface Score {
  precision: number;
  recall: number;
  f1: number;
  /** Number of gold entities. */
  support: number;
  predicted: number;
  correct: number;
}

/** Display name of the overall F1. */
export type ScoreName = 'F1' | 'token accuracy' | 'accuracy';

/**
 * Without a scheme each token counts as one span on both sides: precision, recall and F1 are then all the token accuracy. Likewise, for texts
 * with one class they are all the accuracy.
 */
export function scoreName({ overall, tokens, macroF1 }: Pick<Scores, 'overall' | 'tokens' | 'macroF1'>): ScoreName {
  if (macroF1 !== undefined) return 'accuracy';
  return tokens > 0 && overall.support === tokens && overall.predicted === tokens ? 'token accuracy' : 'F1';
}

/** The agreement of predictions with gold. Plain data. */
export interface Scores {
  /** Micro-average over all types; without a scheme, over tags. */
  overall: Score;
  byType: Record<string, Score>;
  /** F1 if an overlap with the same type counts as correct. */
  relaxedF1: number;
  tokenAccuracy: number;
  /** Mean of the F1 of all classes; only for texts with one class. */
  macroF1?: number;
  /** Number of predicted sequences that violate the scheme. */
  invalidSequences: number;
  tokens: number;
  sentences: number;
}

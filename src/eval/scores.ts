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

/** The agreement of predictions with gold. Plain data. */
export interface Scores {
  /** Micro-average over all types; without a scheme, over tags. */
  overall: Score;
  byType: Record<string, Score>;
  /** F1 if an overlap with the same type counts as correct. */
  relaxedF1: number;
  tokenAccuracy: number;
  /** Number of predicted sequences that break the scheme. */
  invalidSequences: number;
  tokens: number;
  sentences: number;
}

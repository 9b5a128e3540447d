/** Precision, recall and F1 in [0, 1], with the counts they come from. */
export interface Score {
  precision: number;
  recall: number;
  f1: number;
  /** Gold entities. */
  support: number;
  predicted: number;
  correct: number;
}

/** How well a set of predictions agrees with gold. Plain data. */
export interface Scores {
  /** Micro-average over all types, conlleval's rules; without a scheme: over tags. */
  overall: Score;
  byType: Record<string, Score>;
  /** F1 where an overlap of the same type counts. */
  relaxedF1: number;
  tokenAccuracy: number;
  /** Predicted sequences that break the scheme. */
  invalidSequences: number;
  tokens: number;
  sentences: number;
}

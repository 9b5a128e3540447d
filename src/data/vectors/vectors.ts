/** Pretrained word vectors kept in memory. */
export interface WordVectors {
  dimensions: number;
  words: string[];
  /** [words, dimensions] */
  values: Float32Array;
}

/**
 * Finds the vector of a word: the form itself, then in lower case, then with digits as zeros (both), then with plain
 * punctuation.
 */
export type VectorMatch = 'exact' | 'lowercase' | 'digits' | 'punctuation' | 'none';

/** How much of a corpus the vectors know. */
export interface Coverage {
  types: number;
  tokens: number;
  matched: Record<VectorMatch, { types: number; tokens: number }>;
  /** The most frequent words without a vector. */
  misses: { word: string; count: number }[];
}

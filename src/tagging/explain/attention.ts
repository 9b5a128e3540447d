import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { defined } from '../../lib/assert.ts';
import type { Milliseconds } from '../../lib/units.ts';
import type { TaggerModel } from '../../model/model.ts';
import { sentenceAttention } from '../../model/sentence-attention.ts';
import { withSentence, type PlaceInText } from './sentence-of-text.ts';

/** The self-attention of a sentence. Plain data. */
export interface SentenceAttention {
  tokens: string[];
  /** [T, T] from each token, in rows, to each token; a row sums to 1. */
  weights: Float32Array;
  milliseconds: Milliseconds;
}

/** @param stored vectors for words outside the vocabulary */
export async function inspectAttention(
  model: TaggerModel,
  place: PlaceInText,
  stored?: StoredVectors,
): Promise<SentenceAttention> {
  const startedAt = performance.now();
  return await withSentence(model, place, { stored }, async ({ tokens, corpus, index, extraRows }) => {
    const found = await sentenceAttention(model, corpus, index, extraRows);
    const weights = defined(found, () => 'inspectAttention: the model has no self-attention');
    return { tokens, weights, milliseconds: performance.now() - startedAt };
  });
}

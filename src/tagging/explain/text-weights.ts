import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { StudioError } from '../../lib/errors.ts';
import type { TaggerModel } from '../../model/model.ts';
import { textWeights } from '../../model/text-weights.ts';
import { withSentence } from './sentence-of-text.ts';

/** How much each word of a text counts in the attention of a model that gives each text one class. Plain data. */
export interface TextWeights {
  /** The words with their weights, whose sum is 1. */
  words: { text: string; weight: number }[];
}

/**
 * @param stored vectors for words outside the vocabulary
 * @throws StudioError NotReady for a model without attention pooling
 */
export async function inspectTextWeights(
  model: TaggerModel,
  text: string,
  stored?: StoredVectors,
): Promise<TextWeights> {
  return await withSentence(model, { text, sentence: 0 }, { stored }, async ({ tokens, corpus, index, extraRows }) => {
    const weights = await textWeights(model, corpus, index, extraRows);
    if (weights === undefined) throw new StudioError('NotReady', 'The model has no attention pooling.');
    return { words: tokens.map((word, t) => ({ text: word, weight: weights[t]! })) };
  });
}

import { tensor2d, type Tensor2D } from '../tensors/tensors.ts';
import type { StoredVectors } from '../data/vectors/stored-vectors.ts';
import { unknownKeys } from '../data/batches/encode.ts';
import type { Vocabulary } from '../data/vocabulary/vocabulary.ts';
import { assert } from '../lib/assert.ts';
import type { TaggerModel } from './model.ts';

/** A model's vocabulary with words added, and their rows of the word table: [X, E], for the caller to dispose. */
export interface ExtendedVocabulary {
  vocabulary: Vocabulary;
  extraRows: Tensor2D | undefined;
}

/** Finds the vectors of words that the vocabulary lacks. */
export async function extendVocabulary(
  model: TaggerModel,
  sentences: readonly { tokens: readonly string[] }[],
  stored: StoredVectors | undefined,
): Promise<ExtendedVocabulary> {
  const { vocabulary, config } = model;
  if (stored === undefined || config.emissions === 'features') return { vocabulary, extraRows: undefined };
  const { wordDim } = config;
  assert(
    stored.dimensions === wordDim,
    () => `out-of-vocabulary words: vectors of ${stored.dimensions} dimensions for a model of ${wordDim}`,
  );
  const found = await stored.find(unknownKeys(vocabulary, sentences));
  if (found.size === 0) return { vocabulary, extraRows: undefined };
  const rows = new Float32Array(found.size * wordDim);
  [...found.values()].forEach((vector, row) => rows.set(vector, row * wordDim));
  const extended = vocabulary.extend([...found.keys()]);
  assert(
    extended.words.length === vocabulary.words.length + found.size,
    () =>
      `out-of-vocabulary words: ${found.size} vectors for ${extended.words.length - vocabulary.words.length} new words`,
  );
  return { vocabulary: extended, extraRows: tensor2d(rows, [found.size, wordDim]) };
}

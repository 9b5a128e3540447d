import { StudioError } from '../../lib/errors.ts';
import { randomUniform } from '../../lib/rng.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { VectorLookup } from './vector-lookup.ts';

/**
 * Initializes the word table. Words with a pretrained vector get it; all others, and `UNKNOWN`, are uniform in ±√(3/E), which has
 * variance 1/E (NCRF++, utils/functions.py: build_pretrain_embedding).
 *
 * @param dimensions E
 * @param key of the random numbers (lib/rng.ts)
 * @returns [V, E]
 * @throws StudioError BadConfig if the vectors have other dimensions
 */
export function buildWordTable(
  vocabulary: Vocabulary,
  lookup: VectorLookup | undefined,
  dimensions: number,
  key: number,
): Float32Array {
  if (lookup !== undefined && lookup.vectors.dimensions !== dimensions) {
    throw new StudioError(
      'BadConfig',
      `The word vectors have ${lookup.vectors.dimensions} dimensions, but the configuration has ${dimensions}. ` +
        'Set the word dimensions to those of the vectors, or choose another vectors file.',
    );
  }
  const bound = Math.sqrt(3 / dimensions);
  const table = new Float32Array(vocabulary.words.length * dimensions);
  vocabulary.words.forEach((word, row) => {
    const start = row * dimensions;
    const vector = row === 0 ? undefined : lookup?.find(word);
    if (vector !== undefined) {
      table.set(vector, start);
    } else {
      for (let i = start; i < start + dimensions; i++) table[i] = bound * (2 * randomUniform(key, i) - 1);
    }
  });
  return table;
}

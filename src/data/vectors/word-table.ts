import { StudioError } from '../../lib/errors.ts';
import { randomUniform } from '../../lib/rng.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import type { VectorLookup } from './vector-lookup.ts';

/**
 * The word table before training, [V, E]: pretrained vectors where there are any; the unknown word and all others uniform in
 * ±√(3/E) (NCRF++, utils/functions.py: build_pretrain_embedding), which has the variance 1/E.
 *
 * @param key of the random numbers (lib/rng.ts)
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
      `The vectors have ${lookup.vectors.dimensions} dimensions, the configuration asks for ${dimensions}. ` +
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

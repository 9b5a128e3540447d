import { DEFAULT_CONFIG } from '../../config/schema.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { VectorLookup } from '../../data/vectors/vector-lookup.ts';
import { countForms } from '../../data/vocabulary/vocabulary.ts';
import { wordKey } from '../../data/vocabulary/word-keys.ts';

/**
 * The vectors for the words of texts. The loaded vectors cover only the words of corpora; other words are looked up in the file.
 *
 * @param loaded vectors for the words of corpora
 * @param stored look-up of all words of the file; undefined if it could not be kept
 * @returns undefined without a vectors file
 */
export async function textVectors(
  sentences: readonly (readonly string[])[],
  loaded: VectorLookup | undefined,
  stored: StoredVectors | undefined,
): Promise<VectorLookup | undefined> {
  if (loaded === undefined || stored === undefined) return loaded;
  const forms = countForms(sentences.map((tokens) => ({ tokens }))).keys();
  const keys = new Set(Array.from(forms, (form) => wordKey(form, DEFAULT_CONFIG)));
  const found = await stored.find([...keys].filter((key) => !loaded.has(key)));
  const { dimensions, words, values } = loaded.vectors;
  const all = new Float32Array(values.length + found.size * dimensions);
  all.set(values);
  [...found.values()].forEach((vector, row) => all.set(vector, values.length + row * dimensions));
  return new VectorLookup({ dimensions, words: [...words, ...found.keys()], values: all });
}

import type { CompactExtract } from './stored-vectors.ts';
import { hashedEntry, type Vocabulary } from '../vocabulary/vocabulary.ts';

/**
 * Removes vectors that are never looked up, because their word has a row in the word table. Requires lower-case keys with digits
 * replaced; otherwise a different spelling of the word may still look up the vector.
 *
 * @param most maximum number of vectors to keep, from the first
 */
export function withoutKnownWords(
  vectors: CompactExtract | undefined,
  { options, words }: Vocabulary,
  most = Infinity,
): CompactExtract | undefined {
  if (vectors === undefined) return undefined;
  const isCertain = options.lowercase && options.digitsToZero;
  if (!isCertain && most === Infinity) return vectors;
  const entryOf = (word: string) => (options.hashedWords === true ? word : hashedEntry(word));
  const known = new Set(isCertain ? words.slice(1).map(entryOf) : []); // without the unknown word, which has no vector
  const { dimensions, hashes, scales, values } = vectors;
  const unknown = [...hashes.keys()].filter((row) => !known.has(`#${hashes[row]!.toString(16)}`));
  const kept = unknown.slice(0, most);
  if (kept.length === 0) return undefined;
  const copy = new Int8Array(kept.length * dimensions);
  kept.forEach((row, i) => copy.set(values.subarray(row * dimensions, (row + 1) * dimensions), i * dimensions));
  return {
    dimensions,
    hashes: Float64Array.from(kept, (row) => hashes[row]!),
    scales: Float32Array.from(kept, (row) => scales[row]!),
    values: copy,
  };
}

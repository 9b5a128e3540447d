import type { EncodedCorpus } from '../data/batches/batch.ts';
import type { Vocabulary } from '../data/vocabulary/vocabulary.ts';
import { crc32 } from '../lib/crc32.ts';

/**
 * A checksum of the training data of a run: vocabulary, word dimension, and the encoded sentences in order.
 *
 * @param wordDim E
 * @returns eight hexadecimal digits
 */
export function fingerprintOf(vocabulary: Vocabulary, wordDim: number, corpora: readonly EncodedCorpus[]): string {
  const words = JSON.stringify([vocabulary.toJSON(), wordDim]);
  const parts = [new TextEncoder().encode(words), ...corpora.flatMap(numbersOf)];
  const sums = Uint32Array.from(parts, (part) => crc32(part));
  return crc32(bytesOf(sums)).toString(16).padStart(8, '0');
}

function numbersOf({ sentences }: EncodedCorpus): Uint8Array[] {
  return sentences.flatMap(({ words, forms, tags, keys, document, weight, allowed, indicators, features = [] }) => {
    const numbers = [words, forms, tags, ...features];
    if (keys !== undefined) numbers.push(keys, Int32Array.of(document ?? -1));
    if (indicators !== undefined) numbers.push(indicators.offsets, indicators.rows);
    const parts = numbers.map(bytesOf);
    if (allowed !== undefined) parts.push(...allowed.map((set) => set ?? new Uint8Array(0)));
    return weight === undefined ? parts : [...parts, new Uint8Array(Float64Array.of(weight).buffer)];
  });
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

import type { CompactExtract } from './compact.ts';

/** Words of a vectors file that travel in a model file: the first, which are the most frequent. With 100 dimensions 2.2 MB. */
export const TRAVELLING_WORDS = 20_000;

/** The vectors of a file, wherever they are kept: for words that no corpus has, and a later sentence may hold. */
export interface StoredVectors {
  readonly dimensions: number;
  /** The vectors [E] of those keys that have one, under the best of their spellings (word-keys.ts). */
  find(keys: Iterable<string>): Promise<Map<string, Float32Array<ArrayBuffer>>>;
  /** The first `rows` words, or all that can be had. */
  extract(rows: number): Promise<CompactExtract>;
}

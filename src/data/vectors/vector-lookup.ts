import { defined } from '../../lib/assert.ts';
import { vectorSpellings } from '../vocabulary/word-keys.ts';

/** Pretrained word vectors in memory. */
export interface WordVectors {
  dimensions: number;
  words: string[];
  /** [words, E] */
  values: Float32Array;
}

/** Looks up the vector of a word under the first of its spellings that has one. */
export class VectorLookup {
  readonly vectors: WordVectors;
  readonly #rows: Map<string, number>;

  constructor(vectors: WordVectors) {
    this.vectors = vectors;
    this.#rows = new Map(vectors.words.map((word, row) => [word, row]));
  }

  has(key: string): boolean {
    return this.spelling(key) !== undefined;
  }

  /** [E], a view; undefined if the word has no vector. */
  find(key: string): Float32Array | undefined {
    const spelling = this.spelling(key);
    if (spelling === undefined) return undefined;
    const { dimensions, values } = this.vectors;
    const row = defined(this.#rows.get(spelling), () => `no row of ${spelling}`);
    return values.subarray(row * dimensions, (row + 1) * dimensions);
  }

  /** The spelling under which the word has a vector. */
  spelling(key: string): string | undefined {
    return vectorSpellings(key).find((spelling) => this.#rows.has(spelling));
  }
}

/** Every spelling of these words, under any normalization: the rows of a vectors file to keep in memory. */
export function wantedSpellings(words: Iterable<string>): Set<string> {
  const wanted = new Set<string>();
  for (const word of words) {
    for (const spelling of vectorSpellings(word)) wanted.add(spelling);
  }
  return wanted;
}

import { assert } from '../../lib/assert.ts';
import type { WordVectors } from './vector-lookup.ts';
import { hashWord } from '../../lib/word-hash.ts';
import { WordIndex } from './word-index.ts';

/** Initial capacity; doubled when it is exceeded. */
const INITIAL_ROWS = 1024;

/** Collects the vectors of wanted words. */
export class WantedRows {
  readonly #words: string[];
  readonly #index = new WordIndex();
  readonly #keptWords: string[] = [];
  #keptValues = new Float32Array(0);

  constructor(wanted: ReadonlySet<string>) {
    this.#words = [...wanted].filter((word) => this.#index.add(hashWord(word)));
  }

  /** Number of words kept so far. */
  get size(): number {
    return this.#keptWords.length;
  }

  /** The number of the wanted word with this hash, or -1. */
  find(hash: number): number {
    return this.#index.find(hash);
  }

  /**
   * @param number of a wanted word
   * @param vector [E], copied
   */
  keep(number: number, vector: Float32Array): void {
    const start = this.size * vector.length;
    if (start === this.#keptValues.length) {
      const larger = new Float32Array(Math.max(INITIAL_ROWS * vector.length, 2 * start));
      larger.set(this.#keptValues);
      this.#keptValues = larger;
    }
    const word = this.#words[number];
    assert(word !== undefined, () => `vectors: no wanted word ${number}`);
    this.#keptValues.set(vector, start);
    this.#keptWords.push(word);
  }

  /** The kept vectors, in the order in which they were added. */
  vectors(dimensions: number): WordVectors {
    return { dimensions, words: this.#keptWords, values: this.#keptValues.slice(0, this.size * dimensions) };
  }
}

import { assert } from '../../lib/assert.ts';
import type { WordVectors } from './vector-lookup.ts';
import { hashWord, WordIndex } from './word-index.ts';

/** At the start of the kept values; they grow by doubling. */
const FIRST_ROWS = 1024;

/** The vectors of the words that are wanted, kept as they are found. */
export class WantedRows {
  private readonly words: string[];
  private readonly index = new WordIndex();
  private readonly keptWords: string[] = [];
  private keptValues = new Float32Array(0);

  constructor(wanted: ReadonlySet<string>) {
    this.words = [...wanted].filter((word) => this.index.add(hashWord(word)));
  }

  /** Words kept so far. */
  get size(): number {
    return this.keptWords.length;
  }

  /** The number of a wanted word, by its hash, or -1. */
  find(hash: number): number {
    return this.index.find(hash);
  }

  /** @param number of a wanted word, @param vector [E], which is copied */
  keep(number: number, vector: Float32Array): void {
    const start = this.size * vector.length;
    if (start === this.keptValues.length) {
      const larger = new Float32Array(Math.max(FIRST_ROWS * vector.length, 2 * start));
      larger.set(this.keptValues);
      this.keptValues = larger;
    }
    const word = this.words[number];
    assert(word !== undefined, () => `vectors: no wanted word ${number}`);
    this.keptValues.set(vector, start);
    this.keptWords.push(word);
  }

  /** What was kept, in the order in which it was found. */
  vectors(dimensions: number): WordVectors {
    return { dimensions, words: this.keptWords, values: this.keptValues.slice(0, this.size * dimensions) };
  }
}

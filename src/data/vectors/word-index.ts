import { hashWord } from '../../lib/word-hash.ts';
import { vectorSpellings } from '../vocabulary/word-keys.ts';

/** Maps words, by their hashes, to rows in the order in which they were added. Takes 16 to 32 bytes per word. */
export class WordIndex {
  #count = 0;
  /** [rows] */
  #rowHashes = new Float64Array(512);
  /** Hash table with linear probing, at most half full: row + 1, or 0. */
  #slots = new Uint32Array(1024);

  get size(): number {
    return this.#count;
  }

  /** [size] by row. */
  get hashes(): Float64Array {
    return this.#rowHashes.slice(0, this.#count);
  }

  /** Assigns the next row to a word. Returns false if it already has one. */
  add(hash: number): boolean {
    if (this.#count === this.#rowHashes.length) this.#grow();
    const slot = this.#slotOf(hash);
    if (this.#slots[slot] !== 0) return false;
    this.#rowHashes[this.#count++] = hash;
    this.#slots[slot] = this.#count;
    return true;
  }

  /** The row of a word, or -1. */
  find(hash: number): number {
    return this.#slots[this.#slotOf(hash)]! - 1;
  }

  /** The row of a key under the best of its spellings (word-keys.ts), or -1. */
  findKey(key: string): number {
    for (const spelling of vectorSpellings(key)) {
      const row = this.find(hashWord(spelling));
      if (row >= 0) return row;
    }
    return -1;
  }

  #slotOf(hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = (hash >>> 0) & mask; // the low 32 bits
    while (this.#slots[slot] !== 0 && this.#rowHashes[this.#slots[slot]! - 1] !== hash) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const hashes = new Float64Array(2 * this.#rowHashes.length);
    hashes.set(this.#rowHashes);
    this.#rowHashes = hashes;
    this.#slots = new Uint32Array(4 * this.#count);
    for (let row = 0; row < this.#count; row++) this.#slots[this.#slotOf(hashes[row]!)] = row + 1;
  }
}

/** Builds an index from the hashes of its rows. */
export function wordIndexFrom(hashes: Iterable<number>): WordIndex {
  const index = new WordIndex();
  for (const hash of hashes) index.add(hash);
  return index;
}

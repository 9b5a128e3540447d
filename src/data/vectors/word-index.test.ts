import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashBytes, hashWord } from '../../lib/word-hash.ts';
import { WordIndex, wordIndexFrom } from './word-index.ts';

describe('hashWord', () => {
  it('is a 53-bit integer', () => {
    const bytes = new TextEncoder().encode('xx naïve yy');
    expect(hashBytes(bytes, 3, bytes.length - 3)).toBe(hashWord('naïve'));
    for (const word of ['', 'a', 'naïve', '東京']) expect(Number.isSafeInteger(hashWord(word))).toBe(true);
  });

  it('has no collisions among 50,000 short words', () => {
    const hashes = new Set<number>();
    for (let i = 0; i < 50_000; i++) hashes.add(hashWord(i.toString(36)));
    expect(hashes.size).toBe(50_000);
  });
});

describe('WordIndex', () => {
  it('assigns the same rows as a Map, also while it grows', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3000), { maxLength: 2000, size: 'max' }), (words) => {
        const index = new WordIndex();
        const expected = new Map<number, number>();
        for (const word of words) {
          // few distinct low bits: long probes
          const hash = (word % 7) + Math.floor(word / 7) * 2 ** 32;
          const added = index.add(hash);
          if (added === expected.has(hash)) throw new Error(`add(${hash}) gave ${added}`);
          if (!expected.has(hash)) expected.set(hash, expected.size);
        }
        expect(index.size).toBe(expected.size);
        expect([...expected.keys()].map((hash) => index.find(hash))).toEqual([...expected.values()]);
        expect(index.find(2 ** 52)).toBe(-1);
        expect(wordIndexFrom(index.hashes).hashes).toEqual(index.hashes);
      }),
      { numRuns: 10 },
    );
  });
});

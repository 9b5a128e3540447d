import { describe, expect, it } from 'vitest';
import { measureByCase, measureCoverage } from './coverage.ts';
import { VectorLookup } from './vector-lookup.ts';

const lookup = new VectorLookup({
  dimensions: 2,
  words: ['the', 'Rome', '0000', 'f-00', "o'brien"],
  values: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
});

describe('VectorLookup', () => {
  it('finds words as written, in lower case, with digits replaced, with plain punctuation', () => {
    expect(lookup.find('Rome')).toEqual(Float32Array.of(3, 4));
    expect(lookup.find('THE')).toEqual(Float32Array.of(1, 2));
    expect(lookup.find('1996')).toEqual(Float32Array.of(5, 6));
    expect(lookup.find('F-16')).toEqual(Float32Array.of(7, 8));
    expect(lookup.find('O’Brien')).toEqual(Float32Array.of(9, 10));
    expect(lookup.find('rome')).toBeUndefined();
    expect(lookup.has('x')).toBe(false);
  });
});

describe('measureCoverage', () => {
  const forms = new Map([
    ['the', 10],
    ['THE', 2],
    ['Rome', 3],
    ['1996', 4],
    ['zyx', 1],
    ['kraken', 5],
    ['O’Brien', 1],
  ]);

  it('counts types and tokens by kind of match, and lists misses, most frequent first', () => {
    const coverage = measureCoverage(forms, lookup, { lowercase: false, digitsToZero: false });
    expect(coverage).toEqual({
      types: 7,
      tokens: 26,
      matched: {
        exact: { types: 2, tokens: 13 },
        lowercase: { types: 1, tokens: 2 },
        digits: { types: 1, tokens: 4 },
        punctuation: { types: 1, tokens: 1 },
        none: { types: 2, tokens: 6 },
      },
      misses: [
        { word: 'kraken', count: 5 },
        { word: 'zyx', count: 1 },
      ],
    });
  });

  it('looks up keys: with lower-casing, Rome is not found', () => {
    const { matched } = measureCoverage(forms, lookup, { lowercase: true, digitsToZero: true });
    expect(matched.none).toEqual({ types: 3, tokens: 9 });
    expect(matched.digits).toEqual({ types: 1, tokens: 4 });
  });
});

describe('vectors that distinguish capitals', () => {
  const forms = new Map(['the', 'THE', 'The', 'Rome', 'Oslo', 'rome', 'zyx'].map((form) => [form, 1]));
  const of = (...words: string[]) =>
    measureByCase(forms, new VectorLookup({ dimensions: 1, words, values: Float32Array.from(words, () => 1) }), {
      digitsToZero: false,
    });

  it('are named, with the words that have a vector of their own, or none in lower case', () => {
    const cased = of('the', 'The', 'rome', 'Rome', 'Oslo');
    expect(cased.warning).toMatch(
      /: 3 of the 7 training words have one with their capitals, and 1 of them have none in lower case\./,
    );
    expect(of('the', 'The').warning).toMatch(/: 1 of the 7 training words have one with their capitals\. The/);
    expect(cased.lowercase.matched.none.types).toBe(2);
    expect(cased.asWritten.matched.none.types).toBe(1);
  });

  it.each([[['the', 'rome', 'oslo']], [['zyx']], [[]]])('not those of %j', (words) => {
    expect(of(...words).warning).toBeUndefined();
  });
});

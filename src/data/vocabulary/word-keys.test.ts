import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { characterForm, vectorSpellings, wordKey } from './word-keys.ts';

/** Any code point except surrogates. Much faster to set up than the library's own units. */
const codePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

describe('word keys', () => {
  it('lower-case words only, and replace digits in words and characters', () => {
    const both = { lowercase: true, digitsToZero: true };
    expect(wordKey('Boeing-747', both)).toBe('boeing-000');
    expect(characterForm('Boeing-747', both)).toBe('Boeing-000');
    expect(wordKey('Boeing-747', { lowercase: false, digitsToZero: false })).toBe('Boeing-747');
    expect(wordKey('١٩٩٦', both)).toBe('0000');
  });

  it('look up vectors as written, in lower case, with digits replaced, with plain punctuation', () => {
    expect(vectorSpellings('F-16')).toEqual(['F-16', 'f-16', 'F-00', 'f-00']);
    expect(vectorSpellings('word')).toEqual(['word']);
    expect(vectorSpellings('Hà_Nội')).toEqual(['Hà_Nội', 'hà_nội', 'Hà Nội', 'hà nội']);
    expect(vectorSpellings('Hà Nội')).toEqual(['Hà Nội', 'hà nội', 'Hà_Nội', 'hà_nội']);
    expect(vectorSpellings('_x_ ')).toEqual(['_x_ ']);
    expect(vectorSpellings('O’N')).toEqual(['O’N', 'o’n', "O'N", "o'n"]);
  });

  it('include the spellings of the key in those of the form', () => {
    const text = fc.oneof(fc.string({ unit: codePoint }), fc.constantFrom('ΑΣ1', 'İ9', 'ẞ٣', 'F-16', 'Σ‚Α', '’90–ΑΣ'));
    fc.assert(
      fc.property(text, fc.boolean(), fc.boolean(), (form, lowercase, digitsToZero) => {
        const key = wordKey(form, { lowercase, digitsToZero });
        expect(vectorSpellings(form)).toEqual(expect.arrayContaining(vectorSpellings(key)));
      }),
    );
  });
});

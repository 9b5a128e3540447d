import { describe, expect, test } from 'vitest';
import type { TagScheme } from '../data/corpus.ts';
import { TagReader } from '../data/tags/tag-spans.ts';
import { standardStyle } from '../data/tags/tag-style.ts';
import { scoreTags } from './score-tags.ts';

/**
 * Each scheme as a regular expression over whole sentences with one character per tag: `b i e s` of type X, `B I E S` of type Y, `o`.
 * It shares no code with the pairwise rules that it checks.
 */
const GRAMMARS: Record<Exclude<TagScheme, 'none' | 'text'>, RegExp> = {
  IO: /^[oiI]*$/,
  IOB1: /^(o|i[ib]*|I[IB]*)*$/,
  BIO: /^(o|bi*|BI*)*$/,
  BIOES: /^(o|s|S|bi*e|BI*E)*$/,
  BMES: /^(o|s|S|bi*e|BI*E)*$/,
  IOE1: /^(o|[ie]*i|[IE]*I)*$/,
  IOE2: /^(o|i*e|I*E)*$/,
};

/** The spans of a valid sentence, in the same notation. */
const SPANS: Record<Exclude<TagScheme, 'none' | 'text'>, RegExp> = {
  IO: /i+|I+/g,
  IOB1: /[ib]i*|[IB]I*/g,
  BIO: /bi*|BI*/g,
  BIOES: /s|S|bi*e|BI*E/g,
  BMES: /s|S|bi*e|BI*E/g,
  IOE1: /i*e|I*E|i+|I+/g,
  IOE2: /i*e|I*E/g,
};

const LETTERS = [...'obiesBIES'];
const LONGEST = 4;

/** Every sentence of up to four tags: 7,381. */
const SENTENCES = Array.from({ length: LONGEST + 1 }, (_, length) => length).flatMap(sentencesOf);

function sentencesOf(length: number): string[] {
  if (length === 0) return [''];
  return sentencesOf(length - 1).flatMap((rest) => LETTERS.map((letter) => rest + letter));
}

function tagsOf(sentence: string, inside: string): string[] {
  return [...sentence].map((letter) => {
    if (letter === 'o') return 'O';
    const role = letter.toUpperCase() === 'I' ? inside : letter.toUpperCase();
    return `${role}-${letter === letter.toLowerCase() ? 'X' : 'Y'}`;
  });
}

describe.each(Object.keys(GRAMMARS) as (keyof typeof GRAMMARS)[])('every short sentence, read as %s', (scheme) => {
  const style = standardStyle(scheme);
  const tags = (sentence: string) => tagsOf(sentence, style.letters.inside);

  test('is invalid if and only if the grammar rejects it', () => {
    const expected = SENTENCES.filter((sentence) => !GRAMMARS[scheme].test(sentence));
    const invalid = SENTENCES.filter((sentence) => {
      const pair = { gold: tags(sentence).map(() => 'O'), predicted: tags(sentence) };
      return scoreTags(style, [pair]).invalidSequences === 1;
    });
    expect(invalid).toEqual(expected);
    expect(expected.length).toBeGreaterThan(1000);
  });

  test('has the spans of its grammar if it is valid', () => {
    const reader = new TagReader(style);
    for (const sentence of SENTENCES.filter((candidate) => GRAMMARS[scheme].test(candidate))) {
      const expected = [...sentence.matchAll(SPANS[scheme])].map(({ 0: text, index }) => ({
        start: index,
        end: index + text.length,
        type: text === text.toLowerCase() ? 'X' : 'Y',
      }));
      expect(reader.read(tags(sentence)).spans).toEqual(expected);
    }
  });
});

test('counts invalid predicted sentences, not invalid gold', () => {
  const pairs = [
    { gold: ['I-X', 'O'], predicted: ['B-X', 'O'] },
    { gold: ['B-X', 'O'], predicted: ['I-X', 'O'] },
    { gold: ['B-X', 'O'], predicted: ['O', 'I-X'] },
    { gold: [], predicted: [] },
  ];
  expect(scoreTags(standardStyle('BIO'), pairs)).toMatchObject({ invalidSequences: 2, sentences: 4 });
});

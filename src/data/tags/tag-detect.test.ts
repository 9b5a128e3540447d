import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SPAN_STYLES, spannedSentence } from '../../../test/helpers/tag-arbitraries.ts';
import type { TagScheme } from '../corpus.ts';
import { detectStyle } from './tag-detect.ts';
import { TagReader, tagsOfSpans } from './tag-spans.ts';
import { formatTag, NO_SCHEME, parseTag } from './tag-style.ts';

const detect = (text: string, wanted?: TagScheme) =>
  detectStyle(
    text.split(' | ').map((tags) => tags.split(' ')),
    wanted,
  );

describe('detectStyle finds the scheme of', () => {
  test.each<[string, TagScheme]>([
    ['B-X I-X O B-X', 'BIO'],
    ['B-X O B-Y O', 'BIO'],
    ['I-X I-X O I-Y B-Y', 'IOB1'],
    ['I-X I-X O I-Y', 'IOB1'],
    ['B-X E-X O S-Y', 'BIOES'],
    ['S-X O O S-Y', 'BIOES'],
    ['B-X L-X O U-Y', 'BIOES'],
    ['B-X M-X E-X O S-Y', 'BMES'],
    ['B M E S S', 'BMES'],
    ['B I O O', 'BIO'],
    ['O O O O PER PER O LOC', 'IO'],
    ['NN VB DT NN', 'none'],
    ['O V N N V P', 'none'], // O is also a tag of the Twitter part-of-speech tagset
    ['O O O', 'BIO'],
    ['DT NN VBZ . | DT NNS VBD . | NNS VBD .', 'none'],
    ['DET NOUN _ | DET NOUN VERB | PRON _ ADV | PRON VERB ADP _', 'none'],
    ['_ _ _ _ PER PER _ LOC', 'IO'],
  ])('%s: %s', (tags, scheme) => {
    expect(detect(tags).scheme).toBe(scheme);
  });

  test('ignores a few typos', () => {
    const many = Array.from({ length: 30 }, () => 'B-X I-X O').join(' | ');
    expect(detect(`${many} | B_X O | I-X O | S-X O | PER O`)).toMatchObject({ scheme: 'BIO', separator: '-' });
  });

  test('returns NO_SCHEME without tags', () => {
    expect(detectStyle([[], []])).toEqual(NO_SCHEME);
  });
});

test.each([
  ['B_X I_X O', { separator: '_', typeFirst: false }],
  ['X-B X-I O', { separator: '-', typeFirst: true }],
  ['B-X_Y I-X_Y O', { separator: '-', typeFirst: false }],
  ['B:X I:X O', { separator: ':', typeFirst: false }],
])('detectStyle finds the spelling of %s', (tags, spelling) => {
  expect(detect(tags)).toMatchObject(spelling);
});

test.each([
  ['B-X L-X O', { begin: 'B', inside: 'I', end: 'L', single: 'U', outside: 'O' }],
  ['U-X O', { begin: 'B', inside: 'I', end: 'L', single: 'U', outside: 'O' }],
  ['b-x i-x o', { begin: 'b', inside: 'i', end: 'e', single: 's', outside: 'o' }],
  ['B-X M-X E-X W-X O', { begin: 'B', inside: 'M', end: 'E', single: 'W', outside: 'O' }],
])('detectStyle finds the letters of %s', (tags, letters) => {
  expect(detect(tags).letters).toEqual(letters);
});

describe('with a given scheme', () => {
  test('only the spelling is detected', () => {
    expect(detect('I_X I_X O', 'IO')).toMatchObject({ scheme: 'IO', separator: '_', letters: { inside: 'I' } });
    expect(detect('B-X E-X', 'BMES').letters.inside).toBe('M');
    expect(detect('B-X I-X', 'none')).toEqual(NO_SCHEME);
    expect(detect('PER PER LOC', 'IO')).toMatchObject({ scheme: 'IO', letters: { inside: '', outside: 'O' } });
  });
});

test.each(SPAN_STYLES)('the detected style reads spans encoded as %s', (_, style) => {
  fc.assert(
    fc.property(fc.array(spannedSentence(), { minLength: 1, maxLength: 6 }), (sentences) => {
      const tags = sentences.map(({ spans, length }) => tagsOfSpans(style, spans, length));
      const reader = new TagReader(detectStyle(tags));
      expect(tags.map((sentence) => reader.read(sentence))).toEqual(
        sentences.map(({ spans }) => ({ spans, invalid: [] })),
      );
    }),
  );
});

test.each([
  ['PER(B)', (letter: string, type: string) => `${type}(${letter})`],
  ['PER[B]', (letter: string, type: string) => `${type}[${letter}]`],
  ['B(PER)', (letter: string, type: string) => `${letter}(${type})`],
  ['B{PER}', (letter: string, type: string) => `${letter}{${type}}`],
])('brackets between letter and type are read and written: %s', (_, spell) => {
  const tags = [spell('B', 'PER'), spell('I', 'PER'), 'O', spell('B', 'LOC'), 'O'];
  const style = detectStyle([tags]);
  expect(style.scheme).toBe('BIO');
  const parsed = tags.map((tag) => parseTag(style, tag)!);
  expect(parsed.map(({ type }) => type)).toEqual(['PER', 'PER', '', 'LOC', '']);
  expect(parsed.map((tag) => formatTag(style, tag))).toEqual(tags);
});

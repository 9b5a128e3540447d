import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SPAN_STYLES, spannedSentence } from '../../../test/helpers/tag-arbitraries.ts';
import type { Span, TagScheme } from '../corpus.ts';
import { convertTags, TagReader, tagsOfSpans } from './tag-spans.ts';
import { standardStyle } from './tag-style.ts';

function read(scheme: TagScheme, tags: string) {
  const { spans, invalid } = new TagReader(standardStyle(scheme)).read(tags.split(' '));
  return { spans: spans.map(({ start, end, type }) => `${type}[${start},${end})`).join(' '), invalid };
}

describe('TagReader reads', () => {
  test.each<[TagScheme, string, string]>([
    ['BIO', 'B-X I-X O B-Y', 'X[0,2) Y[3,4)'],
    ['BIO', 'B-X B-X I-X', 'X[0,1) X[1,3)'],
    ['IOB1', 'I-X I-X B-X O I-Y', 'X[0,2) X[2,3) Y[4,5)'],
    ['IOB1', 'I-X I-Y', 'X[0,1) Y[1,2)'],
    ['BIOES', 'B-X I-X E-X S-X', 'X[0,3) X[3,4)'],
    ['BIOES', 'B-X E-X B-X E-X', 'X[0,2) X[2,4)'],
    ['BMES', 'B-X M-X E-X O S-Y', 'X[0,3) Y[4,5)'],
    ['IO', 'I-X I-X I-Y O I-Y', 'X[0,2) Y[2,3) Y[4,5)'],
    ['none', 'NN VB', ''],
  ])('%s: %s', (scheme, tags, spans) => {
    expect(read(scheme, tags)).toEqual({ spans, invalid: [] });
  });

  test.each<[string, TagScheme, string, string, number[]]>([
    ['I after O starts a span', 'BIO', 'O I-X I-X', 'X[1,3)', [1]],
    ['I of another type starts a span', 'BIO', 'B-X I-Y', 'X[0,1) Y[1,2)', [1]],
    ['E without B is a span', 'BIOES', 'O E-X O', 'X[1,2)', [1]],
    ['I after E starts a span', 'BIOES', 'B-X E-X I-X E-X', 'X[0,2) X[2,4)', [2]],
    ['O ends an open span', 'BIOES', 'B-X I-X O', 'X[0,2)', [2]],
    ['the end of the sentence ends an open span', 'BIOES', 'O B-X I-X', 'X[1,3)', [3]],
    ['a tag in another spelling counts as outside', 'BIO', 'B-X PER I-X', 'X[0,1) X[2,3)', [1, 2]],
    ['B after O in IOB1', 'IOB1', 'O B-X I-X', 'X[1,3)', [1]],
  ])('invalid: %s', (_, scheme, tags, spans, invalid) => {
    expect(read(scheme, tags)).toEqual({ spans, invalid });
  });
});

describe.each(SPAN_STYLES)('%s', (_, style) => {
  const reader = new TagReader(style);

  test('round-trips spans through valid tags', () => {
    fc.assert(
      fc.property(spannedSentence(), ({ spans, length }) => {
        expect(reader.read(tagsOfSpans(style, spans, length))).toEqual({ spans, invalid: [] });
      }),
    );
  });

  test.each(SPAN_STYLES)('round-trips tags through %s', (_, other) => {
    fc.assert(
      fc.property(spannedSentence(), ({ spans, length }) => {
        const tags = tagsOfSpans(style, spans, length);
        const converted = convertTags(tags, reader, other);
        expect(new TagReader(other).read(converted).spans).toEqual(spans);
        expect(convertTags(converted, new TagReader(other), style)).toEqual(tags);
      }),
      { numRuns: 30 },
    );
  });
});

test('IO merges adjacent spans of the same type only', () => {
  const style = standardStyle('IO');
  fc.assert(
    fc.property(spannedSentence(), ({ spans, length }) => {
      const joined: Span[] = [];
      for (const span of spans) {
        const last = joined.at(-1);
        if (last?.end === span.start && last.type === span.type) last.end = span.end;
        else joined.push({ ...span });
      }
      expect(new TagReader(style).read(tagsOfSpans(style, spans, length))).toEqual({ spans: joined, invalid: [] });
    }),
  );
});

test('convertTags keeps tags without a scheme', () => {
  expect(convertTags(['NN', 'VB'], new TagReader(standardStyle('none')), standardStyle('BIO'))).toEqual(['NN', 'VB']);
});

test.each<[string, Span[]]>([
  [
    'overlap',
    [
      { start: 0, end: 2, type: 'X' },
      { start: 1, end: 3, type: 'X' },
    ],
  ],
  ['exceed the sentence', [{ start: 2, end: 4, type: 'X' }]],
  ['are empty', [{ start: 1, end: 1, type: 'X' }]],
])('tagsOfSpans rejects spans that %s', (_, spans) => {
  expect(() => tagsOfSpans(standardStyle('BIO'), spans, 3)).toThrow(/span \[\d, \d\) overlaps/);
});

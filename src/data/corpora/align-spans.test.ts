import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignSpans } from './align-spans.ts';
import type { WrittenSpan } from './annotated-text.ts';

const span = (start: number, end: number, type = 'X'): WrittenSpan => ({ start, end, type, unit: 'code points' });
/** Sentences as `token/tag …`, and what is told. */
function align(text: string, ...spans: WrittenSpan[]) {
  const { sentences, faults } = alignSpans(text, spans);
  return {
    sentences: sentences.map(({ tokens, tags }) => tokens.map((token, i) => `${token}/${tags[i]}`).join(' ')),
    faults: faults.map(({ severity, message }) => `${severity}: ${message}`),
  };
}

test('spans become tags, those that adjoin two spans', () => {
  expect(align('New York Oslo', span(0, 8), span(9, 13))).toEqual({
    sentences: ['New/B-X York/I-X Oslo/B-X'],
    faults: [],
  });
});

test('white space at the ends of a span does not count', () => {
  expect(align('in  Oslo .', span(2, 9))).toEqual({ sentences: ['in/O Oslo/B-X ./O'], faults: [] });
});

test('a span that ends within a word gets all of it, which is told', () => {
  expect(align('😀 in Oslo-based firms', span(5, 9, 'LOC'))).toEqual({
    sentences: ['😀/O in/O Oslo-based/B-LOC firms/O'],
    faults: ['warning: Found LOC from 5 to 9 (“Oslo”), which begins or ends within a word; read as “Oslo-based”.'],
  });
});

test('sentences that a span runs across are one', () => {
  const text = 'She left. Then came Yahoo! Then it rained.';
  expect(align(text).sentences).toHaveLength(3);
  expect(align(text, span(20, 31)).sentences).toEqual([
    'She/O left/O ./O',
    'Then/O came/O Yahoo/B-X !/I-X Then/I-X it/O rained/O ./O',
  ]);
});

describe('of spans that overlap', () => {
  test('the longer is kept, the other told', () => {
    expect(align('New York City', span(4, 8, 'A'), span(0, 13, 'B'), span(9, 13, 'C'))).toEqual({
      sentences: ['New/B-B York/I-B City/I-B'],
      faults: [
        'warning: Found A from 4 to 8 (“York”), which overlaps B from 0 to 13 (“New York City”); the latter is kept.',
        'warning: Found C from 9 to 13 (“City”), which overlaps B from 0 to 13 (“New York City”); the latter is kept.',
      ],
    });
  });

  test('the first is kept where they are as long', () => {
    const { sentences, faults } = align('Oslo', span(0, 4, 'B'), span(0, 4, 'A'));
    expect([sentences, faults.length]).toEqual([['Oslo/B-B'], 1]);
  });

  test('nothing is told of one that stands there twice', () => {
    expect(align('Oslo', span(0, 4), span(0, 4))).toEqual({ sentences: ['Oslo/B-X'], faults: [] });
  });
});

describe('a span that is not in the text is left out, and told', () => {
  test.each([
    [-1, 2],
    [0, 8],
    [7, 9],
    [3, 3],
    [4, 2],
  ])('%i to %i', (start, end) => {
    expect(align('😀 Oslo.', span(start, end))).toEqual({
      sentences: ['😀/O Oslo/O ./O'],
      faults: [
        `error: Found X from ${start} to ${end} in a text of 7 code points, expected 0 ≤ start < end ≤ 7; the span is left out.`,
      ],
    });
  });

  test('in UTF-16 units', () => {
    const at = (end: number) => align('😀 Oslo.', { ...span(0, end), unit: 'UTF-16 units' }).faults;
    expect(at(8)).toEqual([]);
    expect(at(9)).toEqual([expect.stringContaining('in a text of 8 UTF-16 units')]);
  });

  test.each(['', ' '])('in a text without words: %j', (text) => {
    const { sentences, faults } = align(text, span(0, 1));
    expect([sentences, faults.length]).toEqual([[], 1]);
  });

  test('where nothing is', () => {
    expect(align('a  b', span(1, 3)).faults).toEqual([
      'error: Found X from 1 to 3, where the text has nothing but white space; the span is left out.',
    ]);
  });
});

test('a fault shows the text about its span, and of a long one the beginning', () => {
  const text = `${'a '.repeat(500)}Oslo${' b'.repeat(500)}`;
  const [fault] = alignSpans(text, [span(1001, 1903)]).faults;
  expect(fault!.excerpt).toContain('Oslo b b');
  expect(fault!.message).toMatch(/“slo b [ b]{54}…”\), which begins/u);
});

test('a fault is told on one line', () => {
  const [fault] = alignSpans('Mira\n\nleft', [span(2, 8)]).faults;
  expect(fault).toMatchObject({ excerpt: 'Mira left', message: expect.stringContaining('(“ra le”)') as string });
});

test('each span that is tokens of the text is found again', () => {
  const piece = fc.constantFrom('Mira', '😀', 'left', '東京', '.', '\n', 'é');
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1 }), fc.nat(), fc.nat(), (pieces, a, b) => {
      const text = pieces.join(' ');
      const tokens = alignSpans(text, []).sentences.flatMap(({ offsets }) => offsets);
      fc.pre(tokens.length > 0);
      const [first, last] = [a % tokens.length, b % tokens.length].toSorted((x, y) => x - y);
      const [from, to] = [tokens[first!]!.start, tokens[last!]!.end];
      const points = (end: number) => Array.from(text.slice(0, end)).length;
      for (const written of [span(points(from), points(to)), { ...span(from, to), unit: 'UTF-16 units' as const }]) {
        const { sentences, faults } = alignSpans(text, [written]);
        expect(faults).toEqual([]);
        const inside = sentences.flatMap(({ tags, offsets }) => offsets.filter((_, i) => tags[i] !== 'O'));
        expect([inside[0]!.start, inside.at(-1)!.end]).toEqual([from, to]);
        expect(sentences.filter(({ tags }) => tags.some((tag) => tag !== 'O'))).toHaveLength(1);
      }
    }),
  );
});

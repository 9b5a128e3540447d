import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignSpans, type SpanProblem } from './align-spans.ts';
import type { WrittenSpan } from './records/record.ts';

const span = (start: number, end: number, type = 'X'): WrittenSpan => ({ start, end, type, unit: 'code points' });
function aligned(text: string, spans: readonly WrittenSpan[]) {
  const problems: SpanProblem[] = [];
  const sentences = alignSpans(text, spans, (problem) => problems.push(problem));
  return { sentences, problems };
}

/** Sentences as `token/tag …`, and the problems. */
function align(text: string, ...spans: WrittenSpan[]) {
  const { sentences, problems } = aligned(text, spans);
  return {
    sentences: sentences.map(({ tokens, tags }) => tokens.map((token, i) => `${token}/${tags[i]}`).join(' ')),
    problems: problems.map(({ severity, message }) => `${severity}: ${message}`),
  };
}

test('adjacent spans stay apart', () => {
  expect(align('New York Oslo', span(0, 8), span(9, 13))).toEqual({
    sentences: ['New/B-X York/I-X Oslo/B-X'],
    problems: [],
  });
});

test('ignores white space at the ends of a span', () => {
  expect(align('in  Oslo .', span(2, 9))).toEqual({ sentences: ['in/O Oslo/B-X ./O'], problems: [] });
});

test('cuts a word in which a span starts or ends: the span stays as written', () => {
  expect(align('😀 in Oslo-based firms', span(5, 9, 'LOC'))).toEqual({
    sentences: ['😀/O in/O Oslo/B-LOC -based/O firms/O'],
    problems: [],
  });
  expect(align('東京都に住む', span(0, 2, 'LOC'), span(2, 3, 'ORG'))).toEqual({
    sentences: ['東京/B-LOC 都/B-ORG に/O 住む/O'],
    problems: [],
  });
});

describe('the text of a span, if the file repeats it, decides', () => {
  const quoted = (start: number, end: number, text: string): WrittenSpan => ({ ...span(start, end), text });
  test.each([
    ['whether the end is exclusive', quoted(2, 6, 'Mira')],
    ['or inclusive', quoted(2, 5, 'Mira')],
    ['whether offsets are code points or UTF-16 units', quoted(3, 7, 'Mira')],
  ])('%s', (_, written) => {
    expect(align('😀 Mira ran', written)).toEqual({ sentences: ['😀/O Mira/B-X ran/O'], problems: [] });
  });

  test('with a warning if it fits in no way', () => {
    expect(align('Mira ran', quoted(5, 8, 'Mira'))).toEqual({
      sentences: ['Mira/O ran/B-X'],
      problems: [
        'warning: Found X from 5 to 8, which is “ran” in the text, but “Mira” according to the file; read by its offsets.',
      ],
    });
  });
});

test('does not cut a character in two', () => {
  const half = { ...span(1, 3), unit: 'UTF-16 units' } as const;
  expect(align('😀 a', half).problems).toEqual([expect.stringContaining('the span was skipped')]);
});

test('keeps given tokens', () => {
  const tokens = ['New York', 'is'].map((text, i) => ({ text, start: i * 9, end: i * 9 + text.length }));
  const [sentence] = alignSpans('New York is', [span(0, 8)], () => undefined, [tokens]);
  expect(sentence).toMatchObject({ tokens: ['New York', 'is'], tags: ['B-X', 'O'] });
});

test('joins sentences that share a span', () => {
  const text = 'She left. Then came Yahoo! Then it rained.';
  expect(align(text).sentences).toHaveLength(3);
  expect(align(text, span(20, 31)).sentences).toEqual([
    'She/O left/O ./O',
    'Then/O came/O Yahoo/B-X !/I-X Then/I-X it/O rained/O ./O',
  ]);
});

describe('of overlapping spans', () => {
  test('keeps the longer one, with a warning', () => {
    expect(align('New York City', span(4, 8, 'A'), span(0, 13, 'B'), span(9, 13, 'C'))).toEqual({
      sentences: ['New/B-B York/I-B City/I-B'],
      problems: [
        'warning: Skipped A from 4 to 8 (“York”), because it overlaps B from 0 to 13 (“New York City”).',
        'warning: Skipped C from 9 to 13 (“City”), because it overlaps B from 0 to 13 (“New York City”).',
      ],
    });
  });

  test('keeps the first of two with equal length', () => {
    const { sentences, problems } = align('Oslo', span(0, 4, 'B'), span(0, 4, 'A'));
    expect([sentences, problems.length]).toEqual([['Oslo/B-B'], 1]);
  });

  test('does not warn about duplicates', () => {
    expect(align('Oslo', span(0, 4), span(0, 4))).toEqual({ sentences: ['Oslo/B-X'], problems: [] });
  });
});

describe('skips a span outside the text, with an error', () => {
  test.each([
    [-1, 2],
    [0, 8],
    [7, 9],
    [3, 3],
    [4, 2],
  ])('%i to %i', (start, end) => {
    expect(align('😀 Oslo.', span(start, end))).toEqual({
      sentences: ['😀/O Oslo/O ./O'],
      problems: [
        `error: Found X from ${start} to ${end} in a text of 7 code points, expected 0 ≤ start < end ≤ 7; the span was skipped.`,
      ],
    });
  });

  test('in UTF-16 units', () => {
    const at = (end: number) => align('😀 Oslo.', { ...span(0, end), unit: 'UTF-16 units' }).problems;
    expect(at(8)).toEqual([]);
    expect(at(9)).toEqual([expect.stringContaining('in a text of 8 UTF-16 units')]);
  });

  test.each(['', ' '])('in a text without words: %j', (text) => {
    const { sentences, problems } = align(text, span(0, 1));
    expect([sentences, problems.length]).toEqual([[], 1]);
  });

  test('of white space', () => {
    expect(align('a  b', span(1, 3)).problems).toEqual([
      'error: Found X from 1 to 3, which contains only white space; the span was skipped.',
    ]);
  });
});

test('a problem shows the text around its span, and quotes the start of a long one', () => {
  const text = `${'a '.repeat(500)}Oslo${' b'.repeat(500)}`;
  const [problem] = aligned(text, [span(1001, 1903), span(1000, 1904)]).problems;
  expect(problem!.excerpt).toContain('Oslo b b');
  expect(problem!.message).toMatch(/“slo b [ b]{54}…”\), because/u);
});

test('ten thousand spans that overlap take no longer than ten thousand that do not', () => {
  const text = 'Mira left Oslo. '.repeat(10_000);
  const spans = Array.from({ length: 10_000 }, (_, i) => span(i, text.length - i));
  const { sentences, problems } = aligned(text, spans); // 30 s if each span is compared with each token
  expect(sentences.flatMap(({ tags }) => tags).filter((tag) => tag !== 'O')).toHaveLength(40_000);
  expect(problems.filter(({ message }) => message.startsWith('Skipped'))).toHaveLength(9999); // all except the longest
  expect(Math.max(...problems.map(({ excerpt }) => excerpt!.length))).toBeLessThan(200);
});

test('messages have no line breaks', () => {
  const [problem] = aligned('Mira\n\nleft', [span(2, 8), span(0, 9)]).problems;
  expect(problem).toMatchObject({ excerpt: 'Mira left', message: expect.stringContaining('(“ra le”)') as string });
});

test('round-trips every span of whole tokens', () => {
  const piece = fc.constantFrom('Mira', '😀', 'left', '東京', '.', '\n', 'é');
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1 }), fc.nat(), fc.nat(), (pieces, a, b) => {
      const text = pieces.join(' ');
      const tokens = aligned(text, []).sentences.flatMap(({ offsets }) => offsets);
      fc.pre(tokens.length > 0);
      const [first, last] = [a % tokens.length, b % tokens.length].toSorted((x, y) => x - y);
      const [from, to] = [tokens[first!]!.start, tokens[last!]!.end];
      const points = (end: number) => Array.from(text.slice(0, end)).length;
      for (const written of [span(points(from), points(to)), { ...span(from, to), unit: 'UTF-16 units' as const }]) {
        const { sentences, problems } = aligned(text, [written]);
        expect(problems).toEqual([]);
        const inside = sentences.flatMap(({ tags, offsets }) => offsets.filter((_, i) => tags[i] !== 'O'));
        expect([inside[0]!.start, inside.at(-1)!.end]).toEqual([from, to]);
        expect(sentences.filter(({ tags }) => tags.some((tag) => tag !== 'O'))).toHaveLength(1);
      }
    }),
  );
});

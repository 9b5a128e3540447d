import { expect, test } from 'vitest';
import type { Span } from '../../data/corpus.ts';
import { compareAnnotations } from './agreement.ts';
import { alignSentences, type Labelled } from './alignment.ts';

const span = (start: number, end: number, type: string): Span => ({ start, end, type });
const sentence = (last: string, ...spans: Span[]): Labelled => ({ tokens: ['Ada', 'Vale', 'left', last], spans });
const compare = (first: Labelled[], second: Labelled[]) => compareAnnotations(alignSentences(first, second).pairs);

const FIRST = [
  sentence('Oslo', span(0, 2, 'PER'), span(3, 4, 'LOC')),
  sentence('Rome'),
  sentence('us', span(0, 1, 'PER')),
];
const SECOND = [
  sentence('Oslo', span(0, 1, 'PER'), span(3, 4, 'LOC')),
  sentence('Rome', span(3, 4, 'ORG')),
  sentence('us', span(0, 1, 'PER')),
];

test('F1 overall and by type is the same in both directions', () => {
  const compared = compare(FIRST, SECOND);
  expect(compared).toMatchObject({ sentences: 3, overall: { f1: 4 / 7, both: 2, first: 3, second: 4 } });
  expect(compared).toMatchObject({
    byType: [
      { type: 'LOC', agreement: { f1: 1 } },
      { type: 'ORG', agreement: { f1: 0, both: 0, first: 0, second: 1 } },
      { type: 'PER', agreement: { f1: 0.5, both: 1 } },
    ],
  });
  expect(compare(SECOND, FIRST)).toMatchObject({ overall: { f1: 4 / 7 } });
});

test('differences are paired where they overlap, in text order', () => {
  expect(compare(FIRST, SECOND)).toMatchObject({
    differences: [
      { sentence: 0, first: span(0, 2, 'PER'), second: span(0, 1, 'PER') },
      { sentence: 1, first: undefined, second: span(3, 4, 'ORG') },
    ],
  });
  expect(compare(FIRST, FIRST)).toMatchObject({ overall: { f1: 1 }, kappa: 1, differences: [] });
  expect(compare([sentence('us')], [sentence('us')])).toMatchObject({ overall: { f1: 1, first: 0 }, kappa: undefined });
});

test('token-level κ equals a value computed by hand', () => {
  // Of 12 tokens 10 have the same type. First: 3 PER, 1 LOC, 8 none; second: 2 PER, 1 LOC, 1 ORG, 8 none.
  const expected = (3 * 2 + 1 * 1 + 8 * 8) / 144;
  expect(compare(FIRST, SECOND).kappa).toBeCloseTo((10 / 12 - expected) / (1 - expected), 12);
});

test('sentences are matched in any order, duplicates one to one, and unmatched ones are reported', () => {
  const copies = [sentence('us', span(0, 1, 'PER')), sentence('Oslo'), sentence('us')];
  const { pairs, onlyFirst, onlySecond } = alignSentences(copies, [FIRST[2]!, sentence('you'), FIRST[2]!]);
  expect(pairs.map(({ first, second }) => [first, second])).toEqual([
    [0, 0],
    [2, 2],
  ]);
  expect([onlyFirst, onlySecond]).toEqual([[1], [1]]);
});

test('different tokenizations of a text are split at the boundaries of both', () => {
  const first = { tokens: ['Ada-Vale', 'left', 'New York'], spans: [span(0, 1, 'PER'), span(2, 3, 'LOC')] };
  const second = { tokens: ['Ada', '-', 'Vale', 'left', 'New', 'York'], spans: [span(0, 1, 'PER'), span(4, 6, 'LOC')] };
  const { pairs } = alignSentences([first], [second]);
  expect(pairs[0]!.tokens).toEqual(second.tokens);
  expect(pairs[0]!.parts.slice(-2)).toEqual([
    { token: 2, start: 0, end: 3 },
    { token: 2, start: 4, end: 8 },
  ]);
  expect(pairs[0]!.spans).toEqual([[span(0, 3, 'PER'), span(4, 6, 'LOC')], second.spans]);
  expect(alignSentences([second], [first]).pairs[0]!.spans).toEqual([
    second.spans,
    [span(0, 3, 'PER'), span(4, 6, 'LOC')],
  ]);
});

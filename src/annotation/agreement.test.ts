import { expect, test } from 'vitest';
import type { Span } from '../data/corpus.ts';
import { compareAnnotations, resolved, type Labelled } from './agreement.ts';

const span = (start: number, end: number, type: string): Span => ({ start, end, type });
const sentence = (...spans: Span[]): Labelled => ({ tokens: ['Ada', 'Vale', 'left', 'Oslo'], spans });

const FIRST = [sentence(span(0, 2, 'PER'), span(3, 4, 'LOC')), sentence(), sentence(span(0, 1, 'PER'))];
const SECOND = [
  sentence(span(0, 1, 'PER'), span(3, 4, 'LOC')),
  sentence(span(3, 4, 'ORG')),
  sentence(span(0, 1, 'PER')),
];

test('F1 overall and by type is the same in both directions', () => {
  const compared = compareAnnotations(FIRST, SECOND);
  expect(compared).toMatchObject({ sentences: 3, overall: { f1: 4 / 7, both: 2, first: 3, second: 4 } });
  expect(compared).toMatchObject({
    byType: [
      { type: 'LOC', agreement: { f1: 1 } },
      { type: 'ORG', agreement: { f1: 0, both: 0, first: 0, second: 1 } },
      { type: 'PER', agreement: { f1: 0.5, both: 1 } },
    ],
  });
  expect(compareAnnotations(SECOND, FIRST)).toMatchObject({ overall: { f1: 4 / 7 } });
});

test('differences are paired where they overlap, in the order of the text', () => {
  expect(compareAnnotations(FIRST, SECOND)).toMatchObject({
    differences: [
      { sentence: 0, first: span(0, 2, 'PER'), second: span(0, 1, 'PER') },
      { sentence: 1, first: undefined, second: span(3, 4, 'ORG') },
    ],
  });
  expect(compareAnnotations(FIRST, FIRST)).toMatchObject({ overall: { f1: 1 }, differences: [] });
  expect(compareAnnotations([sentence()], [sentence()])).toMatchObject({ overall: { f1: 1, first: 0 } });
});

test('other texts are told of', () => {
  const other = [FIRST[0]!, { tokens: ['Ada', 'Vale'], spans: [] }];
  expect(compareAnnotations(FIRST, other)).toEqual({ differsAt: 1 });
  expect(compareAnnotations(FIRST, FIRST.slice(0, 2))).toEqual({ differsAt: 2 });
});

test('a resolved sentence has what was chosen, and all that both have', () => {
  const differences = [{ sentence: 0, first: span(0, 2, 'PER'), second: span(0, 1, 'PER') }];
  expect(resolved(FIRST[0]!.spans, differences, ['second'])).toEqual(SECOND[0]!.spans);
  expect(resolved(FIRST[0]!.spans, differences, ['first'])).toEqual(FIRST[0]!.spans);
  const added = [{ sentence: 1, first: undefined, second: span(3, 4, 'ORG') }];
  expect(resolved([], added, ['second'])).toEqual([span(3, 4, 'ORG')]);
  expect(resolved([], added, ['first'])).toEqual([]);
});

import { expect, test } from 'vitest';
import { sentence } from '../../../../annotation/testing.ts';
import { gapBefore, segmentsOf } from './segments.ts';

const nora = sentence('Nora Field sails to Westmark .', [{ start: 0, end: 2, type: 'PER' }], 'accepted');

test('a sentence is split into annotated, suggested and other segments', () => {
  const suggested = { end: 5, type: 'LOC', probability: 0.82, alternatives: [], isDoubtful: false };
  const segments = segmentsOf(nora, [
    { ...suggested, start: 4 },
    { ...suggested, start: 1 },
  ]);
  expect(segments.map(({ start, end, type, isSuggested }) => [start, end, type, isSuggested])).toEqual([
    [0, 2, 'PER', false],
    [2, 4, undefined, false],
    [4, 5, 'LOC', true],
    [5, 6, undefined, false],
  ]);
});

test('the gap between two tokens is that of the text, without line breaks', () => {
  const wrapped = {
    text: 'Nora\n  Field',
    offsets: [
      { start: 0, end: 4 },
      { start: 7, end: 12 },
    ],
  };
  expect([gapBefore(wrapped, 0), gapBefore(wrapped, 1)]).toEqual(['', ' ']);
});

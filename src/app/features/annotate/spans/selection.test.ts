import { expect, test } from 'vitest';
import { editedRange, rangeOf, within } from './selection.ts';

test('a selection has its tokens in order, and stays in the sentence', () => {
  expect(rangeOf({ anchor: 3, focus: 1 })).toEqual({ start: 1, end: 4 });
  expect(within({ anchor: -1, focus: Infinity }, 5)).toEqual({ anchor: 0, focus: 4 });
});

test('a single selected token of a span stands for the span', () => {
  const spans = [{ start: 1, end: 4, type: 'PER' }];
  expect(editedRange({ anchor: 2, focus: 2 }, spans)).toEqual({ start: 1, end: 4 });
  expect(editedRange({ anchor: 2, focus: 3 }, spans)).toEqual({ start: 2, end: 4 });
  expect(editedRange({ anchor: 0, focus: 0 }, spans)).toEqual({ start: 0, end: 1 });
});

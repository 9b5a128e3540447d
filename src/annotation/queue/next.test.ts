import { expect, test } from 'vitest';
import { nextOpen, upcoming } from './next.ts';
import { sentence, setOf } from '../testing.ts';

const { sentences } = setOf([
  sentence('a'),
  sentence('b', [], 'accepted'),
  sentence('c'),
  sentence('d', [], 'skipped'),
  sentence('e'),
]);

test('in document order: the following sentences, then earlier ones that are open', () => {
  expect(upcoming(sentences, undefined, undefined, 9)).toEqual([0, 2, 4]);
  expect(upcoming(sentences, undefined, 2, 9)).toEqual([4, 0]);
  expect(nextOpen(sentences.slice(1, 2), undefined, undefined)).toBeUndefined();
});

test('by a queue: its first open sentence', () => {
  expect(upcoming(sentences, [3, 4, 2, 1, 0], 4, 9)).toEqual([2, 0]);
  expect(nextOpen(sentences, [1, 3], undefined)).toBeUndefined();
});

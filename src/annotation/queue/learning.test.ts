import { expect, test } from 'vitest';
import { isLearningDue } from './learning.ts';

test.each([
  [100, 0, undefined, false],
  [500, 0, undefined, true], // ordering only
  [500, 5, 0, false],
  [100, 20, undefined, true],
  [100, 20, 0, true],
  [100, 22, 20, false],
  [100, 23, 20, true],
  [900, 307, 300, false],
  [900, 312, 300, true],
  [900, 288, 300, true], // annotations were undone
])('of %i sentences, %i annotated, last trained at %s: %s', (sentences, annotated, lastAnnotated, expected) => {
  expect(isLearningDue(sentences, annotated, lastAnnotated)).toBe(expected);
});

import { expect, test } from 'vitest';
import { isDoubtful } from './suggestions.ts';

test('suggestions are accepted with their sentence from a probability of one half', () => {
  expect([0, 0.499, 0.5, 1].map((probability) => isDoubtful({ probability }))).toEqual([true, true, false, false]);
});

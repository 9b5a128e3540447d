import { expect, test } from 'vitest';
import { orderByStrategy } from './strategies.ts';

/** One very doubtful token; many moderately doubtful ones; little doubt. */
const SENTENCES = [
  { length: 4, doubt: [0, 0.7, 0, 0], surprise: 1.2 },
  { length: 20, doubt: Array.from({ length: 20 }, () => 0.2), surprise: 4 },
  { length: 2, doubt: [0.1, 0.1], surprise: 0.2 },
];

test('least confidence favours long sentences; its normalised form and the worst token do not', () => {
  expect(orderByStrategy('lc', SENTENCES, 1)).toEqual([1, 0, 2]);
  expect(orderByStrategy('mnlp', SENTENCES, 1)).toEqual([0, 1, 2]);
  expect(orderByStrategy('ltp', SENTENCES, 1)).toEqual([0, 1, 2]);
});

test('random order depends only on the key', () => {
  const many = Array.from({ length: 50 }, () => SENTENCES[0]!);
  expect(orderByStrategy('random', many, 1)).toEqual(orderByStrategy('random', many, 1));
  expect(orderByStrategy('random', many, 1)).not.toEqual(orderByStrategy('random', many, 2));
});

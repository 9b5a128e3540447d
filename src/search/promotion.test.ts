import { expect, test } from 'vitest';
import { mostPromoted, promoted } from './promotion.ts';

const rung = (...scores: (number | undefined)[]) => scores.map((f1, candidate) => ({ candidate, f1 }));

test('the best third is promoted, best first; failures are not', () => {
  expect(promoted(rung(0.1, 0.5, 0.3, 0.4, 0.2, 0.6), 0.001)).toEqual([5, 1]);
  expect(promoted(rung(undefined, 0.2), 0.001)).toEqual([1]);
  expect(promoted(rung(undefined, undefined), 0.001)).toEqual([]);
});

test('candidates within noise of the last promoted one are promoted too, up to half as many more', () => {
  const close = rung(0.6, 0.5, 0.495, 0.491, 0.489, 0.1);
  expect(promoted(close, 0.001)).toEqual([0, 1]);
  expect(promoted(close, 0.005)).toEqual([0, 1, 2]);
  expect(promoted(close, 0.1)).toEqual([0, 1, 2]);
  expect(promoted(close, undefined)).toEqual([0, 1]);
  expect(mostPromoted(6)).toBe(3);
  expect(mostPromoted(1)).toBe(1);
});

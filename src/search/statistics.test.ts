import { expect, test } from 'vitest';
import { pooledDeviation, studentCdf, studentQuantile } from './statistics.ts';

test.each([
  // Tables of Abramowitz & Stegun 1964, 26.10.
  [0.975, 1, 12.706],
  [0.975, 2, 4.303],
  [0.95, 3, 2.353],
  [0.975, 4, 2.776],
  [0.995, 5, 4.032],
  [0.975, 10, 2.228],
  [0.9, 29, 1.311],
])("Student's t: P(T ≤ t) = %d with %d degrees of freedom at %d", (probability, df, t) => {
  expect(studentQuantile(probability, df)).toBeCloseTo(t, 3);
  expect(studentCdf(t, df)).toBeCloseTo(probability, 3);
  expect(studentCdf(-t, df)).toBeCloseTo(1 - probability, 3);
});

test('the deviation within groups is pooled, independent of their means', () => {
  expect(
    pooledDeviation([
      [1, 3],
      [10, 14],
    ]),
  ).toEqual({ sd: Math.sqrt((2 + 8) / 2), df: 2 });
  expect(pooledDeviation([[1], [5, 5, 5], []])).toEqual({ sd: 0, df: 2 });
  expect(pooledDeviation([[1], [2]])).toBeUndefined();
});

import { expect, test } from 'vitest';
import { importances } from './importance.ts';
import { quality, searchIn, specOf } from './testing.ts';

const spec = specOf(30);
const trials = searchIn({ quality, noise: 0.001, seconds: 15 }, spec);

test('important settings come first, with the difference of each value', () => {
  const [first, ...others] = importances(spec.ranges, trials);
  expect(first).toMatchObject({ field: 'learningRate', p: 0.001 });
  expect(first!.share).toBeGreaterThan(0.4);
  const byRate = first!.groups.map(({ difference }) => difference);
  expect(byRate[0]).toBe(Math.min(...byRate)); // 0.003 is best, and the lowest rates are furthest from it
  expect(first!.groups.map(({ trials }) => trials).reduce((a, b) => a + b)).toBeGreaterThan(20);
  for (const { share } of others) expect(share).toBeLessThan(first!.share);
});

test('with pure noise, hardly any setting seems important', () => {
  const noise = searchIn({ quality: () => 0.8, noise: 0.01, seconds: 15 }, spec);
  const found = importances(spec.ranges, noise);
  expect(found.length).toBeGreaterThan(8);
  expect(found.filter(({ p }) => p < 0.01).length).toBeLessThanOrEqual(1);
});

test('with few trials there is no result', () => {
  expect(importances(spec.ranges, trials.slice(0, 6))).toEqual([]);
});

test('ε² of two groups equals a value computed by hand', () => {
  const [noise, ...others] = trials.filter(({ plan }) => plan.level === 2 && plan.stage !== 'confirm');
  const six = [noise!, ...others.filter(({ plan }) => plan.candidate !== 0).slice(0, 5)];
  const scores = [1, 2, 3, 5, 6, 7];
  const known = six.map((trial, i) => ({
    plan: { ...trial.plan, config: { ...trial.plan.config, lowercase: i < 3 } },
    result: { ...trial.result, f1: scores[i]! / 100 },
  }));
  // Means 2 and 6 of 4: between 24, within 4, total 28, MS within 4 / 4 = 1: (24 - 1) / 28.
  const [only] = importances({ lowercase: { kind: 'values', values: [true, false] } }, known);
  expect(only!.share).toBeCloseTo(23 / 28, 12);
  expect(only!.p).toBeGreaterThan(0.05); // 2 of 20 partitions are as extreme
  expect(only!.p).toBeLessThan(0.15);
  expect(only!.groups).toMatchObject([
    { label: 'true', trials: 3, difference: expect.closeTo(-0.02, 12) as number },
    { label: 'false', trials: 3, difference: expect.closeTo(0.02, 12) as number },
  ]);
});

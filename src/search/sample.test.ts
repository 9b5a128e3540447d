import { expect, test } from 'vitest';
import { DEFAULT_CONFIG, FIELD_NAMES } from '../config/schema.ts';
import { configProblems } from '../config/validate.ts';
import { defaultRanges } from './ranges.ts';
import { drawConfig } from './sample.ts';

const RANGES = defaultRanges(DEFAULT_CONFIG);
const drawn = Array.from({ length: 1000 }, (_, i) => drawConfig(DEFAULT_CONFIG, RANGES, 1, i + 1));

test('draws are valid, reproducible, and vary only settings with a range', () => {
  for (const config of drawn) expect(configProblems(config)).toEqual([]);
  const varied = FIELD_NAMES.filter((name) => drawn.some((config) => config[name] !== DEFAULT_CONFIG[name]));
  expect(varied.toSorted()).toEqual(Object.keys(RANGES).toSorted());
  expect(drawConfig(DEFAULT_CONFIG, RANGES, 1, 7)).toEqual(drawn[6]);
  expect(drawConfig(DEFAULT_CONFIG, RANGES, 2, 7)).not.toEqual(drawn[6]);
});

test('the learning rate is log-uniform, a choice uniform', () => {
  const rates = drawn.map(({ learningRate }) => learningRate);
  expect(Math.min(...rates)).toBeGreaterThanOrEqual(0.0005);
  expect(Math.max(...rates)).toBeLessThanOrEqual(0.008);
  const below = rates.filter((rate) => rate < 0.002).length; // half of the logarithms
  expect(below / drawn.length).toBeCloseTo(0.5, 1);
  expect(drawn.filter(({ batchSize }) => batchSize === 16).length / drawn.length).toBeCloseTo(1 / 3, 1);
});

test('a setting without effect keeps the value of the start', () => {
  const adam = drawn.filter(({ optimizer }) => optimizer === 'adam');
  expect(adam.length).toBeGreaterThan(100);
  for (const { weightDecay } of adam) expect(weightDecay).toBe(DEFAULT_CONFIG.weightDecay);
});

test('a neighbour keeps most settings of the candidate that it is drawn near', () => {
  const near = drawn[0]!;
  const names = Object.keys(RANGES) as (keyof typeof RANGES)[];
  const kept = Array.from({ length: 200 }, (_, i) => {
    const config = drawConfig(DEFAULT_CONFIG, RANGES, 3, i + 1, near);
    return names.filter((name) => config[name] === near[name]).length / names.length;
  });
  const share = kept.reduce((sum, one) => sum + one, 0) / kept.length;
  expect(share).toBeGreaterThan(0.7);
  expect(share).toBeLessThan(0.85); // above 0.7, as some redraws give the same value
});

import { expect, test } from 'vitest';
import { runPlan } from '../../../../test/app/samples.ts';
import { DEFAULT_CONFIG } from '../../../config/schema.ts';
import { flopsPerToken } from '../../../config/flops.ts';
import { epochSeconds, guessedSpeed } from './estimate.ts';

const config = { ...DEFAULT_CONFIG, cell: 'lstm', layers: 1, hidden: 200, wordDim: 100, charFeatures: 30 } as const;

test('operations per token count the recurrent layers', () => {
  expect(flopsPerToken(config, 17) / 1e6).toBeCloseTo(3.2, 1);
  expect(flopsPerToken({ ...config, cell: 'rnn' }, 17)).toBeLessThan(flopsPerToken(config, 17) / 3);
  expect(flopsPerToken({ ...config, layers: 2 }, 17) / flopsPerToken(config, 17)).toBeCloseTo(2.8, 1);
});

test('the time of an epoch is proportional to its tokens', () => {
  const plan = runPlan();
  const seconds = epochSeconds({ ...plan, devTokens: 0 }, config, 50e9);
  expect(seconds).toBeCloseTo((plan.tokens * 3.25e6) / 50e9, 0);
  expect(epochSeconds({ ...plan, tokens: 2 * plan.tokens, devTokens: 0 }, config, 50e9)).toBeCloseTo(2 * seconds, 5);
});

test('scoring dev is part of an epoch, and takes less time per token than training', () => {
  const plan = { ...runPlan(), devTokens: 0 };
  const training = epochSeconds(plan, config, 50e9);
  const withDev = epochSeconds({ ...plan, devTokens: plan.tokens }, config, 50e9);
  expect(withDev).toBeGreaterThan(training);
  expect(withDev).toBeLessThan(1.5 * training);
});

test('the word dimensions are those of the vectors, not of the recipe', () => {
  const plan = runPlan();
  const wide = epochSeconds({ ...plan, wordDim: 300 }, config, 50e9);
  expect(wide).toBeGreaterThan(1.5 * epochSeconds(plan, config, 50e9));
  expect(epochSeconds({ ...plan, wordDim: 300 }, { ...config, wordDim: 50 }, 50e9)).toBe(wide);
});

test('there is no estimate for a GPU', () => {
  const report = { description: '', threads: 2, refused: [] };
  expect(guessedSpeed({ ...report, device: 'simd' })).toBeGreaterThan(0);
  expect(guessedSpeed({ ...report, device: 'webgpu' })).toBeUndefined();
});

import { beforeEach, expect, test } from 'vitest';
import { resetStores } from '../../../../test/app/reset-stores.ts';
import { runPlan } from '../../../../test/app/samples.ts';
import { DEFAULT_CONFIG } from '../../../config/schema.ts';
import { applyRunEvents, runPrepared } from './run.ts';
import { series } from './series.ts';

const signalsAt = (step: number) => ({
  step,
  gradientNorm: 1,
  learningRate: 0.1,
  wordLearningRate: undefined,
  parts: [],
  filters: undefined,
});

beforeEach(resetStores);

test('a resumed run keeps the signals of the steps before its checkpoint', () => {
  runPrepared(DEFAULT_CONFIG, { resumed: { id: 'a', signals: [1, 4, 5].map(signalsAt) } });
  const start = { kind: 'start' as const, ...runPlan(2), tokensPerEpoch: 9, losses: Float32Array.of(4, 3, 2, 1) };
  applyRunEvents([start, { kind: 'signals', epoch: 3, signals: signalsAt(6) }], 0);
  expect(series.signals.map(({ step }) => step)).toEqual([1, 4, 6]);
  runPrepared(DEFAULT_CONFIG);
  applyRunEvents([{ ...start, losses: new Float32Array() }], 0);
  expect(series.signals).toEqual([]);
});

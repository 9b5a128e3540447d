import { expect, test } from 'vitest';
import { csvOf } from '../lib/table-csv.ts';
import { activeFilters, clippedShare, signalsTable, updateRatio, type TrainingSignals } from './signals.ts';

test('a filter is active if it tells words apart, whatever its mean', () => {
  // Columns: the widest, an eighth of it, less than a tenth, constant.
  const features = Float32Array.from([1, 5, 0.01, 7, -1, 5.25, 0.02, 7]);
  expect(activeFilters(features, 4)).toEqual({ active: 2, count: 4 });
  expect(activeFilters(new Float32Array(6), 3)).toEqual({ active: 0, count: 3 });
});

test('ratios and clipping', () => {
  expect(updateRatio({ part: 'crf', gradient: 1, weights: 0, update: 0.1 })).toBe(0); // the CRF starts at zero
  expect(updateRatio({ part: 'output', gradient: 1, weights: 4, update: 0.1 })).toBe(0.025);
  expect(clippedShare({ gradientNorm: 10 }, 5)).toBeCloseTo(0.5, 6);
  expect([clippedShare({ gradientNorm: 1 }, 5), clippedShare({ gradientNorm: 10 }, 0)]).toEqual([1, 1]);
});

test('a table has a row for each observed step, and columns for each part', () => {
  const first: TrainingSignals = {
    step: 1,
    gradientNorm: 10,
    learningRate: 0.002,
    wordLearningRate: undefined,
    filters: undefined,
    parts: [{ part: 'output', gradient: 10, weights: 4, update: 0.1 }],
  };
  const second = { ...first, step: 4, wordLearningRate: 0.001, filters: { active: 3, count: 4 } };
  expect(
    csvOf(signalsTable([first, second], { stepsPerEpoch: 4, clipNorm: 5 }))
      .trim()
      .split('\n'),
  ).toEqual([
    'step,epoch,gradient_norm,clipped_to,learning_rate,word_learning_rate,active_filters,filters,gradient_output,weights_output,update_ratio_output',
    '1,0.25,10,0.5,0.002,,,,10,4,0.025',
    '4,1,10,0.5,0.002,0.001,3,4,10,4,0.025',
  ]);
});

import { describe, expect, test } from 'vitest';
import { standardStyle } from '../data/tags/tag-style.ts';
import { scoreTags } from './score-tags.ts';
import { mean, sampleDeviation, summarizeScores } from './summary.ts';

const score = (...predicted: string[]) =>
  scoreTags(standardStyle('BIO'), [{ gold: ['B-PER', 'O', 'B-LOC', 'I-LOC'], predicted }]);

describe('the sample standard deviation', () => {
  test('of a known sample', () => {
    const values = [2, 4, 4, 4, 5, 5, 7, 9]; // squared deviations from the mean sum to 32
    expect(mean(values)).toBe(5);
    expect(sampleDeviation(values)).toBeCloseTo(Math.sqrt(32 / 7), 12);
  });

  test('is 0 for equal values, and NaN for a single one', () => {
    expect(sampleDeviation([3, 3, 3])).toBe(0);
    expect(sampleDeviation([3])).toBeNaN();
  });
});

describe('scores of several runs', () => {
  test('have a mean and a deviation for every score', () => {
    const perfect = score('B-PER', 'O', 'B-LOC', 'I-LOC');
    const half = score('B-PER', 'O', 'O', 'I-LOC'); // I-LOC after O: conlleval reads an entity, although it violates the scheme
    expect(half).toMatchObject({ overall: { f1: 0.5 }, invalidSequences: 1, tokenAccuracy: 0.75 });
    const summary = summarizeScores([perfect, half])!;
    expect(summary.runs).toBe(2);
    expect(summary.mean).toEqual({
      precision: 0.75,
      recall: 0.75,
      f1: 0.75,
      byType: { LOC: { precision: 0.5, recall: 0.5, f1: 0.5 }, PER: { precision: 1, recall: 1, f1: 1 } },
      relaxedF1: 1,
      tokenAccuracy: 0.875,
      invalidSequences: 0.5,
    });
    expect(summary.sd!.f1).toBeCloseTo(0.25 * Math.SQRT2, 12);
    expect(summary.sd!.byType['LOC']!.f1).toBeCloseTo(0.5 * Math.SQRT2, 12);
    expect(summary.sd!.byType['PER']!.f1).toBe(0);
    expect(summary.sd!.invalidSequences).toBeCloseTo(Math.SQRT1_2, 12);
  });

  test('a type that only one run predicts counts as 0', () => {
    const summary = summarizeScores([score('B-PER', 'O', 'O', 'O'), score('B-PER', 'B-ORG', 'O', 'O')])!;
    expect(summary.mean.byType['ORG']).toEqual({ precision: 0, recall: 0, f1: 0 });
  });

  test('a single run has no deviation; without runs there is no summary', () => {
    expect(summarizeScores([score('O', 'O', 'O', 'O')])!.sd).toBeUndefined();
    expect(summarizeScores([])).toBeUndefined();
  });
});

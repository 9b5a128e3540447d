import { describe, expect, test } from 'vitest';
import { EarlyStopping, learningRateAt, wordRateShare } from './schedule.ts';

describe('learningRateAt', () => {
  const settings = { learningRate: 0.1, decay: 0.5, epochs: 4 };

  test('inverse: the same for a whole epoch', () => {
    const rates = [0, 0.9, 1, 2].map((progress) => learningRateAt({ ...settings, schedule: 'inverse' }, progress));
    expect(rates).toEqual([0.1, 0.1, 0.1 / 1.5, 0.05]);
  });

  test('linear: falls step by step to 0', () => {
    const rates = [0, 1, 2, 4].map((progress) => learningRateAt({ ...settings, schedule: 'linear' }, progress));
    expect(rates).toEqual([0.1, 0.1 * 0.75, 0.05, 0]);
  });
});

describe('wordRateShare', () => {
  const shares = (wordRateSteps: number) =>
    [1, 99, 100, 200, 1000].map((step) => wordRateShare({ wordRateSteps }, step));

  test('falls after the given number of steps', () => {
    expect(shares(100)).toEqual([1, 1, 1, 0.5, 0.1]);
  });

  test('0: stays 1', () => {
    expect(shares(0)).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('EarlyStopping', () => {
  function run(patience: number, scores: readonly number[]) {
    const early = new EarlyStopping(patience);
    for (const [i, f1] of scores.entries()) {
      early.improves(i + 1, f1);
      if (early.isOver(i + 1)) return { stoppedAt: i + 1, best: early.bestEpoch };
    }
    return { stoppedAt: undefined, best: early.bestEpoch };
  }

  test('stops after so many epochs without a better F1; a tie is not better', () => {
    expect(run(2, [0.1, 0.3, 0.3, 0.2, 0.9])).toEqual({ stoppedAt: 4, best: 2 });
    expect(run(0, [0.3, 0.2, 0.1])).toEqual({ stoppedAt: undefined, best: 1 });
  });

  test('an F1 of 0 in the first epoch is the best so far', () => {
    expect(run(2, [0, 0, 0])).toEqual({ stoppedAt: 3, best: 1 });
  });
});

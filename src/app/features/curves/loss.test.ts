import { describe, expect, test } from 'vitest';
import { csvOf } from '../../../lib/table-csv.ts';
import { epochReport } from '../../../../test/app/samples.ts';
import { MAX_POINTS } from './downsample.ts';
import {
  bestLoss,
  describeLoss,
  lossTable,
  lossExtent,
  lossLabels,
  lossRowAt,
  lossRows,
  type LossRow,
} from './loss.ts';

const losses = (count: number) => Float32Array.from({ length: count }, (_, i) => 10 / (1 + i));

describe('lossRows', () => {
  test('a few steps are one point each', () => {
    const rows = lossRows(Float32Array.of(4, 2), [], 4);
    expect(rows).toEqual([
      { epoch: 0.25, loss: 4, range: [4, 4], steps: [1, 1] },
      { epoch: 0.5, loss: 2, range: [2, 2], steps: [2, 2] },
    ]);
  });

  test.each([199, 200, 201, 12_345, 100_000])(
    '%i steps are reduced to at most MAX_POINTS points, which cover all of them',
    (count) => {
      const rows = lossRows(losses(count), [], 878);
      expect(rows.length).toBeLessThanOrEqual(MAX_POINTS);
      expect(rows[0]?.steps?.[0]).toBe(1);
      expect(rows.at(-1)?.steps?.[1]).toBe(count);
      expect(rows[0]?.range?.[1]).toBe(10);
    },
  );

  test('full buckets do not change when steps arrive', () => {
    const early = lossRows(losses(500), [], 100);
    const later = lossRows(losses(700), [], 100);
    expect(later.slice(0, early.length - 1)).toEqual(early.slice(0, -1));
  });

  test('steps with an unknown loss are skipped', () => {
    const rows = lossRows(Float32Array.of(NaN, NaN, 3), [], 3);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ epoch: 1, loss: 3 });
  });

  test('dev losses are placed at the ends of epochs, in order', () => {
    const rows = lossRows(losses(10), [epochReport(1, 2), epochReport(2, 2)], 5);
    const order = rows.map(({ epoch }) => epoch);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(rows.filter(({ dev }) => dev !== undefined).map(({ epoch }) => epoch)).toEqual([1, 2]);
  });

  test('a thousand epochs are reduced to a few points, including the first and the last', () => {
    const epochs = Array.from({ length: 1000 }, (_, i) => ({ ...epochReport(1, 1), epoch: i + 1 }));
    const rows = lossRows(new Float32Array(0), epochs, 2);
    expect(rows.length).toBeLessThanOrEqual(MAX_POINTS + 1);
    expect([rows[0]?.epoch, rows.at(-1)?.epoch]).toEqual([1, 1000]);
  });
});

test('a linear axis contains all means, but not every single step', () => {
  const rows = [{ epoch: 1, loss: 9, range: [2, 50], steps: [1, 8] } satisfies LossRow];
  expect(lossExtent(rows, 'linear')).toEqual([2, 9]);
  expect(lossExtent(rows, 'log')).toEqual([2, 50]);
  expect(lossExtent([{ epoch: 1, dev: 4 }], 'linear')).toEqual([4, 4]);
  expect(lossExtent([{ epoch: 1, dev: 0 }, ...rows], 'log')[0]).toBeGreaterThan(0);
  expect(lossExtent([], 'linear')).toEqual([Infinity, 0]);
});

test('the labels of both losses are at the end of the longer line', () => {
  const rows = lossRows(Float32Array.of(4, 2, 1), [epochReport(1, 2)], 2);
  expect(lossLabels(rows).map(({ key, x }) => [key, x])).toEqual([
    ['step', 1.5],
    ['dev', 1.5],
  ]);
});

test('the best epoch is that of the best score, not of the least loss', () => {
  const epochs = [3, 1, 2].map((devLoss, i) => ({ ...epochReport(i + 1, 3), devLoss, bestEpoch: 3 }));
  expect(bestLoss(epochs)).toEqual({ epoch: 3, loss: 2 });
  expect(bestLoss([])).toBeUndefined();
});

test('the CSV file has a row for each point', () => {
  expect(csvOf(lossTable(lossRows(Float32Array.of(4), [], 2))).split('\n')[1]).toBe('0.5,1,1,4,4,4,');
});

describe('the epoch pointed at', () => {
  const steps: LossRow = { epoch: 2, loss: 0.5, range: [0.4, 0.6], steps: [9, 16] };
  const dev: LossRow = { epoch: 2, dev: 0.7 };

  test('is the dev loss if steps end at the same place', () => {
    expect(lossRowAt([{ ...steps, epoch: 1 }, steps, dev], 2)).toBe(dev);
  });

  test('is the loss of the steps if dev was not scored', () => expect(lossRowAt([steps], 2)).toBe(steps));

  test('is undefined if there is no row or nothing is pointed at', () => {
    expect(lossRowAt([steps, dev], 3)).toBeUndefined();
    expect(lossRowAt([steps, dev], undefined)).toBeUndefined();
  });

  test.each([
    [dev, 'dev, epoch 2: 0.7'],
    [steps, 'steps 9–16: 0.5'],
    [{ ...steps, steps: [9, 9] } satisfies LossRow, 'step 9: 0.5'],
  ])('in words: %o', (row, words) => expect(describeLoss(row)).toBe(words));
});

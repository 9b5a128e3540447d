import { expect, test } from 'vitest';
import { csvOf } from '../../../lib/table-csv.ts';
import { runResult } from '../../../../test/app/samples.ts';
import type { RunResult } from '../../../eval/runs.ts';
import { seedLabels, describeEpoch, seedCurveRows, seedCurves, seedCurvesTable } from './curves.ts';

const run = (seed: number, curve?: number[], reason: RunResult['reason'] = 'finished') => ({
  label: 'seeds',
  seed,
  result: curve && runResult('seeds', seed, curve.length, { curve, reason }),
  problem: undefined,
});

const PLANNED = [run(7, [0.5, 0.6, 0.8]), run(8, [0.7, 0.8]), run(9), run(10)];

test('the mean covers the finished seeds, for the epochs that all of them have', () => {
  const curves = seedCurves(PLANNED, 2, [0.9]);
  expect(curves.map(({ seed, isComplete }) => [seed, isComplete])).toEqual([
    [7, true],
    [8, true],
    [9, false],
  ]);
  const [first, second, third] = seedCurveRows(curves);
  expect(first).toMatchObject({ epoch: 1, s0: 50, s1: 70, s2: 90, mean: 60 });
  expect(first!.high! - first!.mean!).toBeCloseTo(Math.sqrt(200), 9);
  expect(first!.mean! - first!.low!).toBeCloseTo(Math.sqrt(200), 9);
  expect(second!.mean).toBeCloseTo(70, 9);
  expect(third).toEqual({ epoch: 3, s0: 80 });
});

test('a single seed has no mean, a stopped one is not averaged, one without an epoch is not drawn', () => {
  const curves = seedCurves([run(1, [0.5]), run(2, [0.9], 'stopped'), run(3, [])], 2);
  expect(seedCurveRows(curves)).toEqual([{ epoch: 1, s0: 50, s1: 90 }]);
  expect(seedCurveRows([])).toEqual([]);
});

test('labels, the epoch that is pointed at, and the CSV file', () => {
  const curves = seedCurves(PLANNED, 2, [0.9]);
  const rows = seedCurveRows(curves);
  expect(seedLabels(curves, rows).map(({ x, text }) => [x, text])).toEqual([
    [2, 'mean 70.0'],
    [1, 'seed 9 90.0'],
  ]);
  expect(describeEpoch(curves, rows, 1)).toBe('epoch 1: mean 60.00 ± 14.14; seed 9 90.00');
  expect(describeEpoch(curves, rows, 3)).toBe('epoch 3: seed 7 80.00');
  expect(csvOf(seedCurvesTable(curves, rows)).split('\n')).toEqual([
    'epoch,mean,standard_deviation,seed_7,seed_8,seed_9',
    '1,60.00,14.14,50.00,70.00,90.00',
    '2,70.00,14.14,60.00,80.00,',
    '3,,,80.00,,',
    '',
  ]);
});

import { expect, test } from 'vitest';
import { epochReport } from '../../../../test/app/samples.ts';
import { RunSeries } from './series.ts';

test('losses are stored in the order of their steps', () => {
  const series = new RunSeries();
  for (let step = 1; step <= 3000; step += 100) {
    series.addLosses(
      step,
      Float32Array.from({ length: 100 }, (_, i) => step + i),
    );
  }
  expect(series.losses).toHaveLength(3000);
  expect(series.losses.every((loss, i) => loss === i + 1)).toBe(true);
});

test('steps that were not reported are NaN', () => {
  const series = new RunSeries();
  series.addLosses(3, Float32Array.of(5));
  expect([...series.losses]).toEqual([NaN, NaN, 5]);
});

test('rewinding removes the epochs and losses that will be repeated', () => {
  const series = new RunSeries();
  series.addLosses(1, Float32Array.of(1, 2, 3, 4, 5));
  series.addEpoch(epochReport(1, 3));
  series.addEpoch(epochReport(2, 3));
  series.truncate(1, 2);
  expect([...series.losses]).toEqual([1, 2]);
  expect(series.epochs.map(({ epoch }) => epoch)).toEqual([1]);
});

test('the best epoch is the one that the last report names', () => {
  const series = new RunSeries();
  expect(series.bestEpoch).toBeUndefined();
  series.addEpoch({ ...epochReport(1, 3), bestEpoch: 1 });
  series.addEpoch({ ...epochReport(2, 3), bestEpoch: 1 });
  expect(series.bestEpoch?.epoch).toBe(1);
});

test('at its end a run has the transitions of its best epoch, whose weights its model has', () => {
  const series = new RunSeries();
  series.addEpoch({ ...epochReport(1, 3), bestEpoch: 1 });
  const best = series.transitions;
  series.addEpoch({ ...epochReport(2, 3), bestEpoch: 1 });
  expect(series.transitions).not.toBe(best);
  series.endAtBest();
  expect(series.transitions).toBe(best);
});

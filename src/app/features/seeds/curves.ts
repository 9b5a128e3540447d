import { isComplete } from '../../../eval/runs.ts';
import { mean, sampleDeviation } from '../../../eval/summary.ts';
import type { Table } from '../../../lib/table.ts';
import type { RecordedEpoch } from '../../stores/runs/thinned-epochs.ts';
import { memoized } from '../../stores/memoized.ts';
import type { Study, StudyRun } from '../../stores/runs/study.ts';

/** The progress of a seed. */
export interface SeedCurve {
  seed: number;
  /** F1 on dev after each epoch, in percent. */
  f1: readonly number[];
  /** Whether it was trained to the end: only such seeds are averaged. */
  isComplete: boolean;
}

/** F1 after an epoch, in percent, for each seed that reached it, by index. */
export type SeedCurveRow = {
  epoch: number;
  /** Mean of the seeds that were trained to the end, for epochs that all of them have; undefined for a single seed. */
  mean?: number;
  /** One standard deviation below and above the mean. */
  low?: number;
  high?: number;
} & Record<`s${number}`, number>;

/** The drawn data of a study. @param epochs of the run on the page */
export const seedCurvesOf = memoized(({ runs, current, phase }: Study, epochs: readonly RecordedEpoch[]) => {
  const curves = seedCurves(runs, current, phase === 'running' ? epochs.map(({ dev }) => dev.overall.f1) : undefined);
  return { curves, rows: seedCurveRows(curves) };
});

/** @param running F1 after each epoch, in [0, 1], of the current run, which has no result yet */
export function seedCurves(
  runs: readonly Omit<StudyRun, 'id'>[],
  current: number,
  running?: readonly number[],
): SeedCurve[] {
  return runs.flatMap(({ seed, result }, i): SeedCurve[] => {
    const f1 = result?.curve ?? (i === current ? running : undefined) ?? [];
    if (f1.length === 0) return [];
    return [{ seed, f1: f1.map((share) => share * 100), isComplete: result !== undefined && isComplete(result) }];
  });
}

export function seedCurveRows(curves: readonly SeedCurve[]): SeedCurveRow[] {
  const whole = curves.filter((curve) => curve.isComplete);
  const common = whole.length < 2 ? 0 : Math.min(...whole.map(({ f1 }) => f1.length));
  const longest = Math.max(0, ...curves.map(({ f1 }) => f1.length));
  return Array.from({ length: longest }, (_, i) => {
    const row: SeedCurveRow = { epoch: i + 1 };
    curves.forEach(({ f1 }, seed) => {
      if (f1[i] !== undefined) row[`s${seed}`] = f1[i];
    });
    if (i >= common) return row;
    const values = whole.map(({ f1 }) => f1[i]!);
    const [middle, deviation] = [mean(values), sampleDeviation(values)];
    return { ...row, mean: middle, low: middle - deviation, high: middle + deviation };
  });
}

/** The names of the mean and of the seeds that are not averaged, at the ends of their lines. */
export function seedLabels(curves: readonly SeedCurve[], rows: readonly SeedCurveRow[]) {
  const last = rows.findLast((row) => row.mean !== undefined);
  const ends = curves.flatMap(({ seed, f1, isComplete: isAveraged }) => {
    const y = f1.at(-1);
    if (isAveraged || y === undefined) return [];
    return [{ key: String(seed), x: f1.length, y, text: `seed ${seed} ${y.toFixed(1)}` }];
  });
  if (last?.mean === undefined) return ends;
  return [{ key: 'mean', x: last.epoch, y: last.mean, text: `mean ${last.mean.toFixed(1)}`, isStrong: true }, ...ends];
}

/** `epoch 5: mean 94.12 ± 0.20; seed 4 93.87` */
export function describeEpoch(curves: readonly SeedCurve[], rows: readonly SeedCurveRow[], epoch: number): string {
  const row = rows.find((one) => one.epoch === epoch);
  if (row === undefined) return `epoch ${epoch}`;
  const parts = curves.flatMap(({ seed, f1, isComplete: isAveraged }) => {
    const value = f1[epoch - 1];
    return value === undefined || (isAveraged && row.mean !== undefined) ? [] : [`seed ${seed} ${value.toFixed(2)}`];
  });
  const { mean: middle, high } = row;
  if (middle !== undefined && high !== undefined) {
    parts.unshift(`mean ${middle.toFixed(2)} ± ${(high - middle).toFixed(2)}`);
  }
  return `epoch ${epoch}: ${parts.join('; ')}`;
}

export function seedCurvesTable(curves: readonly SeedCurve[], rows: readonly SeedCurveRow[]): Table<SeedCurveRow> {
  const columns: [name: string, of: (row: SeedCurveRow) => number | undefined][] = [
    ['mean', (row) => row.mean],
    [
      'standard_deviation',
      ({ mean: middle, high }) => (middle === undefined || high === undefined ? undefined : high - middle),
    ],
    ...curves.map(({ seed }, i): (typeof columns)[number] => [`seed_${seed}`, (row) => row[`s${i}`]]),
  ];
  return {
    columns: [
      { name: 'epoch', value: ({ epoch }) => epoch },
      ...columns.map(([name, of]) => ({ name, value: (row: SeedCurveRow) => of(row)?.toFixed(2) })),
    ],
    rows,
  };
}

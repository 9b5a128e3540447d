import { describe, expect, test } from 'vitest';
import { ABLATION } from '../../config/ablation.ts';
import { standardStyle } from '../../data/tags/tag-style.ts';
import type { RunResult } from '../../eval/runs.ts';
import { scoreTags } from '../../eval/score-tags.ts';
import { ablationTable, rowRecord } from './ablate-format.ts';
import { seedsRecord, seedsTable } from './seeds.ts';

const GOLD = ['B-PER', 'O', 'B-LOC'];
const score = (...predicted: string[]) => scoreTags(standardStyle('BIO'), [{ gold: GOLD, predicted }]);
const PERFECT = score(...GOLD);
const HALF = score('B-PER', 'O', 'O'); // P 1, R 1/2, F1 2/3

const run = (seed: number, changes: Partial<RunResult> = {}): RunResult => ({
  label: 'BiLSTM + CRF',
  seed,
  reason: 'finished',
  bestEpoch: 12,
  epochs: 15,
  curve: [],
  dev: PERFECT,
  test: undefined,
  parameters: 2_713_409,
  seconds: 250.5,
  tokensPerSecond: 12_480.4,
  ...changes,
});

describe('several seeds', () => {
  test('as a table: one row each, the best marked, then mean and deviation', () => {
    const lines = seedsTable([run(1, { dev: HALF, test: HALF }), run(2), run(3, { reason: 'stopped' })]).split('\n');
    expect(lines.slice(1)).toEqual([
      ' seed  epoch  dev P   dev R   dev F1  test F1  invalid  seconds  tokens/s',
      '    1     12 100.00   50.00   66.67     66.67        0    250.5    12,480',
      '    2     12 100.00  100.00  100.00*                 0    250.5    12,480',
      '    3     12 100.00  100.00  100.00                  0    250.5    12,480 stopped',
      '',
      'mean ± standard deviation of 2 runs',
      'dev  LOC      P  50.00 ± 70.71  R  50.00 ± 70.71  F1  50.00 ± 70.71',
      'dev  PER      P  100.00 ± 0.00  R  100.00 ± 0.00  F1  100.00 ± 0.00',
      'dev  overall  P  100.00 ± 0.00  R  75.00 ± 35.36  F1  83.33 ± 23.57',
      'test LOC      P           0.00  R           0.00  F1           0.00',
      'test PER      P         100.00  R         100.00  F1         100.00',
      'test overall  P         100.00  R          50.00  F1          66.67',
    ]);
    const columns = lines.slice(1, 4).map((line) => line.length);
    expect(new Set(columns).size).toBe(1);
  });

  test('as a record', () => {
    const record = seedsRecord([run(1, { dev: HALF }), run(2)]);
    expect(record).toMatchObject({ runs: 2, bestSeed: 2, mean: { dev: { precision: 1, recall: 0.75 } } });
    expect(record.sd.dev!.recall).toBeCloseTo(Math.SQRT1_2 / 2, 12);
    expect(record.mean.test).toBeUndefined();
  });
});

describe('a row of an ablation', () => {
  const row = ABLATION.find(({ id }) => id === 'crf')!;

  test('aligns with its header for any number of seeds', () => {
    for (const [seeds, results] of [
      [1, [run(1)]],
      [2, [run(1), run(2, { dev: HALF })]],
    ] as const) {
      const table = ablationTable(ABLATION, seeds, true);
      const line = table.line({ row, results: [...results] });
      expect(line).toHaveLength(table.head.length);
      expect(line).toMatch(/^BiLSTM \+ CRF .* 2,713,409 +250\.5$/);
    }
  });

  test('without a complete run says so, and has no scores', () => {
    const stopped = { row, results: [run(1, { reason: 'stopped' })] };
    expect(ablationTable(ABLATION, 1, false).line(stopped)).toMatch(/^BiLSTM \+ CRF +did not finish$/);
    expect(rowRecord(stopped)).toMatchObject({ id: 'crf', runs: 0, mean: { dev: undefined } });
  });
});

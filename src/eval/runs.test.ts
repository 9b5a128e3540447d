import { describe, expect, test } from 'vitest';
import { standardStyle } from '../data/tags/tag-style.ts';
import { bestRun, byLabel, summarizeRuns, type RunResult } from './runs.ts';
import { scoreTags } from './score-tags.ts';
import { runsCsv, studyMarkdown } from './study-table.ts';

const GOLD = ['B-PER', 'O', 'B-LOC'];
const PERFECT = scoreTags(standardStyle('BIO'), [{ gold: GOLD, predicted: GOLD }]);
const HALF = scoreTags(standardStyle('BIO'), [{ gold: GOLD, predicted: ['B-PER', 'O', 'O'] }]); // P 1, R 1/2, F1 2/3

const run = (changes: Partial<RunResult>): RunResult => ({
  label: 'CRF',
  seed: 1,
  reason: 'finished',
  bestEpoch: 2,
  epochs: 3,
  curve: [],
  dev: PERFECT,
  test: undefined,
  parameters: 12_345,
  seconds: 10,
  tokensPerSecond: 1000,
  ...changes,
});

describe('a summary of runs', () => {
  test('averages only complete runs', () => {
    const stopped = run({ reason: 'stopped', dev: HALF, seconds: 1 });
    const summary = summarizeRuns([run({}), run({ seconds: 20 }), stopped, run({ reason: 'failed', dev: HALF })]);
    expect(summary).toMatchObject({ label: 'CRF', parameters: 12_345, seconds: 15, dev: { runs: 2, mean: { f1: 1 } } });
    expect(summary.test).toBeUndefined();
    expect(summarizeRuns([stopped])).toMatchObject({ dev: undefined, seconds: 1 });
  });

  test('runs are grouped by label, in order of first occurrence', () => {
    const groups = byLabel([run({ label: 'b' }), run({ label: 'a' }), run({ label: 'b', seed: 2 })]);
    expect(groups.map((group) => group.map(({ label, seed }) => label + String(seed)))).toEqual([['b1', 'b2'], ['a1']]);
  });

  test('the best run is the first one of a tie', () => {
    expect(bestRun([run({ dev: HALF }), run({ seed: 2 }), run({ seed: 3 })])!.seed).toBe(2);
    expect(bestRun([])).toBeUndefined();
  });
});

describe('tables for files', () => {
  test('Markdown: one row per label, with deviations if there are several runs', () => {
    const rows = byLabel([
      run({ label: 'softmax', dev: HALF }),
      run({}),
      run({ seed: 2, dev: HALF, test: HALF }),
      run({ label: 'GRU', reason: 'failed' }),
    ]).map(summarizeRuns);
    expect(studyMarkdown(rows, 'A note.')).toBe(
      `| model | dev precision | dev recall | dev F1 | test precision | test recall | test F1 | invalid | parameters | seconds |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| softmax | 100.00 | 50.00 | 66.67 | – | – | – | 0 | 12,345 | 10 |
| CRF | 100.00 ± 0.00 | 75.00 ± 35.36 | 83.33 ± 23.57 | 100.00 | 50.00 | 66.67 | 0 | 12,345 | 10 |
| GRU | – | – | – | – | – | – | – | 12,345 | 10 |

A note. Mean ± standard deviation of 2 seeds.
`,
    );
  });

  test('CSV: one row per run, F1 by type, labels with commas quoted', () => {
    const csv = runsCsv([run({ label: 'CRF, no "vectors"' }), run({ seed: 2, dev: HALF, test: PERFECT })]);
    const [header, first, second, end] = csv.split('\n');
    const scores = (corpus: string) =>
      ['precision', 'recall', 'f1', 'relaxedF1', 'tokenAccuracy', 'invalidSequences', 'f1.LOC', 'f1.PER'].map(
        (name) => `${corpus}.${name}`,
      );
    expect(header!.split(',').slice(8)).toEqual([...scores('dev'), ...scores('test')]);
    expect(first).toBe('"CRF, no ""vectors""",1,finished,2,3,12345,10,1000,1,1,1,1,1,0,1,1,,,,,,,,');
    const half = `1,0.5,${2 / 3},${2 / 3},${2 / 3},0,0,1`;
    expect(second).toBe(`CRF,2,finished,2,3,12345,10,1000,${half},1,1,1,1,1,0,1,1`);
    expect(end).toBe('');
  });
});

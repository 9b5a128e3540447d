import { beforeEach, describe, expect, test } from 'vitest';
import { resetStores } from '../../../../test/app/reset-stores.ts';
import { modelInfo, runPlan, runResult } from '../../../../test/app/samples.ts';
import { ablated, ABLATION, otherDecoderRow } from '../../../config/ablation.ts';
import { DEFAULT_CONFIG } from '../../../config/schema.ts';
import { epochSeconds } from '../../stores/device/estimate.ts';
import { runsCsv } from '../../../eval/study-table.ts';
import { formatDuration } from '../../look/format.ts';
import { ablationPrepared, resultsOf, studyUpdated, useStudyStore, type Study } from '../../stores/runs/study.ts';
import { ablationMarkdown, ablationPlan, ablationTable, tableRows, taggingModel } from './results.ts';

const CONFIG = { ...DEFAULT_CONFIG, epochs: 10, seed: 1 };
const [FIRST, SECOND] = ABLATION.map(({ label }) => label);

const ablation = (): Study => useStudyStore.getState().ablation!;
const begin = (index: number) => studyUpdated({ kind: 'begin', index, label: '', seed: 1, epochs: 10 });
const progress = (index: number, share: number) =>
  studyUpdated({ kind: 'progress', index, epoch: 4, share, tokensPerSecond: 12_480, bestDevF1: 0.8213 });
const result = (index: number, label: string, seed: number, epoch: number) =>
  studyUpdated({ kind: 'result', index, result: runResult(label, seed, epoch), problem: undefined });

beforeEach(resetStores);

describe('the table of an ablation', () => {
  const states = () => tableRows(ablation(), []).map(({ state, share }) => [state, share]);

  beforeEach(() => ablationPrepared(CONFIG, [FIRST!, SECOND!], 2));

  test('rows show waiting, progress, and their summary after the last seed', () => {
    begin(0);
    progress(0, 0.5);
    expect(states().slice(0, 3)).toEqual([
      ['seed 1, epoch 4 of 10 · dev F1 82.13 so far', 0.25],
      ['waiting', undefined],
      [undefined, undefined], // not chosen
    ]);
    result(0, FIRST!, 1, 3);
    begin(1);
    expect(states()[0]).toEqual(['seed 2, preparing', 0.5]);
    result(1, FIRST!, 2, 4);
    begin(2);
    const [first, second] = tableRows(ablation(), []);
    expect(first).toMatchObject({ state: undefined, share: undefined, summary: { dev: { runs: 2 } } });
    expect(second!.share).toBe(0);
    const isBest = () => ablationTable(ablation()).rows.map((row) => row.isBest);
    expect(isBest().slice(0, 3)).toEqual([true, false, false]);
    result(2, SECOND!, 1, 5);
    result(3, SECOND!, 2, 6);
    expect(isBest().slice(0, 3)).toEqual([false, true, false]);
  });

  test('stopped and failed rows show it, and finished rows keep their scores', () => {
    begin(0);
    result(0, FIRST!, 1, 3);
    begin(1);
    studyUpdated({ kind: 'result', index: 1, result: undefined, problem: 'The loss became NaN.' });
    begin(2);
    studyUpdated({ kind: 'end', reason: 'stopped' });
    expect(states().slice(0, 2)).toEqual([
      ['The loss became NaN.', undefined],
      ['stopped', undefined],
    ]);
    expect(useStudyStore.getState().active).toBeUndefined();
    expect(ablationMarkdown(ablation())).toMatch(/^\| model .*\n.*\n\| Feature CRF \| .*\n\nStopped: 10 epochs/);
    expect(runsCsv(resultsOf(ablation())).split('\n')).toHaveLength(3);
  });

  test('a trained row without vectors stays when the vectors are removed', () => {
    const row = ABLATION.find(({ vectors }) => !vectors)!;
    expect(tableRows(undefined, []).some((one) => one.row === row)).toBe(false);
    ablationPrepared(CONFIG, [row.label], 1);
    expect(tableRows(ablation(), []).some((one) => one.row === row)).toBe(true);
  });
});

test('the model in use is named', () => {
  expect(taggingModel(undefined, false)).toContain('no model is in use yet');
  expect(taggingModel(undefined, true)).toContain('kept as a run');
  expect(taggingModel(modelInfo(), false)).toMatch(/use city\.train \(dev F1 \d+\.\d+\)/);
});

test('the plan of an ablation has the number of runs and their duration', () => {
  const rows = (...ids: string[]) => ABLATION.filter(({ id }) => ids.includes(id));
  const config = { ...CONFIG, epochs: 10 };
  const plan = { ...runPlan(), tokens: 1000, devTokens: 0 };
  const planned = (ids: string[], seeds: number, speed?: number) =>
    ablationPlan(rows(...ids), { config, seeds }, plan, speed);
  const oneEpoch = epochSeconds(plan, ablated(config, rows('char-cnn')[0]!), 1e6);
  expect(planned(['char-cnn'], 1)).toBe('1 run');
  expect(planned(['char-cnn'], 1, 1e6)).toBe(`1 run, about ${formatDuration(10 * oneEpoch)}`);
  expect(planned(['data-50'], 2, 1e6)).toBe(`2 runs, 2 seeds per row, about ${formatDuration(10 * oneEpoch)}`);
});

test('a row trained aside gives the table back, unless it failed', () => {
  ablationPrepared(CONFIG, [FIRST!], 1);
  begin(0);
  result(0, FIRST!, 1, 3);
  studyUpdated({ kind: 'end', reason: 'finished' });
  const before = ablation();
  const aside = (problem: string | undefined) => {
    const { label } = otherDecoderRow(CONFIG);
    ablationPrepared(CONFIG, [label], 1, true);
    begin(0);
    expect(tableRows(ablation(), []).at(-1)).toMatchObject({ row: { label }, state: 'preparing' });
    studyUpdated({ kind: 'result', index: 0, result: undefined, problem });
    studyUpdated({ kind: 'end', reason: 'finished' });
  };
  aside(undefined);
  expect(ablation()).toBe(before);
  aside('The loss became NaN.');
  expect(ablation()).toBe(before);
});

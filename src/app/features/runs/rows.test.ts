import { expect, test } from 'vitest';
import { runRecord, runResult, scoresAt } from '../../../../test/app/samples.ts';
import { recipeOf } from '../../stores/recipe-address.ts';
import { useHistoryStore } from '../../stores/runs/history.ts';
import { devText, recipeText, scoredTexts, selectRunRows, stateText } from './rows.ts';

const QUICK = recipeOf('tagsmith-quick');

test('a recipe is described by its preset and its changes', () => {
  expect(recipeText(QUICK)).toBe('Tagsmith, quick');
  const config = { ...QUICK.config, epochs: 4, digitsToZero: !QUICK.config.digitsToZero };
  expect(recipeText({ ...QUICK, config })).toMatch(/^Tagsmith, quick\u00a0· Epochs 4\u00a0· .* (on|off)$/);
});

test('the end of a run is shown unless all epochs were trained', () => {
  const of = (reason: 'finished' | 'stopped' | undefined) => stateText(runRecord('a', 2, { reason }), undefined);
  expect(of('finished')).toBeUndefined();
  expect(of('stopped')).toBe('stopped');
  expect(of(undefined)).toBe('not finished');
  expect(stateText(runRecord('a', 1, { reason: undefined }), 'here')).toBe('training, 1 epoch so far');
  expect(stateText(runRecord('a', 0, { reason: undefined }), 'paused')).toBe('paused');
  expect(stateText(runRecord('a', 2, { reason: undefined }), 'elsewhere')).toBe(
    'training in another tab, 2 epochs so far',
  );
  const several = { reason: 'stopped', recipe: { ...QUICK, seeds: 3 }, seeds: [runResult('seeds', 1, 2)] } as const;
  expect(stateText(runRecord('a', 2, several), undefined)).toBe('stopped, 1 of 3 seeds');
  const model = { epoch: 1, f1: 0.5, bytes: 8 };
  expect(stateText(runRecord('a', 4, { reason: 'failed', model }), undefined)).toBe('failed, model of epoch 1');
});

test('several seeds have a mean and deviation, without stopped ones', () => {
  const seeds = [runResult('seeds', 1, 3), runResult('seeds', 2, 8), runResult('seeds', 3, 1, { reason: 'stopped' })];
  expect(devText(runRecord('a', 8, { seeds }), 'recall')).toMatch(/^\d\d\.\d\d ± \d\.\d\d$/);
  expect(devText(runRecord('a', 8), 'f1')).toMatch(/^\d\d\.\d\d$/);
  expect(devText(runRecord('a', 0), 'f1')).toBeUndefined();
});

test('scored files are named, with one score for several seeds', () => {
  const { overall } = scoresAt(3);
  const scored = [{ file: 'b.test', overall: { ...overall, f1: 0.9083 } }];
  expect(scoredTexts(runRecord('a', 1, { scored }))).toEqual(['b.test F1 90.83']);
  const seeds = [1, 2].map((seed) => runResult('seeds', seed, 3, { test: scoresAt(seed) }));
  expect(scoredTexts(runRecord('a', 1, { seeds }))[0]).toMatch(/^test F1 \d\d\.\d\d ± \d+\.\d\d$/);
});

test('a row says why it is bold, and that the trial of a search is partial', () => {
  const trial = runRecord('Trial 1', 9, { partial: '7 epochs, 33% of the sentences' });
  const pairs = ['own.train', 'other.train'].flatMap((data) =>
    [3, 1].map((epochs) => runRecord(`${data} ${epochs}`, epochs, { data })),
  );
  const rows = selectRunRows({ ...useHistoryStore.getState(), records: [trial, ...pairs] }, false);
  const said = rows.map(({ isBest, details }) => {
    return { isBest, about: details.filter(({ key }) => key === 'best' || key === 'partial') };
  });
  const best = { text: 'best of the runs with the same data', title: expect.stringContaining('bold') as string };
  const partial = { text: 'partial: 7 epochs, 33% of the sentences', title: expect.any(String) as string };
  expect(said).toMatchObject([
    { isBest: false, about: [partial] },
    { isBest: true, about: [best] },
    { isBest: false, about: [] },
    { isBest: true, about: [best] },
    { isBest: false, about: [] },
  ]);
});

test('there is one row per run; the same runs give the same rows', () => {
  const store = { ...useHistoryStore.getState(), records: [runRecord('b', 3), runRecord('a', 0)], current: 'a' };
  const rows = selectRunRows(store, false);
  expect(rows).toMatchObject([
    { isCurrent: false, isBest: true, bestEpoch: '3 of 3' },
    { isCurrent: true, isBest: false, f1: undefined, bestEpoch: undefined, duration: undefined },
  ]);
  expect(rows[1]!.details.map(({ key }) => key)).toEqual(['state', 'recipe', 'origin']);
  expect(selectRunRows({ ...store }, false)).toBe(rows);
});

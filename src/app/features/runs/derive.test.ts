import { describe, expect, test } from 'vitest';
import { runRecord, runResult, scoresAt } from '../../../../test/app/samples.ts';
import { recipeOf } from '../../address.ts';
import {
  compareCsv,
  comparedRuns,
  compareRows,
  devText,
  differences,
  epochsCsv,
  recipeText,
  runsTableCsv,
  scoredTexts,
  stateText,
} from './derive.ts';

const QUICK = recipeOf('tagsmith-quick');

test('a recipe is told by its preset and what was changed of it', () => {
  expect(recipeText(QUICK)).toBe('Tagsmith, quick');
  const config = { ...QUICK.config, epochs: 4, digitsToZero: !QUICK.config.digitsToZero };
  expect(recipeText({ ...QUICK, config })).toMatch(/^Tagsmith, quick\u00a0· Epochs 4\u00a0· .* (on|off)$/);
});

test('how a run ended is told where it did not come to its own end', () => {
  const of = (reason: 'finished' | 'stopped' | undefined) => stateText(runRecord('a', 2, { reason }), false);
  expect(of('finished')).toBeUndefined();
  expect(of('stopped')).toBe('stopped');
  expect(of(undefined)).toBe('not finished');
  expect(stateText(runRecord('a', 1, { reason: undefined }), true)).toBe('training, 1 epoch so far');
  const several = { reason: 'stopped', recipe: { ...QUICK, seeds: 3 }, seeds: [runResult('seeds', 1, 2)] } as const;
  expect(stateText(runRecord('a', 2, several), false)).toBe('stopped, 1 of 3 seeds');
  const model = { epoch: 1, f1: 0.5, bytes: 8 };
  expect(stateText(runRecord('a', 4, { reason: 'failed', model }), false)).toBe('failed, model of epoch 1');
});

test('several seeds are told by their mean and deviation, those that were cut short left out', () => {
  const seeds = [runResult('seeds', 1, 3), runResult('seeds', 2, 8), runResult('seeds', 3, 1, { reason: 'stopped' })];
  expect(devText(runRecord('a', 8, { seeds }), 'recall')).toMatch(/^\d\d\.\d\d ± \d\.\d\d$/);
  expect(devText(runRecord('a', 8), 'f1')).toMatch(/^\d\d\.\d\d$/);
  expect(devText(runRecord('a', 0), 'f1')).toBeUndefined();
});

test('what was scored is told by file, of several seeds together', () => {
  const { overall } = scoresAt(3);
  const scored = [{ file: 'b.test', overall: { ...overall, f1: 0.9083 } }];
  expect(scoredTexts(runRecord('a', 1, { scored }))).toEqual(['b.test F1 90.83']);
  const seeds = [1, 2].map((seed) => runResult('seeds', seed, 3, { test: scoresAt(seed) }));
  expect(scoredTexts(runRecord('a', 1, { seeds }))[0]).toMatch(/^test F1 \d\d\.\d\d ± \d+\.\d\d$/);
});

describe('runs side by side', () => {
  const records = [runRecord('b', 3, { data: 'b.train' }), runRecord('a', 1)];
  const runs = comparedRuns(records, { a: 0, b: 4 });

  test('stand in the order of their places', () => {
    expect(runs.map(({ record }) => record.id)).toEqual(['a', 'b']);
    expect(runs.map(({ look }) => look.colour)).toEqual(['var(--entity-0)', 'var(--entity-4)']);
    expect(comparedRuns(records, { b: 1 })).toHaveLength(1);
  });

  test('have a row for each epoch that any of them came to', () => {
    expect(compareRows(runs).map((row) => Object.keys(row))).toEqual([
      ['epoch', 'r0', 'r1'],
      ['epoch', 'r1'],
      ['epoch', 'r1'],
    ]);
    expect(compareCsv(runs)).toMatch(/^epoch,a,b\n1,\d\d\.\d\d,\d\d\.\d\d\n2,,\d\d\.\d\d\n3,,\d\d\.\d\d\n$/);
  });

  test('differ in what is not the same in all', () => {
    const config = { ...QUICK.config, hidden: 20 };
    const other = runRecord('c', 1, { recipe: { ...QUICK, config }, vectors: undefined });
    expect(differences([runRecord('a', 1), other])).toEqual([
      { label: 'Hidden units', values: [String(QUICK.config.hidden), '20'] },
      { label: 'Vectors', values: ['glove.txt', 'none'] },
    ]);
    expect(differences([runRecord('a', 1), runRecord('b', 5)])).toEqual([]);
    expect(differences([runRecord('a', 1), runRecord('b', 1, { dev: 'b.dev' })])).toEqual([
      { label: 'Dev files', values: ['a.dev', 'b.dev'] },
    ]);
  });
});

describe('tables of all runs', () => {
  const records = [runRecord('with, comma', 2), runRecord('b', 0, { reason: 'failed' })];

  test('a row a run, with every setting', () => {
    const [header, first, second] = runsTableCsv(records)
      .split('\n')
      .map((line) => line.split(/,(?! )/));
    expect(first).toHaveLength(header!.length);
    expect(second).toHaveLength(header!.length);
    const cell = (row: string[] | undefined, name: string) => row![header!.indexOf(name)];
    expect(cell(first, 'name')).toBe('"with, comma"');
    expect(cell(first, 'recipe.hidden')).toBe(String(QUICK.config.hidden));
    expect(Number(cell(first, 'dev_f1'))).toBeGreaterThan(0.3);
    expect(cell(second, 'dev_f1')).toBe('');
    expect(cell(second, 'reason')).toBe('failed');
  });

  test('a row an epoch', () => {
    const lines = epochsCsv(records).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^run,epoch,train_loss,dev_loss,.*,dev_f1,dev_f1\.LOC,dev_f1\.MISC,/);
    expect(lines[2]).toMatch(/^"with, comma",2,/);
  });
});

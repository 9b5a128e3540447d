import { describe, expect, test } from 'vitest';
import { quality, searchIn, specOf } from '../../../search/testing.ts';
import { importanceRows, outcomeText, progressText, recipeTable, trialsTable } from './results.ts';
import { usedText } from '../../../search/report.ts';
import { csvOf } from '../../../lib/table-csv.ts';

const spec = specOf(30);
const trials = searchIn({ quality, noise: 0.002, seconds: 60 }, spec);

describe('the table of recipes', () => {
  test('has a column per level, with the best recipe first and the starting recipe among them', () => {
    const { levels, rows } = recipeTable(spec, trials, undefined);
    expect(levels).toEqual([
      { epochs: '7 epochs', share: '33%' },
      { epochs: '7 epochs', share: '100%' },
      { epochs: '20 epochs', share: '100%' },
    ]);
    expect(rows.filter(({ isBest }) => isBest)).toHaveLength(1);
    const start = rows.find(({ candidate }) => candidate === 0)!;
    expect(start).toMatchObject({ name: 'Start', changes: '' });
    expect(start.cells[0]).toMatch(/^\d\d\.\d\d ± \d\.\d\d$/);
    expect(start.confirmed).toMatch(/^\d\d\.\d\d ± \d\.\d\d \(\d+\)$/);
    const full = rows.filter(({ cells }) => cells[2] !== undefined);
    expect(rows.slice(0, full.length)).toEqual(full);
    expect(full[0]!.changes).toMatch(/Learning rate 0\.00\d+/);
  });

  test('the running trial has a row with its progress', () => {
    const next = trials.findIndex(({ plan }) => plan.stage === 'search');
    const current = { index: next, plan: trials[next]!.plan, epoch: 2, share: 0.25 };
    const { rows } = recipeTable(spec, trials.slice(0, next), current);
    expect(rows.map(({ name, running }) => [name, running])).toEqual([
      ['Start', undefined],
      ['Recipe 1', { share: 0.25, column: 0 }],
    ]);
    expect(rows[1]!.changes).not.toBe('');
  });
});

test('important settings come first, with their values on both sides', () => {
  const [first] = importanceRows(spec, trials);
  expect(first).toMatchObject({ label: 'Learning rate', isClear: true });
  expect(Math.min(...first!.groups.map(({ side }) => side))).toBeLessThan(0);
  expect(importanceRows(spec, trials.slice(0, 4))).toEqual([]);
});

test('texts before, during and after a search', () => {
  expect(progressText({ phase: 'none', spec: undefined, trials: [], data: undefined })).toBe('');
  const stopped = { phase: 'stopped', spec, trials: trials.slice(0, 3), data: undefined } as const;
  expect(progressText(stopped)).toMatch(/^Stopped: 3 trials, .* of 30 min\.$/);
  expect([usedText(80, 90), usedText(100, 150), usedText(1234, 5400)]).toEqual(['1.3 of 1.5 min', '1.7 of 2.5 min', '21 of 90 min']); // prettier-ignore
  expect(progressText({ ...stopped, data: 'trained on a.train' })).toMatch(/of 30 min\. Trained on a\.train\.$/);
  expect(outcomeText({ phase: 'running', trials: trials.slice(0, 2) })).toBeUndefined();
  expect(outcomeText({ phase: 'finished', trials: trials.slice(0, 2) })).toMatch(/too short/);
  expect(outcomeText({ phase: 'finished', trials })).toMatch(/^Winner: recipe/);
  const csv = csvOf(trialsTable(spec, trials)).trimEnd().split('\n');
  expect(csv).toHaveLength(trials.length + 1);
  expect(csv[1]).toMatch(/^1,noise,0,7,0\.333\d*,1,/);
});

import { describe, expect, test } from 'vitest';
import { csvOf } from '../../../lib/table-csv.ts';
import { runRecord } from '../../../../test/app/samples.ts';
import { recipeOf } from '../../stores/recipe-address.ts';
import { compareTable, comparedRuns, compareLabels, compareRows, differences } from './compare.ts';

const QUICK = recipeOf('tagsmith-quick');

describe('compared runs', () => {
  const records = [runRecord('b', 3, { data: 'b.train' }), runRecord('a', 1)];
  const runs = comparedRuns(records, { a: 0, b: 4 });

  test('are in the order of their places', () => {
    expect(runs.map(({ record }) => record.id)).toEqual(['a', 'b']);
    expect(runs.map(({ look }) => look.colour)).toEqual(['var(--entity-0)', 'var(--entity-4)']);
    expect(comparedRuns(records, { b: 1 })).toHaveLength(1);
  });

  test('have a row for each epoch that any of them reached', () => {
    expect(compareRows(runs).map((row) => Object.keys(row))).toEqual([
      ['epoch', 'r0', 'r1'],
      ['epoch', 'r1'],
      ['epoch', 'r1'],
    ]);
    expect(csvOf(compareTable(runs))).toMatch(/^epoch,a,b\n1,\d\d\.\d\d,\d\d\.\d\d\n2,,\d\d\.\d\d\n3,,\d\d\.\d\d\n$/);
  });

  test('differ in settings that are not the same in all', () => {
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

  test('are labelled with their last scores, or those of the epoch that is pointed at', () => {
    const texts = (epoch?: number) => compareLabels(runs, compareRows(runs), epoch).map(({ text }) => text);
    expect(texts()).toEqual([expect.stringMatching(/^a \d\d\.\d$/), expect.stringMatching(/^b \d\d\.\d$/)]);
    expect(texts(2)[0]).toBe('a –');
    expect(compareLabels(runs, compareRows(runs)).map(({ x }) => x)).toEqual([1, 3]);
  });
});

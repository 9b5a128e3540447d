import { describe, expect, test } from 'vitest';
import { runRecord } from '../../../../test/app/samples.ts';
import { recipeOf } from '../../stores/recipe-address.ts';
import { csvOf } from '../../../lib/table-csv.ts';
import { epochsTable, recordsTable } from './tables.ts';

const QUICK = recipeOf('tagsmith-quick');

describe('tables of all runs', () => {
  const records = [runRecord('with, comma', 2), runRecord('b', 0, { reason: 'failed' })];

  test('one row per run, with every setting', () => {
    const [header, first, second] = csvOf(recordsTable(records))
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

  test('one row per epoch', () => {
    const lines = csvOf(epochsTable(records)).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^run,epoch,train_loss,dev_loss,.*,dev_f1,dev_f1\.LOC,dev_f1\.MISC,/);
    expect(lines[2]).toMatch(/^"with, comma",2,/);
  });
});

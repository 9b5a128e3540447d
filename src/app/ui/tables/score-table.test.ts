import { csvParseRows } from 'd3-dsv';
import { expect, test } from 'vitest';
import { scoresAt } from '../../../../test/app/samples.ts';
import { csvOf } from '../../../lib/table-csv.ts';
import { scoreTable } from './score-table.tsx';

test('one row per type, with any characters in its name', () => {
  const types = ['ship, "sunk"', 'PER'];
  const [header, ...rows] = csvParseRows(csvOf(scoreTable(scoresAt(3, types))));
  expect(rows.map(([type]) => type)).toEqual(['Overall', 'PER', 'ship, "sunk"']);
  expect(rows.every((row) => row.length === header!.length)).toBe(true);
});

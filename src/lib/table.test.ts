import { expect, test } from 'vitest';
import { csvOf } from './table-csv.ts';
import { savedColumns, type Table } from './table.ts';

const table: Table<{ word: string; p: number }> = {
  columns: [
    { name: 'word', head: 'Word', value: ({ word }) => word },
    { head: 'Shown', text: ({ p }) => p.toFixed(1) },
    ...savedColumns<{ p: number }>({ p: ({ p }) => p, none: () => undefined }),
  ],
  rows: [
    { word: 'a,b', p: 0.25 },
    { word: 'c', p: 1 },
  ],
};

test('a file has the columns with a name, in their order', () => {
  expect(csvOf(table)).toBe('word,p,none\n"a,b",0.25,\nc,1,\n');
});

test('without rows it has a header', () => {
  expect(csvOf({ ...table, rows: [] })).toBe('word,p,none\n');
});

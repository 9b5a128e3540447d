import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { csvOf } from '../../../lib/table-csv.ts';
import { DataTable, type ViewTable } from './DataTable.tsx';

interface Row {
  word: string;
  count: number | undefined;
  kind: string;
}

const table: ViewTable<Row> = {
  columns: [
    { name: 'kind', value: ({ kind }) => kind },
    { name: 'word', head: 'Word', value: ({ word }) => word },
    { name: 'count', head: 'n', label: 'Count', title: 'How often', value: ({ count }) => count },
    { head: 'Shown', text: ({ count = 0 }) => `${count} times`, marks: ({ count }) => ({ title: `${count}` }) },
  ],
  rows: [
    { word: 'a', count: 1, kind: 'x' },
    { word: 'b', count: undefined, kind: 'y' },
  ],
};

const html = (props: Omit<Parameters<typeof DataTable<Row>>[0], 'table'>, rows = table.rows) =>
  renderToStaticMarkup(createElement(DataTable<Row>, { table: { ...table, rows }, ...props }));

test('the page has the columns with a heading, the file those with a name', () => {
  expect(html({ label: 'Words' })).toContain(
    '<thead><tr><th scope="col">Word</th><th scope="col" aria-label="Count"><abbr title="How often">n</abbr></th>' +
      '<th scope="col">Shown</th></tr></thead><tbody><tr><th scope="row" colSpan="1">a</th><td>1</td><td title="1">1 times</td></tr>',
  );
  expect(csvOf(table)).toBe('kind,word,count\nx,a,1\ny,b,\n');
});

test('groups have a heading; a row may have one cell in place of its cells, or a wide heading', () => {
  const grouped = html({
    groupOf: ({ kind }) => kind,
    instead: ({ count }) => (count === undefined ? 'none' : undefined),
  });
  expect(grouped).toContain('<tbody><tr><th scope="rowgroup" colSpan="3">y</th></tr><tr>');
  expect(grouped).toContain('<th scope="row" colSpan="1">b</th><td colSpan="2">none</td></tr>');
  expect(html({ headSpan: ({ word }) => (word === 'a' ? 2 : 1) })).toContain(
    '<th scope="row" colSpan="2">a</th><td title="1">1 times</td></tr>',
  );
});

test('an empty table has a placeholder, and a table without row names has only cells', () => {
  expect(html({ placeholder: 'Nothing yet' }, [])).toContain('<td colSpan="3">Nothing yet</td>');
  expect(html({ hasRowNames: false })).not.toContain('scope="row"');
  const columns = [{ head: '', text: ({ word }: Row) => word }];
  expect(renderToStaticMarkup(createElement(DataTable<Row>, { table: { columns, rows: table.rows } }))).not.toContain(
    'thead',
  );
});

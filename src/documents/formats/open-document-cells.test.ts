import { expect, test } from 'vitest';
import { applyPatches } from '../markup/patches.ts';
import { hiddenCells } from './open-document-cells.ts';

const emptied = (table: string) => applyPatches(table, hiddenCells(table));
const cell = (text: string, more = '') => `<table:table-cell${more}><text:p>${text}</text:p></table:table-cell>`;
const columns = (n: number, more = '') => `<table:table-column table:number-columns-repeated="${n}"${more}/>`;
const collapsed = ' table:visibility="collapse"';
const repeated = (n: number) => ` table:number-columns-repeated="${n}"`;
const row = (cells: string, more = '') => `<table:table-row${more}>${cells}</table:table-row>`;
const table = (content: string, more = '') => `<table:table${more}>${content}</table:table>`;
const empty = (n = 1) => `<table:table-cell table:number-columns-repeated="${n}"/>`;

test.each([
  [
    'a hidden column',
    columns(1) + columns(1, collapsed),
    row(cell('a') + cell('b') + cell('c')),
    row(`${cell('a')}${empty()}${cell('c')}`),
  ],
  [
    'hidden columns, a cell for several',
    columns(3, collapsed),
    row(cell('a', repeated(3)) + cell('b')),
    row(`${empty(3)}${cell('b')}`),
  ],
  ['a cell also in a visible column', columns(2, collapsed), row(cell('a', repeated(3))), row(cell('a', repeated(3)))],
  ['a hidden row', columns(2), row(cell('a'), collapsed) + row(cell('b')), row(empty(), collapsed) + row(cell('b'))],
  ['a filtered row', '', row(cell('a'), ' table:visibility="filter"'), row(empty(), ' table:visibility="filter"')],
  [
    'more columns than a sheet has',
    columns(1e9, collapsed),
    row(cell('a', repeated(1e9)) + cell('b')),
    row(empty(16_384) + cell('b')),
  ],
])('%s', (_, declared, before, after) => {
  expect(emptied(table(declared + before))).toBe(table(declared + after));
});

test('a table of a hidden style, and a table in it', () => {
  const styles = '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>';
  const hidden = ' table:style-name="h"';
  const inner = `<table:table-cell>${table(row(cell('a')))}</table:table-cell>`;
  expect(emptied(styles + table(row(inner), hidden) + table(row(cell('b'))))).toBe(
    styles + table(row(empty()), hidden) + table(row(cell('b'))),
  );
});

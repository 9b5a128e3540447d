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
const group = (of: string, content: string) =>
  `<table:table-${of}-group table:display="false">${content}</table:table-${of}-group>`;
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
    row(empty(16_384) + empty()),
  ],
  [
    'hidden columns that are declared apart, a cell for both',
    columns(1, collapsed) + columns(1, collapsed),
    row(cell('a', repeated(2))),
    row(empty(2)),
  ],
  [
    'a hidden column of a group',
    group('column', columns(1)) + columns(1),
    row(cell('a') + cell('b')),
    row(empty() + cell('b')),
  ],
  [
    'hidden rows of a group',
    '',
    group('row', row(cell('a')) + row(cell('b'))) + row(cell('c')),
    group('row', row(empty()) + row(empty())) + row(cell('c')),
  ],
  [
    'covered cells',
    columns(1, collapsed),
    row(cell('a').replaceAll('table-cell', 'covered-table-cell')),
    row(empty().replace('table-cell', 'covered-table-cell')),
  ],
])('%s', (_, declared, before, after) => {
  expect(emptied(table(declared + before))).toBe(table(declared + after));
});

test.each([
  ['a hidden style', '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>'],
  [
    'a style that inherits it',
    '<style:style style:name="p"><style:table-properties table:display="false"/></style:style><style:style style:name="h" style:parent-style-name="p"><style:table-properties style:writing-mode="lr-tb"/></style:style>',
  ],
])('a table of %s, a table in it, and its drawings', (_, styles) => {
  const hidden = ' table:style-name="h"';
  const inner = `<table:table-cell>${table(row(cell('a')))}</table:table-cell>`;
  const shapes = '<table:shapes><draw:frame><text:p>a</text:p></draw:frame></table:shapes>';
  expect(emptied(styles + table(shapes + row(inner), hidden) + table(row(cell('b'))))).toBe(
    styles + table(row(empty()), hidden) + table(row(cell('b'))),
  );
});

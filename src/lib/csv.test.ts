import { csvParseRows, dsvFormat } from 'd3-dsv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCell, formatCsv } from './csv.ts';

/** Text in which the special characters of CSV are frequent. */
const cell = fc
  .string({ unit: fc.constantFrom('a', 'é', '🦦', ' ', ',', ';', '"', '\n', '\r', '\t'), maxLength: 6 })
  .filter((text) => !/^[\r\t]/.test(text));
/** Rows of at least two cells: a single empty cell is an empty line. */
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 4 });

test('cells survive a round trip', () => {
  fc.assert(
    fc.property(table, (rows) => {
      expect([...csvParseRows(formatCsv(rows))]).toEqual(rows);
    }),
  );
});

test('the output of several calls can be concatenated', () => {
  fc.assert(
    fc.property(table, table, (first, second) => {
      expect(formatCsv(first) + formatCsv(second)).toBe(formatCsv([...first, ...second]));
    }),
  );
});

test('a single cell survives a round trip with any separator', () => {
  fc.assert(
    fc.property(cell, fc.constantFrom(',', ';'), (text, separator) => {
      const line = `x${separator}${formatCell(text, separator)}`;
      expect([...dsvFormat(separator).parseRows(line)]).toEqual([['x', text]]);
    }),
  );
});

test('quotes only cells that need it; undefined is empty', () => {
  expect(formatCsv([['a', 1, 0.5, undefined, 'b,c', 'say "d"', 'e\rf', '']])).toBe(
    'a,1,0.5,,"b,c","say ""d""","e\rf",\n',
  );
  expect(formatCsv([])).toBe('');
});

test.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+cmd|x', "'+cmd|x"],
  ['--', "'--"],
  ['\t=1', "'\t=1"],
  ['-1.5', '-1.5'],
  ['+2e-3', '+2e-3'],
  [-3, '-3'],
  ['a=1', 'a=1'],
])('%j is not a formula in a spreadsheet', (cell, expected) => {
  expect([...csvParseRows(formatCsv([['x', cell]]))]).toEqual([['x', expected]]);
});

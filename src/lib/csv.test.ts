import { csvParseRows, dsvFormat } from 'd3-dsv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCell, formatCsv } from './csv.ts';

/** Text in which every character that CSV treats specially is common. */
const cell = fc.string({ unit: fc.constantFrom('a', 'é', '🦦', ' ', ',', ';', '"', '\n', '\r', '\t'), maxLength: 6 });
/** Rows of at least two cells: one empty cell alone is an empty line. */
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 4 });

test('what is written is read back as the same cells', () => {
  fc.assert(
    fc.property(table, (rows) => {
      expect([...csvParseRows(formatCsv(rows))]).toEqual(rows);
    }),
  );
});

test('parts that are written one after the other are one file', () => {
  fc.assert(
    fc.property(table, table, (first, second) => {
      expect(formatCsv(first) + formatCsv(second)).toBe(formatCsv([...first, ...second]));
    }),
  );
});

test('one cell is read back after its neighbour, whatever separates them', () => {
  fc.assert(
    fc.property(cell, fc.constantFrom(',', ';'), (text, separator) => {
      const line = `x${separator}${formatCell(text, separator)}`;
      expect([...dsvFormat(separator).parseRows(line)]).toEqual([['x', text]]);
    }),
  );
});

test('cells that need no quotes have none, and a missing one is empty', () => {
  expect(formatCsv([['a', 1, 0.5, undefined, 'b,c', 'say "d"', 'e\rf', '']])).toBe(
    'a,1,0.5,,"b,c","say ""d""","e\rf",\n',
  );
  expect(formatCsv([])).toBe('');
});

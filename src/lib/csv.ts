import { csvFormatRow, dsvFormat } from 'd3-dsv';

/** `undefined` becomes an empty cell. */
export type CsvCell = string | number | undefined;

/**
 * Formats rows as comma-separated values (RFC 4180), each ending with a line feed, so that the output of several calls can be
 * concatenated. A row with a single empty cell is an empty line, which most readers skip.
 *
 * Text that a spreadsheet would evaluate as a formula is prefixed with an apostrophe (OWASP, "CSV Injection"), so that words of a
 * corpus are never executed. Numbers are unchanged.
 */
export function formatCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${csvFormatRow(cells.map(harmless))}\n`).join('');
}

/** The rows of a table; cells in quotes may have separators and line breaks. */
export function parseRows(text: string, separator: string): string[][] {
  return dsvFormat(separator).parseRows(text);
}

/** Formats one cell, quoted if necessary. */
export function formatCell(text: string, separator: string): string {
  return dsvFormat(separator).formatValue(text);
}

const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function harmless(cell: CsvCell): string {
  const text = String(cell ?? '');
  return typeof cell === 'string' && FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

import { csvFormatRow, dsvFormat } from 'd3-dsv';

/** `undefined` becomes an empty cell. */
export type CsvCell = string | number | undefined;

/**
 * Formats rows as comma-separated values (RFC 4180), each ending with a line feed, so that the output of several calls can be
 * concatenated. A row with a single empty cell is an empty line, which most readers skip.
 *
 * Text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, "CSV Injection"): a word of a corpus must not be code
 * on the machine of whoever opens the table. Numbers are left alone.
 */
export function formatCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${csvFormatRow(cells.map(harmless))}\n`).join('');
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

import { csvFormatRow, dsvFormat } from 'd3-dsv';

/** `undefined` is written as an empty cell. */
export type CsvCell = string | number | undefined;

/**
 * Rows as comma-separated values (RFC 4180), each ended by a line feed. What is written in parts can be concatenated. A row of
 * one empty cell is an empty line, which most readers skip.
 */
export function formatCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${csvFormatRow(cells.map((cell) => String(cell ?? '')))}\n`).join('');
}

/** One cell of a file with any separator, in quotes if it needs them. */
export function formatCell(text: string, separator: string): string {
  return dsvFormat(separator).formatValue(text);
}

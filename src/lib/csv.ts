import { csvFormatRow, dsvFormat } from 'd3-dsv';

/** `undefined` becomes an empty cell. */
export type CsvCell = string | number | undefined;

/**
 * Formats rows as comma-separated values (RFC 4180), each ending with a line feed, so that the output of several calls can be
 * concatenated. A row with a single empty cell is an empty line, which most readers skip.
 */
export function formatCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${csvFormatRow(cells.map((cell) => String(cell ?? '')))}\n`).join('');
}

/** Formats one cell, quoted if necessary. */
export function formatCell(text: string, separator: string): string {
  return dsvFormat(separator).formatValue(text);
}

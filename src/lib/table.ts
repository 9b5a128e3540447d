import type { CsvCell } from './csv.ts';

/**
 * A table as data: the one on the page, the one for screen readers and the file are made from the same description.
 *
 * @typeParam Shown text, or what a view can render
 */
export interface Table<Row, Shown = string> {
  columns: readonly Column<Row, Shown>[];
  rows: readonly Row[];
}

export interface Column<Row, Shown = string> {
  /** Heading on the page; undefined: the column is only saved. */
  head?: Shown;
  /** The heading in full, for screen readers. */
  label?: string;
  /** Explains the heading. */
  title?: string;
  /** Heading in a file; undefined: the column is only shown. */
  name?: string;
  /** Cell of a file. */
  value?: (row: Row) => CsvCell;
  /** Cell on the page; by default the value. */
  text?: (row: Row) => Shown;
}

/** Columns of a file, by name. */
export function savedColumns<Row>(values: Readonly<Record<string, (row: Row) => CsvCell>>): Column<Row, never>[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

/** A column on a terminal. Its cells are as wide as its heading with its spaces, and left-aligned if it ends with one. */
export type TextColumn<Row> = readonly [head: string, cell: (row: Row) => string];

/** Heading and rows of a table on a terminal. */
export function textTable<Row>(columns: readonly TextColumn<Row>[]): { head: string; line: (row: Row) => string } {
  const joined = (cells: readonly string[]) => cells.join(' ').trimEnd();
  const padded = (head: string, text: string) =>
    head.endsWith(' ') ? text.padEnd(head.length) : text.padStart(head.length);
  return {
    head: joined(columns.map(([head]) => head)),
    line: (row) => joined(columns.map(([head, cell]) => padded(head, cell(row)))),
  };
}

/** All rows below their heading. */
export function textLines<Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): string[] {
  const { head, line } = textTable(columns);
  return [head, ...rows.map(line)];
}

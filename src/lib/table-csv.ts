import { formatCsv } from './csv.ts';
import type { Table } from './table.ts';

/** The table as a file, with the columns that have a name. */
export function csvOf<Row>({ columns, rows }: Table<Row, unknown>): string {
  const saved = columns.filter(({ name }) => name !== undefined);
  return formatCsv([saved.map(({ name }) => name), ...rows.map((row) => saved.map(({ value }) => value?.(row)))]);
}

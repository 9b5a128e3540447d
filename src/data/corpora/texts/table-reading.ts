import { valueAt } from '../json/values.ts';
import { requireFields } from './chosen-fields.ts';
import type { TextTable } from './text-table.ts';

/** How a table of texts is read, and what a person needs to read it otherwise. Plain data. */
export interface TableReading extends Pick<TextTable, 'kind' | 'names' | 'textFields' | 'others' | 'reason'> {
  records: number;
  /** The first records, a cell per name; long texts are cut. */
  rows: readonly (readonly string[])[];
}

const ROWS = 5;
const CELL = 200; // characters

export function describeTable({ kind, names, textFields, others, reason, records }: TextTable): TableReading {
  const cell = (value: unknown) => {
    const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
    return text.length > CELL ? `${text.slice(0, CELL)}…` : text;
  };
  const rows = records.slice(0, ROWS).map(({ value }) => names.map((name) => cell(valueAt(value, name))));
  return { kind, names, textFields, others, reason, records: records.length, rows };
}

/** Tables of the same form have the same fields: what is chosen for one holds for all. */
export function formOf({ kind, names }: Pick<TextTable, 'kind' | 'names'>): string {
  return JSON.stringify([kind, names]);
}

/** The reading with other text fields. @throws StudioError BadInput if a field does not exist */
export function withTextFields(file: string, reading: TableReading, textFields: readonly string[]): TableReading {
  requireFields(file, reading.names, textFields);
  return { ...reading, textFields, reason: `${textFields.join(', ')} as chosen` };
}

import { parseRows } from '../../../lib/csv.ts';
import { ENDS, STARTS } from '../records/spans.ts';

/** Names of the column with the types, the surest first: a table may also have the category of its texts. */
const LABELS = [
  /^(entity|ner|span|mention)[_ -]?(label|type|tag|class|category)s?$|^ner$/i,
  /^(label|label[_ -]?(type|tag|class|category)|tag)s?$/i,
  /^types?$/i,
  /^(class|category)s?$/i,
];
const ENTITY = /^((entity|span|mention)[_ -]?(text|value|name|mention|string)?|surface([_ -]?form)?|phrase)$/i;
/** Beside a column named like an entity, which then has the types. */
const VALUE = /^values?$/i;
const SEPARATORS = ['\t', ',', ';', '|'];

/** The columns of a table with a row for each entity. */
export interface Columns {
  label: number;
  /** With the text of the entity; missing if there is none. */
  entity: number;
  start: number;
  end: number;
}

/** The cells of the first line of a table, and what separates them. */
export function headerOf(line: string): { header: string[]; separator: string } {
  const separator = SEPARATORS.find((one) => line.includes(one)) ?? ',';
  return { header: parseRows(line, separator)[0] ?? [], separator };
}

/** The indices of the columns for entities; -1 for those that are missing. */
export function columnsOf(header: readonly string[]): Columns {
  const names = header.map((name) => name.trim());
  const among = (known: readonly string[]) => names.findIndex((name) => known.some((one) => sameName(one, name)));
  const labels = LABELS.map((known) => names.findIndex((name) => known.test(name)));
  const label = labels.find((c) => c >= 0) ?? -1;
  const entity = names.findIndex((name) => ENTITY.test(name));
  const [start, end] = [among(STARTS), among(ENDS)];
  const value = label < 0 && entity >= 0 ? names.findIndex((name) => VALUE.test(name)) : -1;
  const isType = value >= 0 || (label < 0 && start >= 0 && end >= 0); // beside offsets, the text of the entity is not needed
  return isType ? { label: entity, entity: value, start, end } : { label, entity, start, end };
}

function sameName(a: string, b: string): boolean {
  return a.replaceAll('_', '').toLowerCase() === b.replaceAll(/[_ -]/g, '').toLowerCase();
}

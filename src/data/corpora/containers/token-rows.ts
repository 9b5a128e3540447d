import { formatCell } from '../../../lib/csv.ts';
import { isObject, type JsonObject } from '../json/values.ts';
import { isPieceOfWord } from '../layout/odd-columns.ts';
import { roleOfName } from '../layout/names.ts';
import { areTags } from '../records/kinds/joined-tags.ts';

/** Rows examined. */
const SAMPLED = 1000;
/** Share of the rows whose words must be single ones. */
const MOST = 0.9;

type Cell = string | number | boolean | null;
type Row = readonly (Cell | undefined)[];

interface Table {
  /** Undefined if the columns have no names. */
  header?: readonly string[];
  rows: readonly Row[];
}

/** The start of a table by columns or rows, or with a list for each column or row. */
const TABLE =
  /^\{\s*(?:"(?:columns|index|schema|data)"|"[^"]{0,100}"\s*:\s*(?:\{\s*"[^"]{0,100}"\s*:|\[))|^\[\s*\[\s*-?\d/;

/** Whether JSON may be a table with a token in each row. */
export function mayHaveTokenRows(head: string): boolean {
  const json = head.replace(/^\uFEFF/, '').trim();
  const start = json.indexOf('{');
  const first = valuesIn(json.slice(start, json.indexOf('}') + 1));
  if (start >= 0 && /^\[?\s*$/.test(json.slice(0, start)) && isFlat(first)) {
    const values = Object.values(first);
    return values.length > 1 && values.some((cell) => typeof cell === 'string' && !/\S\s\S/.test(cell));
  }
  return TABLE.test(json) && !json.includes('\n{'); // an object in each line
}

/**
 * A table of tokens in JSON, with an object for each row, or in another form that pandas writes, as CSV: its columns are read as those of
 * any table of tokens. The rows show that they are no texts of their own: by the number of their sentence, or by tags that continue an
 * entity. Undefined for other JSON.
 */
export function tokenRowsToCsv(text: string): string | undefined {
  const first = valuesIn(text, SAMPLED);
  const sample = tableIn(first);
  if (sample === undefined || !areTokens(sample)) return undefined;
  const isCut = Array.isArray(first) && first.length === SAMPLED;
  const table = isCut ? tableIn(valuesIn(text)) : sample;
  if (table === undefined) return undefined;
  const { header, rows } = table;
  const lineOf = (cells: Row) =>
    `${cells.map((cell) => formatCell(String(cell ?? '').replace(/\s+/g, ' '), ',')).join(',')}\n`;
  return (header === undefined ? '' : lineOf(header)) + rows.map(lineOf).join('');
}

/** The value of JSON, or the rows of JSON lines; undefined if it is neither. @param most rows of JSON lines that are read */
function valuesIn(text: string, most = Infinity): unknown {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const values: unknown[] = [];
  for (const line of json.split('\n')) {
    if (line.trim() === '') continue;
    if (values.length === most) break;
    try {
      const value: unknown = JSON.parse(line);
      if (!isFlat(value)) return undefined;
      values.push(value);
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
  return values;
}

/** The table in a value: as `to_json` of pandas writes it with `orient` records, table, split, values, index or columns. */
function tableIn(value: unknown): Table | undefined {
  if (Array.isArray(value)) return ofRows(value);
  if (!isObject(value)) return undefined;
  const { columns, data, schema } = value;
  if (Array.isArray(columns) && Array.isArray(data)) return ofRows(data, columns.map(String));
  if (isObject(schema) && Array.isArray(data)) return ofRows(data);
  const members = Object.entries(value);
  const [first] = members;
  if (first === undefined) return undefined;
  if (members.length > 1 && members.every(([name, row]) => /^\d+$/.test(name) && isFlat(row)))
    return ofRows(members.map(([, row]) => row));
  const cells = members.map(([, column]) => (isFlat(column) ? Object.values(column) : column));
  if (!cells.every((column) => Array.isArray(column) && column.length === (cells[0] as unknown[]).length && column.every(isCell))) return undefined; // prettier-ignore
  const lists = cells as readonly Row[];
  return { header: members.map(([name]) => name), rows: lists[0]!.map((_, row) => lists.map((list) => list[row])) };
}

function ofRows(rows: readonly unknown[], names?: readonly string[]): Table | undefined {
  if (rows.length < 2) return undefined;
  if (rows.every((row) => Array.isArray(row) && row.every(isCell))) {
    const lists = rows as readonly Row[];
    const width = names?.length ?? lists[0]!.length;
    return lists.every(({ length }) => length === width) ? { ...(names && { header: names }), rows: lists } : undefined;
  }
  if (!rows.every(isFlat)) return undefined;
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { header, rows: rows.map((row) => header.map((name) => row[name])) };
}

function isCell(value: unknown): value is Cell {
  return value === null || typeof value !== 'object';
}

function isFlat(value: unknown): value is Record<string, Cell> {
  return isObject(value) && Object.values(value as JsonObject).every(isCell);
}

/** Whether each row has a word, and a tag or a label beside it, and the rows are parts of sentences. */
function areTokens({ header = [], rows }: Table): boolean {
  const sample = rows.slice(0, SAMPLED);
  const columns = [...sample[0]!.keys()];
  const filled = (c: number) => sample.map((row) => row[c]).filter((cell) => cell !== null && cell !== undefined && cell !== ''); // prettier-ignore
  const strings = (c: number) => filled(c).filter((cell) => typeof cell === 'string');
  const isTagColumn = (c: number) => areTags(strings(c)) && strings(c).length === filled(c).length;
  const tags = columns.filter((c) => isTagColumn(c) && strings(c).some((tag) => tag.length > 1));
  const named = (role: string) => columns.filter((c) => header[c] !== undefined && roleOfName(header[c]) === role);
  const isWordColumn = (c: number) =>
    strings(c).length >= MOST * sample.length &&
    strings(c).filter((word) => !/\S\s\S/.test(word)).length >= MOST * sample.length &&
    !tags.includes(c) &&
    !strings(c).some(isPieceOfWord);
  const words = columns.filter(isWordColumn);
  const isCounted = named('sentence').some((c) => filled(c).length > 0 && new Set(filled(c)).size < sample.length);
  if (isCounted && named('token').some((c) => words.includes(c)) && named('tag').length > 0) return true;
  return words.length > 0 && tags.some((c) => strings(c).length < sample.length || strings(c).some((tag) => /^[oO0]$/.test(tag))) && tags.some((c) => isCounted || goesOn(sample.map((row) => row[c]))); // prettier-ignore
}

/** Whether an entity goes on in the next row: `B-PER`, `I-PER`. */
function goesOn(tags: readonly (Cell | undefined)[]): boolean {
  const typeOf = (tag: Cell | undefined) => /^[^-_:]{1,3}[-_:](.{1,200})$/s.exec(String(tag ?? ''))?.[1];
  return tags.some((tag, i) => i > 0 && /^[IMEL][-_:]/i.test(String(tag)) && typeOf(tag) === typeOf(tags[i - 1]));
}

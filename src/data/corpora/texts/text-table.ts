import { parseRows } from '../../../lib/csv.ts';
import { StudioError } from '../../../lib/errors.ts';
import type { Problem } from '../../corpus.ts';
import { decodeLines, decodeText } from '../../files/decode-text.ts';
import { requireWithin } from '../../files/limits.ts';
import { ProblemLog } from '../../files/problem-log.ts';
import { looksLikeJson, readJsonItems } from '../json-items.ts';
import { textAt, valueAt, type JsonObject } from '../json-values.ts';
import { classFields } from './class-fields.ts';
import { fastTextLines, isFastText } from './fast-text.ts';
import { looksLikeHtml, textOfHtml } from './html-text.ts';
import { labelledLines } from './labelled-lines.ts';
import { chooseFields, isTextName } from './text-fields.ts';

/** A record of a table of texts: a JSON object, a row, or a page. */
export interface TextRecord {
  /** What its id field contains, or its number from 1. */
  id: string;
  /** From 1: the line of a JSON object, the number of a row. */
  line: number;
  /** All its fields, in their order. */
  value: JsonObject;
  /** The texts of `textFields`; empty where the record has none. */
  texts: readonly string[];
}

/** A file of texts that are not annotated, with what else is known of each. */
export interface TextTable {
  kind: 'json' | 'table' | 'html';
  /** Names of all fields; those of nested objects with a dot. */
  names: readonly string[];
  textFields: readonly string[];
  /** Other fields that could be texts, if the text fields were not given. */
  others: readonly string[];
  /** Which field is the text, and why, in one sentence. */
  reason: string;
  records: readonly TextRecord[];
  problems: readonly Problem[];
}

/**
 * Reads texts: JSON objects, rows of a table with commas, semicolons, tabs or vertical bars, lines of fastText, or a page of HTML.
 *
 * @param given the text fields; default: inferred
 * @returns undefined if the file is none of these, or has no texts
 * @throws StudioError BadInput if a field that was given does not exist
 */
export function readTextTable(file: string, bytes: Uint8Array, given: readonly string[] = []): TextTable | undefined {
  requireWithin('corpusBytes', bytes.length, file);
  const log = new ProblemLog(file);
  const lines = decodeLines(file, bytes, log);
  if (/\.(jsonl|ndjson|json)$/i.test(file) || looksLikeJson(file, lines)) return ofJson(file, lines, log, given);
  if (isFastText(lines)) {
    const values = [...fastTextLines(lines)].map(({ line, text, labels }) => ({
      line,
      value: { label: labels.join(' '), text },
    }));
    return tableOf('table', file, values, given, log.sorted());
  }
  const text = decodeText(file, bytes, new ProblemLog(file));
  if (looksLikeHtml(file, text)) {
    const body = textOfHtml(text);
    if (body === '') return undefined;
    const records = [{ id: '1', line: 1, value: { text: body }, texts: [body] }];
    return {
      kind: 'html',
      names: ['text'],
      textFields: ['text'],
      others: [],
      reason: 'those of the page',
      records,
      problems: [],
    };
  }
  return ofRows(file, text, given);
}

function ofJson(
  file: string,
  lines: Iterable<string>,
  log: ProblemLog,
  given: readonly string[],
): TextTable | undefined {
  const values: { line: number; value: JsonObject }[] = [];
  for (const { line, value } of readJsonItems(file, lines, log)) if (value !== undefined) values.push({ line, value });
  return tableOf('json', file, values, given, log.sorted());
}

const SEPARATORS = [',', ';', '\t', '|'];
/** Characters from which the separator is decided. */
const HEAD = 200_000;
/** Rows examined for classes. */
const SAMPLED = 200;
/** Rows whose number of cells is that of the header. */
const FITTING = 0.95;
/** Of a table without a header. */
const MOST_PLAIN_CELLS = 4;
const FEWEST_PLAIN_ROWS = 4;

function ofRows(file: string, written: string, given: readonly string[]): TextTable | undefined {
  const table = tableRows(file, written) ?? withClasses(plainRows(file, written) ?? labelledLines(written));
  if (table === undefined) return undefined;
  const { header, rows } = table;
  const values = rows.map(({ cells }, i) => ({ line: i + 1, value: recordOf(header, cells) }));
  const filled = rows.map(({ cells }) => cells);
  return tableOf('table', file, values, given, oddRows(file, filled, header.length));
}

/** A table without a header, if it has texts with classes: other lines with tabs are no table. */
function withClasses(table: TableRows | undefined): TableRows | undefined {
  const sample = table?.rows.slice(0, SAMPLED).map(({ cells }) => recordOf(table.header, cells)) ?? [];
  return classFields(sample) === undefined ? undefined : table;
}

/** The rows of a table below its header. */
export interface TableRows {
  separator: string;
  header: string[];
  /** Without empty ones. */
  rows: TableRow[];
}

export interface TableRow {
  cells: string[];
  /** Where it begins, 1-based, and how many lines it has: cells in quotes may have line breaks. */
  line: number;
  lines: number;
}

/** The record of a row: its cells by the names of their columns. */
export function recordOf(header: readonly string[], cells: readonly string[]): JsonObject {
  return Object.fromEntries(header.map((name, c) => [nameOf(name, c), cells[c] ?? '']));
}

/**
 * The rows of a table with a header and commas, semicolons, tabs or vertical bars; undefined if the text is none.
 *
 * @param isCut whether it is only the beginning of a file, whose last row may be incomplete
 */
export function tableRows(file: string, written: string, isCut = false): TableRows | undefined {
  const directive = /^sep=(.)\r?\n/.exec(written);
  const text = directive === null ? written : written.slice(directive[0].length);
  const hasTableName = /\.(csv|tsv|tab)$/i.test(file);
  const isSurely = (header: readonly string[]) =>
    hasTableName ||
    (header.length > 1 && header.some(isTextName) && header.every((cell) => !/\s\S+\s|[.!?]$/.test(cell)));
  const widths = (directive === null ? SEPARATORS : [directive[1]!]).flatMap((separator) => {
    const [header, ...others] = headOf(text, separator, isCut);
    if (header === undefined || others.length === 0 || !isHeader(header) || !isSurely(header)) return [];
    return haveWidth(others, header.length) ? [{ separator, width: header.length }] : [];
  });
  const [best] = widths.toSorted((a, b) => b.width - a.width); // a separator that does not occur gives one column
  if (best === undefined) return undefined;
  const [header, ...rows] = rowsWithLines(text, best.separator, directive === null ? 1 : 2);
  return {
    separator: best.separator,
    header: header!.cells,
    rows: isCut && rows.length > 1 ? rows.slice(0, -1) : rows,
  };
}

/**
 * The rows of a table without a header: rows of a few cells, in most of which one has texts. Its columns are called by their numbers.
 *
 * @param isCut whether it is only the beginning of a file, whose last row may be incomplete
 */
export function plainRows(file: string, text: string, isCut = false): TableRows | undefined {
  for (const separator of /\.csv$/i.test(file) ? [',', ';', '\t'] : ['\t']) {
    const head = headOf(text, separator, isCut);
    const width = head[0]?.length ?? 0;
    if (width < 2 || width > MOST_PLAIN_CELLS || head.length < FEWEST_PLAIN_ROWS || !haveWidth(head, width)) continue;
    const header = head[0]!.map((_, c) => `column ${c + 1}`);
    const rows = rowsWithLines(text, separator, 1);
    return { separator, header, rows: isCut ? rows.slice(0, -1) : rows };
  }
  return undefined;
}

/** The filled rows at the beginning of a text, without one that may be incomplete. */
function headOf(text: string, separator: string, isCut: boolean): string[][] {
  const head = text.length > HEAD ? text.slice(0, text.lastIndexOf('\n', HEAD)) : text;
  const rows = rowsOf(head, separator).filter(isFilledRow);
  return (isCut || head.length < text.length) && rows.length > 2 ? rows.slice(0, -1) : rows;
}

function haveWidth(rows: readonly string[][], width: number): boolean {
  return rows.filter(({ length }) => length === width).length >= FITTING * rows.length;
}

/** @param first the line of the text in its file */
function rowsWithLines(text: string, separator: string, first: number): TableRow[] {
  let line = first;
  const rows: TableRow[] = [];
  for (const cells of rowsOf(text, separator)) {
    const lines = 1 + cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
    if (isFilledRow(cells)) rows.push({ cells, line, lines });
    line += lines;
  }
  return rows;
}

function isFilledRow(row: readonly string[]): boolean {
  return row.some((cell) => cell.trim() !== '');
}

/**
 * The rows of a table. In many tables with tabs, quotation marks do not enclose cells: a cell that begins with one and does not end with one
 * would swallow those after it.
 */
function rowsOf(text: string, separator: string): string[][] {
  const rows = parseRows(text, separator);
  const width = rows[0]?.length ?? 0;
  if (separator !== '\t' || width < 2 || !text.includes('"')) return rows;
  const unquoted = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
  const fitting = (some: readonly string[][]) => some.filter(({ length }) => length === width).length;
  const isSwallowed = (cell: string) => cell.includes('\t') && cell.includes('\n');
  return rows.some((row) => row.some(isSwallowed)) || fitting(unquoted) > fitting(rows) ? unquoted : rows;
}

function nameOf(name: string, column: number): string {
  return name.trim() === '' ? `column ${column + 1}` : name.trim();
}

/** Whether cells can be the names of columns: different, short, and no numbers. */
function isHeader(cells: readonly string[]): boolean {
  const named = cells.filter((cell) => cell.trim() !== '');
  return (
    new Set(named).size === named.length &&
    named.length > 0 &&
    cells.every(
      (cell) => cell.trim().split(/\s+/).length <= 4 && cell.length <= 40 && !/^[-+]?\d+([.,]\d+)?$/.test(cell),
    )
  );
}

/** Rows whose cells are not those of the header: their other cells are kept under the names that they have. */
function oddRows(file: string, rows: readonly string[][], width: number): Problem[] {
  return rows.flatMap((row, i): Problem[] =>
    row.length === width
      ? []
      : [
          {
            file,
            line: i + 1,
            severity: 'warning',
            kind: 'columns',
            message: `Row ${i + 1} has ${row.length} cells, the header ${width}.`,
            excerpt: row.join(' ').slice(0, 200),
          },
        ],
  );
}

function tableOf(
  kind: TextTable['kind'],
  file: string,
  values: readonly { line: number; value: JsonObject }[],
  given: readonly string[],
  problems: readonly Problem[],
): TextTable | undefined {
  const fields = chooseFields(values.map(({ value }) => value));
  requireFields(file, fields.names, given);
  const textFields = given.length > 0 ? given : fields.text === undefined ? [] : [fields.text];
  if (textFields.length === 0) return undefined;
  const records = values.map(({ line, value }, i) => {
    const id = fields.id === undefined ? undefined : valueAt(value, fields.id);
    return {
      id: typeof id === 'string' || typeof id === 'number' ? String(id) : String(i + 1),
      line,
      value,
      texts: textFields.map((name) => textAt(value, name)),
    };
  });
  const reading = given.length > 0 ? { reason: `${given.join(', ')} as given`, others: [] } : fields;
  return { kind, names: fields.names, textFields, others: reading.others, reason: reading.reason, records, problems };
}

/** @throws StudioError BadInput if a chosen field does not exist */
export function requireFields(file: string, names: readonly string[], chosen: readonly string[]): void {
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new StudioError(
    'BadInput',
    `${file} has no field ${unknown}: its fields are ${names.join(', ')}. Choose one of them.`,
  );
}

/** Fields that annotated objects have. */
const ANNOTATIONS = /^(annotations|completions|predictions|spans|entities|labels?|answer|status|state|tokens|words)$/;

/** The table of a file that is no corpus. If it has fields of annotations, a problem says why they are not read. */
export function withRefusal(file: string, table: TextTable, refusal: string): TextTable {
  if (!table.names.some((name) => ANNOTATIONS.test(name))) return table;
  const message = `Read as texts without labels. ${refusal}`;
  return { ...table, problems: [{ file, line: 0, severity: 'warning', kind: 'format', message }, ...table.problems] };
}

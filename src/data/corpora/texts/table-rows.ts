import { parseRows } from '../../../lib/csv.ts';
import type { JsonObject } from '../json/values.ts';
import { DOCUMENT_START } from '../layout/sample.ts';
import { classFields, hasClassName, isClassName, isUnnamed } from './class-fields.ts';
import { isTextName } from './text-fields.ts';

const SEPARATORS = [',', ';', '\t', '|'];
/** Characters from which the separator is decided. */
const HEAD = 200_000;
/** Rows whose number of cells is that of the header. */
const FITTING = 0.95;
/** Of a table without a header. */
const MOST_PLAIN_CELLS = 4;
const FEWEST_PLAIN_ROWS = 4;
/** Rows examined for classes. */
const SAMPLED = 200;

/** The rows of a table, below its header if it has one. */
export interface TableRows {
  separator: string;
  /** Without a header in the file: the numbers of the columns. */
  header: string[];
  isNamed: boolean;
  /** Whether it is a table even if it has no classes. */
  isCertain: boolean;
  /** Without empty ones. */
  rows: TableRow[];
}

export interface TableRow {
  cells: string[];
  /** Where it begins, 1-based, and how many lines it has: cells in quotes may have line breaks. */
  line: number;
  lines: number;
  /** Why it cannot be used. */
  problem?: string;
}

/** The filled rows at the beginning of a table. */
interface TableHead {
  text: string;
  separator: string;
  /** Line of the first row. */
  line: number;
  rows: string[][];
}

export interface TableRowsOptions {
  /** Whether it is only the beginning of a file, whose last row may be incomplete. */
  isCut?: boolean;
  /** The column with the class, if it is known. */
  classField?: string | undefined;
}

/** The record of a row: its cells by the names of their columns. */
export function recordOf(header: readonly string[], cells: readonly string[]): JsonObject {
  return Object.fromEntries(header.map((name, c) => [nameOf(name, c), cells[c] ?? '']));
}

/**
 * The rows of a table with commas, semicolons, tabs or vertical bars. Without a header: rows of a few cells, which are called by the numbers
 * of their columns. Undefined if the text is none.
 */
export function tableRows(
  file: string,
  text: string,
  { isCut = false, classField }: TableRowsOptions = {},
): TableRows | undefined {
  const named = headWithNames(file, text, isCut);
  const plain = plainHead(file, text, isCut);
  const isNamed = named !== undefined && (plain === undefined || hasHeader(named, plain, classField));
  const found = isNamed ? named : plain;
  if (found === undefined) return undefined;
  const rows = rowsWithLines(found);
  const own = isCut && rows.length > 2 ? rows.slice(0, -1) : rows;
  return {
    separator: found.separator,
    header: isNamed ? own[0]!.cells : numbered(found),
    isNamed,
    isCertain: named !== undefined,
    rows: isNamed ? own.slice(1) : own,
  };
}

/** The beginning of a table whose first row can be a header. */
function headWithNames(file: string, written: string, isCut: boolean): TableHead | undefined {
  const directive = /^sep=(.)\r?\n/.exec(written);
  const text = directive === null ? written : written.slice(directive[0].length);
  const hasTableName = /\.(csv|tsv|tab)$/i.test(file);
  const isSurely = (header: readonly string[]) =>
    hasTableName ||
    (header.length > 1 && header.some(isTextName) && header.every((cell) => !/\s\S+\s|[.!?]$/.test(cell)));
  const heads = (directive === null ? SEPARATORS : [directive[1]!]).flatMap((separator): TableHead[] => {
    const rows = headOf(text, separator, isCut);
    const [header, ...others] = rows;
    if (header === undefined || others.length === 0 || !mayBeHeader(header) || !isSurely(header)) return [];
    return haveWidth(others, header.length) ? [{ text, separator, line: directive === null ? 1 : 2, rows }] : [];
  });
  return heads.toSorted((a, b) => b.rows[0]!.length - a.rows[0]!.length)[0]; // a separator that does not occur gives one column
}

/** The beginning of a table without a header, which has a few cells in each row. */
function plainHead(file: string, text: string, isCut: boolean): TableHead | undefined {
  for (const separator of /\.csv$/i.test(file) ? [',', ';', '\t'] : ['\t']) {
    const rows = headOf(text, separator, isCut);
    const width = rows[0]?.length ?? 0;
    if (width < 2 || width > MOST_PLAIN_CELLS || rows.length < FEWEST_PLAIN_ROWS || !haveWidth(rows, width)) continue;
    return { text, separator, line: 1, rows };
  }
  return undefined;
}

/** Whether the first row of `named` is a header. Without one, the table is read like `plain`. */
function hasHeader(named: TableHead, plain: TableHead, classField: string | undefined): boolean {
  const [header, ...rows] = named.rows.map((row) => row.map((cell) => cell.trim())) as [string[], ...string[][]];
  if (classField && (header.includes(classField) || isUnnamed(classField))) return header.includes(classField);
  if (header.some((cell) => isTextName(cell) || isClassName(cell))) return true;
  if (header.length === 1 || isRepeated(header, rows)) return false;
  return (
    header.some((cell) => isUnnamed(cell) || hasClassName([cell])) ||
    header.every((cell) => !/\s/.test(cell)) ||
    !haveClasses(numbered(plain), plain.rows)
  );
}

/** Whether a cell of a row is also in its column in other rows, not counting repetitions of the whole row. */
function isRepeated(row: readonly string[], others: readonly string[][]): boolean {
  const different = others.filter((other) => other.some((cell, c) => cell !== row[c]));
  return row.some((cell, c) => cell !== '' && different.some((other) => other[c] === cell));
}

function numbered({ rows }: TableHead): string[] {
  return rows[0]!.map((_, c) => `column ${c + 1}`);
}

/** Whether rows have texts with classes. */
export function haveClasses(header: readonly string[], rows: readonly (readonly string[])[]): boolean {
  return classFields(rows.slice(0, SAMPLED).map((cells) => recordOf(header, cells))) !== undefined;
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

/** All filled rows of a table. */
function rowsWithLines({ text, separator, line: first }: TableHead): TableRow[] {
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
function mayBeHeader(cells: readonly string[]): boolean {
  const named = cells.filter((cell) => cell.trim() !== '');
  return (
    new Set(named).size === named.length &&
    named.length > 0 &&
    !named[0]!.startsWith(DOCUMENT_START) &&
    cells.every(
      (cell) => cell.trim().split(/\s+/).length <= 4 && cell.length <= 40 && !/^[-+]?\d+([.,]\d+)?$/.test(cell),
    )
  );
}

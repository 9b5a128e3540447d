import { parseRows } from '../../../lib/csv.ts';
import { columnsOf } from './entity-columns.ts';

/** A row for each mention, whose columns may have any names and order. */
export interface MentionTable {
  header: readonly string[] | undefined;
  /** Parts of cells, as in `doc:3-9`, are further cells at the end. */
  rows: readonly (readonly string[])[];
  /** Number of columns without such parts. */
  width: number;
  /** Indices of the columns with whole numbers. */
  numbers: readonly number[];
}

/** What the columns of a table hold, by their indices. */
export interface MentionLayout {
  /** The name of a text. */
  name: number;
  start: number;
  end: number;
  mention: number;
  /** The column that says in which part of a text a mention is, as `T` and `A` for title and abstract. */
  part: number | undefined;
  /** The column with the types; undefined if there is none. */
  type: number | undefined;
  placeIn: Place;
}

/** The place `[start, end)` in a text, in UTF-16 code units. */
type Place = (text: string, start: number, end: number) => [start: number, end: number];

/** Rows by which columns are found. */
const SAMPLE = 60;
/** Share of the rows that must have the words of their place in the text. */
const MIN_SHARE = 0.9;
const SEPARATORS = ['\t', '|', ',', ';'];
const NUMBER = /^\d{1,9}(?:\.0)?$/;
/** Cells with several values, whose groups are cells of their own. */
const COMPOUND = [/^(.+):(\d{1,9})-(\d{1,9})$/, /^(\d{1,9})[ -](\d{1,9})$/, /^([^:]+):\w+$/];
const PARTS = [/^(?:T|title)$/i, /^(?:A|abstract)$/i];
/** A name of a type has letters, and hardly a digit: ids of concepts do. */
const TYPE = /^[\p{L}_][^\d]{0,60}$/u;

/** Which characters the two numbers of a place mean. */
const PLACES: readonly Place[] = [
  (_, start, end) => [start, end],
  (_, start, last) => [start, last + 1],
  (_, first, end) => [first - 1, end],
  (_, start, length) => [start, start + length],
  withoutSpaces,
];

/** As of BioCreative II GM: white space does not count, and the last character is given. */
function withoutSpaces(text: string, start: number, last: number): [number, number] {
  const places = [...text.matchAll(/\S/g)].map(({ index }) => index);
  return [places[start] ?? text.length, (places[last] ?? text.length) + 1];
}

/** @returns undefined if lines do not have as many cells each, of which two are numbers */
export function mentionTable(text: string): MentionTable | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const head = lines.slice(0, SAMPLE);
  for (const separator of SEPARATORS) {
    const width = cellsIn(head[0] ?? '', separator).length;
    if (width < 3 || !isMost(head, (line) => cellsIn(line, separator).length === width)) continue;
    const [first = [], ...rest] = lines.map((line) => cellsIn(line, separator));
    const isHeader = isMost(rest, (row) => row.some((cell, c) => isNumber(cell) && !isNumber(first[c])));
    const rows = withParts(isHeader ? rest : [first, ...rest]);
    const numbers = rows[0]?.flatMap((_, c) => (isMost(rows, (row) => isNumber(row[c])) ? [c] : [])) ?? [];
    if (numbers.length >= 2) return { header: isHeader ? first : undefined, rows, width, numbers };
  }
  return undefined;
}

function cellsIn(line: string, separator: string): string[] {
  const cells = /[,;]/.test(separator) ? (parseRows(line, separator)[0] ?? []) : line.split(separator);
  return cells.map((cell) => cell.trim());
}

const isNumber = (cell: string | undefined) => cell !== undefined && NUMBER.test(cell);

/** Whether most values have something. It is not looked at all of them if too many have it not. */
function isMost<T>(values: readonly T[], has: (value: T, i: number) => boolean): boolean {
  let misses = values.length - Math.ceil(MIN_SHARE * values.length);
  return values.length > 0 && values.every((value, i) => has(value, i) || misses-- > 0);
}

function withParts(rows: readonly (readonly string[])[]): string[][] {
  const compounds = (rows[0] ?? []).flatMap((_, c) => {
    const form = COMPOUND.find((one) => isMost(rows, (row) => one.test(row[c] ?? '')));
    return form === undefined ? [] : [{ c, form, groups: form.exec(rows.find((row) => form.test(row[c] ?? ''))![c]!)!.length - 1 }]; // prettier-ignore
  });
  return rows.map((row) => {
    const parts = compounds.map(({ c, form, groups }) => form.exec(row[c] ?? '')?.slice(1) ?? Array<string>(groups).fill('')); // prettier-ignore
    return [...row, ...parts.flat()];
  });
}

/** Some rows, from the whole of a table. */
export function sampleOf({ rows }: MentionTable): (readonly string[])[] {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE));
  return rows.filter((_, i) => i % step === 0);
}

/**
 * Finds the columns of a table by its texts, which must have the words of most rows at their places.
 *
 * @param sample rows of the table
 * @param texts the parts of the text that each of them names in the column `name`; undefined if there is none
 */
export function mentionLayout(
  table: MentionTable,
  sample: readonly (readonly string[])[],
  name: number,
  texts: readonly (readonly string[] | undefined)[],
): MentionLayout | undefined {
  const columns = [...sample[0]!.keys()];
  const isPart = (c: number) => c !== name && sample.every((row) => PARTS.some((part) => part.test(row[c]!)));
  for (const part of [columns.find(isPart), undefined])
    for (const start of table.numbers)
      for (const end of table.numbers)
        for (const mention of columns) {
          if (new Set([name, start, end, mention]).size < 4) continue;
          for (const placeIn of PLACES) {
            const layout = { name, start, end, mention, part, placeIn, type: undefined };
            const hasWords = (row: readonly string[], i: number) => isMention(row, texts[i], layout);
            if (!isMost(sample, hasWords) || areTokens(sample, layout)) continue;
            return { ...layout, type: typeColumn(table, layout) };
          }
        }
  return undefined;
}

/** The texts that mentions are in: the parts of a text, if the table tells them apart. */
export function textsIn(parts: readonly string[], { part }: MentionLayout): readonly string[] {
  return part === undefined ? [parts.join(' ')] : parts;
}

/** Which of these texts a row is about; -1 if it does not say it, or not where. */
export function textOf(row: readonly string[], { part, start, end }: MentionLayout): number {
  if (!isNumber(row[start]) || !isNumber(row[end])) return -1;
  return part === undefined ? 0 : PARTS.findIndex((one) => one.test(row[part] ?? ''));
}

/** Where the mention of a row is, in UTF-16 code units. Characters beyond the first plane are one in the table, if it counts code points. */
export function placeOf(row: readonly string[], text: string, layout: MentionLayout): { start: number; end: number } {
  const words = row[layout.mention]!;
  const [start, end] = layout.placeIn(text, Number(row[layout.start]), Number(row[layout.end]));
  if (text.slice(start, end).trim() === words || !/[\u{10000}-\u{10FFFF}]/u.test(text)) return { start, end };
  const points = [...text];
  if (points.slice(start, end).join('').trim() !== words) return { start, end };
  const lengthTo = (place: number) => points.slice(0, place).join('').length;
  return { start: lengthTo(start), end: lengthTo(end) };
}

function isMention(row: readonly string[], parts: readonly string[] | undefined, layout: MentionLayout): boolean {
  const text = parts && textsIn(parts, layout)[textOf(row, layout)];
  const words = row[layout.mention]!;
  if (text === undefined || words === '') return false;
  const { start, end } = placeOf(row, text, layout);
  return text.slice(start, end).trim() === words;
}

/** Whether rows are words that follow each other, rather than mentions. */
function areTokens(rows: readonly (readonly string[])[], { name, start, end, mention }: MentionLayout): boolean {
  const follows = (row: readonly string[], i: number) =>
    i > 0 && rows[i - 1]![name] === row[name] && Number(row[start]) - Number(rows[i - 1]![end]) <= 1;
  const areWords = isMost(rows, (row) => !/\s/.test(row[mention]!));
  return areWords && rows.filter(follows).length > rows.length / 2;
}

/** The column that is named like types, or else the one with the most values, if they are names that repeat. */
function typeColumn({ header, rows, width }: MentionTable, layout: MentionLayout): number | undefined {
  const used = new Set<number | undefined>([layout.name, layout.start, layout.end, layout.mention, layout.part]);
  const named = header === undefined ? -1 : columnsOf(header).label;
  if (named >= 0 && !used.has(named)) return named;
  const values = Array.from({ length: width }, (_, c) => new Set(rows.map((row) => row[c])));
  const areTypes = (c: number) => isMost(rows, (row) => TYPE.test(row[c] ?? ''));
  const candidates = [...values.keys()].filter(
    (c) => !used.has(c) && values[c]!.size <= rows.length / 2 && areTypes(c),
  );
  const [best, ...others] = candidates.toSorted((a, b) => values[b]!.size - values[a]!.size);
  return best === undefined || (others.length > 0 && values[best]!.size === 1) ? undefined : best;
}

import { isAnyNumber, isNumber, numbersAtEnd } from './odd-numbers.ts';
import { wordForm, wordFormOf, type WordForm, type WordFormName } from './vector-words.ts';

/** How the rows of a text with word vectors are written. */
export interface RowForm {
  split: keyof typeof SPLITS;
  dimensions: number;
  /** Whether the first line has the names of the columns. */
  hasNames: boolean;
  /** Whether each row begins with its number. */
  isNumbered: boolean;
  /** Whether a column between the word and its vector has integers: how often the word occurs. */
  hasCounts: boolean;
  hasDecimalCommas: boolean;
  /** Not if there are numbers only. */
  hasWords: boolean;
  /** How words are written, unless as they are in texts. */
  words?: WordForm;
}

/** What a person has chosen of the form of rows; the rest is inferred. Plain data. */
export interface RowChoices {
  split?: RowForm['split'] | undefined;
  hasNames?: boolean | undefined;
  isNumbered?: boolean | undefined;
  hasCounts?: boolean | undefined;
  words?: WordFormName | 'asWritten' | undefined;
}

/** A row in parts. */
interface Row {
  /** Fields before the numbers: the word, perhaps in several parts, and perhaps a number of the row. */
  before: string[];
  numbers: string[];
}

/** With fewer numbers, a line is one of a table, or columns of a corpus. */
const LEAST_NUMBERS = 5;
/** Share of lines above which all are rows of vectors; some may be damaged. */
const LEAST_ROWS = 0.8;
/** Share of the numbers of a list, or of a table with signs between its columns, that are no integers. Classes of texts are integers. */
const LEAST_FRACTIONS = 0.5;
/** Share of rows with one field without spaces in front of the numbers: few words have a space, most texts do. */
const LEAST_ONE_WORD = 0.5;
/** Lines that show whether rows are numbered, or have counts. */
const LEAST_LINES = 3;
const MOST_LINES = 200;

/** The ways to separate a word and its numbers. `spaces` also are tabs. */
const SPLITS = {
  spaces: (line: string) => line.split(/[ \t]+/),
  /** `word` TAB `0.1,0.2` */
  tab(line: string) {
    const at = line.lastIndexOf('\t');
    return at < 0 ? [] : [line.slice(0, at).trim(), ...numbersIn(line.slice(at))];
  },
  ',': (line: string) => fieldsAt(line, ','),
  ';': (line: string) => fieldsAt(line, ';'),
  '|': (line: string) => fieldsAt(line, '|'),
  /** `word [0.1, 0.2]`, `"word","[0.1 0.2]"`, `word (0.1; 0.2)` */
  brackets(line: string) {
    const [, start = '', sign = '', list = ''] =
      /^(.+?)([\s,;:|]{0,5})["']?[[(]([^[\]()]*)[\])]["']?$/.exec(line) ?? [];
    const before = sign.includes(',') && start.length > 1 ? fieldsAt(start, ',') : [unquoted(start)];
    return [...before, ...numbersIn(list)];
  },
} as const satisfies Record<string, (line: string) => string[]>;

export const ROW_SPLITS = Object.keys(SPLITS) as (keyof typeof SPLITS)[];

/** The form of the rows in the beginning of a text, of which the last one may be cut; undefined if they are no vectors. */
export function rowForm(text: string, chosen: RowChoices = {}): RowForm | undefined {
  const lines = firstLines(text);
  for (const split of chosen.split === undefined ? ROW_SPLITS : [chosen.split]) {
    const form = formOf(lines, split, chosen) ?? formOf(lines.slice(0, -1), split, chosen);
    if (form !== undefined) return form;
  }
  return undefined;
}

/** The first lines of a text that are filled; the last one may be cut. */
export function firstLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/, MOST_LINES).filter((line) => line.trim() !== '');
}

/** Whether a line has the number of words and of dimensions, as the first one of word2vec. */
export function isHeader(line: string): boolean {
  return /^\d+ \d+\s*$/.test(line);
}

/** Whether rows are what the reader of vectors takes: a word and its numbers, with spaces or tabs between them. */
export function isUsual({ split, isNumbered, hasCounts, hasDecimalCommas, hasWords, words }: RowForm): boolean {
  return hasWords && split === 'spaces' && !isNumbered && !hasCounts && !hasDecimalCommas && words === undefined;
}

/** A row as a word and its numbers with spaces between them; undefined if the line is no row, '' if its word is left out. */
export function usualRow(
  line: string,
  { split, dimensions, isNumbered, hasCounts, hasDecimalCommas, words }: RowForm,
): string | undefined {
  const row = rowOf(line, split, dimensions + (hasCounts ? 1 : 0));
  if (row === undefined) return undefined;
  const written = wordOf(row, split, isNumbered);
  if (written === undefined || written === '') return undefined;
  const word = words === undefined ? written : words.plain(written);
  if (word === '') return '';
  const columns = hasCounts ? row.numbers.slice(1) : row.numbers;
  const numbers = hasDecimalCommas ? columns.map((number) => number.replace(',', '.')) : columns;
  return `${word.replaceAll(/\s+/gu, '_')} ${numbers.join(' ')}`;
}

function formOf(lines: readonly string[], split: keyof typeof SPLITS, chosen: RowChoices): RowForm | undefined {
  const startsWithSize = isHeader(lines[0] ?? '');
  const first = startsWithSize ? 1 : 0;
  const columns = mostCommon(lines.slice(first).map((line) => numbersAtEnd(SPLITS[split](line.trim()))));
  if (columns === undefined || columns < LEAST_NUMBERS) return undefined;
  const mayHaveNames = !startsWithSize && lines.length > 1;
  const hasNames = mayHaveNames && (chosen.hasNames ?? isNames(SPLITS[split](lines[0]!.trim()), columns));
  const body = lines.slice(hasNames ? 1 : first);
  const rows = body.flatMap((line) => {
    const row = rowOf(line, split, columns);
    return row?.numbers.every(isAnyNumber) === true ? row : [];
  });
  if (rows.length === 0 || rows.length < LEAST_ROWS * body.length) return undefined;
  const numbers = rows.flatMap((row) => row.numbers);
  const fractions = numbers.filter((number) => !/^[-+]?\d+$/.test(number));
  if (split !== 'spaces' && fractions.length < LEAST_FRACTIONS * numbers.length) return undefined;
  const isNumbered =
    chosen.isNumbered ?? (rows.length >= LEAST_LINES && rows.every((row, i) => isFollowing(row, rows[i - 1])));
  const ofOneWord = rows.filter(({ before }) => before.length === (isNumbered ? 2 : 1) && !/\s/.test(before.at(-1)!));
  if (chosen.isNumbered === undefined && ofOneWord.length < LEAST_ONE_WORD * rows.length) return undefined; // columns of a corpus or texts, with numbers
  const hasCounts = columns > LEAST_NUMBERS && (chosen.hasCounts ?? (rows.length >= LEAST_LINES && areCounts(rows)));
  const hasDecimalCommas = fractions.length > 0 && fractions.every((number) => number.includes(','));
  const written = rows.flatMap((row) => wordOf(row, split, isNumbered) ?? []);
  const words = chosen.words === undefined ? wordForm(written) : chosenWords(chosen.words);
  const hasWords = written.filter((word) => isNumber(word) && !/^\d+$/.test(word)).length < LEAST_ROWS * written.length;
  const dimensions = hasCounts ? columns - 1 : columns;
  return { split, dimensions, hasNames, isNumbered, hasCounts, hasDecimalCommas, hasWords, ...(words && { words }) };
}

function chosenWords(words: NonNullable<RowChoices['words']>): WordForm | undefined {
  return words === 'asWritten' ? undefined : wordFormOf(words);
}

/** The row of a line with so many fields at its end, undefined if there is nothing in front of them. They may be no numbers. */
function rowOf(line: string, split: keyof typeof SPLITS, columns: number): Row | undefined {
  const fields = SPLITS[split](line.trim());
  if (fields.length <= columns) return undefined;
  return { before: fields.slice(0, -columns), numbers: fields.slice(-columns) };
}

/** The word of a row. Only spaces, and a sign between fields that is a word itself, may be in it without quotation marks. */
function wordOf({ before }: Row, split: keyof typeof SPLITS, isNumbered: boolean): string | undefined {
  const fields = isNumbered ? before.slice(1) : before;
  if (split === 'spaces') return fields.join(' ');
  if (fields.length === 1) return fields[0];
  return fields.length === 2 && fields.every((field) => field === '') ? split : undefined;
}

/** Whether a row begins with the number after that of the last one, and has a word besides. */
function isFollowing({ before }: Row, last: Row | undefined): boolean {
  const [number = ''] = before;
  return (
    before.length > 1 && /^\d+$/.test(number) && (last === undefined || Number(number) === Number(last.before[0]) + 1)
  );
}

/** Whether the first number of each row, and few others, is a positive integer, and the rows are sorted by it. */
function areCounts(rows: readonly Row[]): boolean {
  const counts = rows.map(({ numbers }) => Number(/^\d+$/.exec(numbers[0]!)?.[0]));
  const areSorted = counts.every((count, i) => count > 0 && (i === 0 || count <= counts[i - 1]!));
  const others = rows.flatMap(({ numbers }) => numbers.slice(1));
  const differ = counts[0] !== counts.at(-1);
  return (
    areSorted &&
    differ &&
    others.filter((number) => /^[-+]?\d+$/.test(number)).length < (1 - LEAST_ROWS) * others.length
  );
}

/** Whether fields are names of columns: of fewer numbers than there are columns of them, or integers that count these. */
function isNames(fields: readonly string[], columns: number): boolean {
  const last = fields.slice(-columns).map(unquoted);
  return (
    numbersAtEnd(fields) < columns ||
    last.every((field, i) => /^\d+$/.test(field) && Number(field) === i + Number(last[0]))
  );
}

function numbersIn(list: string): string[] {
  return list.split(/[\s,;]+/).filter((field) => field !== '');
}

function mostCommon(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) if (value > 0) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** The fields of a line, of which some are in quotation marks. */
function fieldsAt(line: string, separator: string): string[] {
  if (!line.includes('"'))
    return line.includes(' ') ? line.split(separator).map((field) => field.trim()) : line.split(separator);
  const fields: string[] = [];
  for (let at = 0; at <= line.length;) {
    const [quoted] = line[at] === '"' ? (QUOTED.exec(line.slice(at)) ?? []) : [];
    const end = line.indexOf(separator, at + (quoted?.length ?? 0));
    const stop = end < 0 ? line.length : end;
    fields.push(unquoted(line.slice(at, stop).trim()));
    at = stop + 1;
  }
  return fields;
}

const QUOTED = /^"(?:[^"]|"")*"/;

function unquoted(field: string): string {
  return field.length > 1 && QUOTED.exec(field)?.[0] === field ? field.slice(1, -1).replaceAll('""', '"') : field;
}

import { isQuotable, rareSeparators, splitColumns } from '../../corpora/columns/split-columns.ts';
import { isUsualType } from '../../tags/usual-types.ts';
import type { NameLine } from './filled-lines.ts';
import { areNumbers, areTypes, columnsByHeader, isHeader, nameColumns, type NameColumns } from './name-columns.ts';
import type { NameEntries, NameEntry, NameNote } from './name-entry.ts';

/** Rows from which columns are told. */
export const SAMPLED = 1000;
/** Share of the lines that must have the cells of a table. */
const SHARE = 0.95;
/** Columns that a message lists. */
const MOST_LISTED = 5;
/** Texts of empty cells, as pandas and spreadsheets write them. Another case may be a name. */
const MISSING = /^(?:NA|N\/A|n\/a|NaN|nan|None|null|NULL|#N\/A|<NA>)$/;

/** A row of a table; a cell of JSON may have several names. */
export interface NameRow {
  line: number;
  cells: readonly (string | readonly string[])[];
  excerpt: string;
  problem?: string;
}

/** Rows that a person sees of a table. */
const ROWS = 5;

/** Reads the names of a table. @param fields of JSON, whose rows have no header */
export function tableEntries(rows: Iterable<NameRow>, fields?: readonly string[]): NameEntries {
  const sample: string[][] = [];
  for (const { cells, problem } of rows) {
    if (sample.length === SAMPLED) break;
    if (problem === undefined) sample.push(cells.map((cell) => textsIn(cell)[0] ?? ''));
  }
  const width = sample.reduce((most, { length }) => Math.max(most, length), 0);
  const readAs = (columns: NameColumns, isChosen: boolean): NameEntries => {
    const separators = new Map(columns.aliases.map((c) => [c, aliasSeparator(sample.map((row) => row[c] ?? ''))]));
    const hasHeader = fields === undefined && columns.hasHeader;
    const { isGuess: _, ...shown } = columns;
    const header = Array.from({ length: width }, (_, c) => (fields ?? (hasHeader ? sample[0]! : []))[c] ?? '');
    const below = hasHeader ? sample.slice(1, ROWS + 1) : sample.slice(0, ROWS);
    return {
      entries: entriesOf(rows, columns, separators, hasHeader),
      notes: columns.isGuess ? [columnsNote(columns, sample, fields)] : [],
      table: {
        reading: { header, rows: below, columns: shown, mayHaveHeader: fields === undefined, isChosen },
        readAs: (chosen) => readAs({ ...chosen, isGuess: false }, true),
      },
    };
  };
  return readAs(fields === undefined ? nameColumns(sample) : columnsByHeader(fields, sample), false);
}

const textsIn = (cell: NameRow['cells'][number] = []) => (typeof cell === 'string' ? [cell] : cell);

function* entriesOf(
  rows: Iterable<NameRow>,
  { names, aliases, type }: NameColumns,
  separators: ReadonlyMap<number, RegExp>,
  hasHeader: boolean,
): Generator<NameEntry, void> {
  let isFirst = hasHeader;
  for (const { line, cells, excerpt, problem } of rows) {
    if (isFirst) {
      isFirst = false;
      continue;
    }
    const parts = names.map((c) => textsIn(cells[c]));
    const own = parts.length === 1 ? parts[0]! : [parts.map(([part = '']) => part).join(' ')];
    const others = aliases.flatMap((c) => textsIn(cells[c]).flatMap((cell) => cell.split(separators.get(c)!)));
    const [given = ''] = type === undefined ? [] : textsIn(cells[type]);
    const missing = own.find((name) => MISSING.test(name));
    const reason = problem ?? (missing === undefined ? undefined : missingProblem(missing));
    yield {
      line,
      names: [...own, ...others.filter((name) => name.trim() !== '')],
      type: MISSING.test(given) ? '' : given,
      excerpt,
      ...(reason !== undefined && { problem: reason }),
    };
  }
}

const missingProblem = (name: string) =>
  `“${name}” stands for a missing value in tables. If it is a name, add it in a list with one name per line`;

/** What separates the names in a cell of aliases. */
function aliasSeparator(cells: readonly string[]): RegExp {
  return cells.some((cell) => /[|;]/.test(cell)) ? /[|;]/ : /,/;
}

/** Says which columns are read, and how to have others read. */
function columnsNote(
  { names, aliases, type, hasHeader }: NameColumns,
  sample: readonly string[][],
  fields: readonly string[] | undefined,
): NameNote {
  const [first = []] = sample;
  const header = fields ?? (hasHeader ? first : []);
  const called = (c: number) =>
    header[c] ? `“${header[c]}”` : `column ${c + 1}${first[c] ? ` (${first[c]}, …)` : ''}`;
  const list = (columns: readonly number[]) => columns.map(called).join(', ');
  const used = new Set([...names, ...aliases, ...(type === undefined ? [] : [type])]);
  const width = sample.reduce((most, { length }) => Math.max(most, length), 0);
  const unused = Array.from({ length: width }, (_, c) => c).filter((c) => !used.has(c));
  const further = unused.length > MOST_LISTED ? ` and ${unused.length - MOST_LISTED} more` : '';
  const parts = [
    `The names are read from ${list(names)}`,
    ...(aliases.length > 0 ? [`further names from ${list(aliases)}`] : []),
    ...(type === undefined ? [] : [`their types from ${called(type)}`]),
    ...(unused.length > 0 ? [`not used: ${list(unused.slice(0, MOST_LISTED))}${further}`] : []),
  ];
  const remedy =
    fields === undefined
      ? `To read other columns, choose them on its card, or ${hasHeader ? 'call them name and type in the first line' : 'add a first line that calls them name and type'}.`
      : 'To read other fields, choose them on its card, or call them name and type.';
  return { line: 1, message: `${parts.join('; ')}. ${remedy}` };
}

/** The rows of a table in lines. */
export function rowsOf(lines: Iterable<NameLine>, separator: string): Iterable<NameRow> {
  const isQuoted = isQuotable(separator);
  return {
    *[Symbol.iterator]() {
      for (const { line, text } of lines) {
        const cells = splitColumns(text, separator).map((cell) => cell.trim().replace(/\s+/gu, ' '));
        const isOpen = isQuoted && (text.match(/"/g)?.length ?? 0) % 2 === 1;
        yield { line, cells, excerpt: text, ...(isOpen && { problem: 'a quotation mark is not closed in this line' }) };
      }
    },
  };
}

/** What separates the columns of a file; undefined for a file with one name per line. @param lines the first ones, filled */
export function separatorOf(file: string, lines: readonly string[]): string | undefined {
  const having = (separator: string) => lines.filter((line) => line.includes(separator)).length;
  if (/\.csv$/i.test(file)) {
    const most = [',', ';', '\t', '|'].toSorted((a, b) => having(b) - having(a))[0]!;
    return having(most) > 0 ? most : ',';
  }
  if (/\.(tsv|tab)$/i.test(file)) return '\t';
  if (lines.length === 0) return undefined;
  if (having('\t') >= SHARE * lines.length) return '\t';
  return [',', ';', '|'].find((one) => isTable(lines, one)) ?? pairSeparator(lines);
}

/** Whether lines are rows of a table: `Vale, Ada` is a name. */
function isTable(lines: readonly string[], separator: string): boolean {
  const rows = lines.map((line) => splitColumns(line, separator));
  const width = rows[0]!.length;
  const fitting = rows.filter(({ length }) => length === width);
  if (width < 2 || fitting.length < SHARE * rows.length) return false;
  if (isHeader(fitting[0]!, fitting.slice(1))) return true;
  const columns = Array.from({ length: width }, (_, c) => fitting.map((row) => row[c]!));
  return columns.some((column) => areNumbers(column) || areTypes(column));
}

/** What separates a name and its type: `PER: Ada`, `Ada => PER`. */
function pairSeparator(lines: readonly string[]): string | undefined {
  return [...rareSeparators(lines), ':', '='].find((separator) => {
    const rows = lines.map((line) => splitColumns(line, separator));
    return rows.every(({ length }) => length === 2) && [0, 1].some((c) => areTypes(rows.map((row) => row[c]!)));
  });
}

/** Types in front of names or behind them, separated by a space as in CoNLL-2003 (`LOC Old Weir`): usual ones only. */
export function typedWords(lines: readonly string[]): 'first' | 'last' | undefined {
  const isTyped = (at: 0 | -1) =>
    lines.every((line) => {
      const words = splitColumns(line, ' ');
      return words.length > 1 && isUsualType(words.at(at)!) && /^\p{Lu}+$/u.test(words.at(at)!);
    });
  if (lines.length < 2) return undefined;
  return isTyped(0) ? 'first' : isTyped(-1) ? 'last' : undefined;
}

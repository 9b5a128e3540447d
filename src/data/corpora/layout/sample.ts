import type { ColumnLayout, ItemSeparator, Separator } from '../../column-layout.ts';
import { hasSchemeLetter } from '../../tags/tag-style.ts';
import { isQuotable, rareSeparators, splitColumns } from '../columns/split-columns.ts';
import { firstLines, isFilled } from '../../files/text-lines.ts';
import { isTextName } from '../texts/text-fields.ts';
import { roleOfName } from './names.ts';
import { endLineOf, isEndLine } from './end-lines.ts';
import { itemSeparatorOf, itemsOf } from './items.ts';

/** Lines examined. Reading large files takes twice as long without a limit. */
const SAMPLED_LINES = 10_000;
/** Lines examined to choose the separator. */
const SEPARATED_LINES = 1000;

export const DOCUMENT_START = '-DOCSTART-';
/** A document mark in any cell. */
const DOCUMENT_LINE = /(?<![\p{L}\p{N}])-DOCSTART-/u;
/** The separator that Excel reads in the first line of a CSV file. */
const EXCEL_SEPARATOR = /^sep=(.)$/;
/** The mark that `tag` writes in the first cell of the first line: the column from 1 that it has added. */
const PREDICTED_MARK = /^"?#predicted-by-tagsmith:column-(\d+)/;

export function predictedMark(column: number): string {
  return `#predicted-by-tagsmith:column-${column + 1}`;
}

/** The column from 0 that a line marks as predicted. */
export function predictedColumn(line: string): number | undefined {
  const [, column] = PREDICTED_MARK.exec(line) ?? [];
  return column === undefined ? undefined : Number(column) - 1;
}

/** The first lines of a file, split into columns. */
export interface Sample {
  separator: Separator;
  /** In lines that hold whole sentences: what separates the parts of a token, as in `Oslo/B-LOC`. */
  items: ItemSeparator | undefined;
  /** Number of columns of most lines; 0 without token lines. */
  columns: number;
  /** The token lines with that many columns, and perhaps a header. */
  rows: string[][];
  /** Number of the blank-line separated sentence of each row. */
  blocks: number[];
  /** Column that `tag` has added. */
  predicted: number | undefined;
  /** Lines that are no tokens, or that have further columns. */
  form: Pick<ColumnLayout, 'rangeColumn' | 'isRagged' | 'isQuoted' | 'endLine'>;
  /** The comments before the rows, split into cells as these, without the #: one may name the columns. */
  comments: string[][];
  /** The first line of the sample, if it has another number of columns: a header may lack the name of the first. */
  odd: string[] | undefined;
}

/** A chunk of CaboCha, `* 0 2D 0/1 1.0`: its words follow. */
const CHUNK = /^\* \d{1,6} -?\d{1,6}[A-Z](?: |$)/;

export function isChunk(line: string): boolean {
  return line.startsWith('* ') && CHUNK.test(line);
}

function isComment(line: string): boolean {
  return line.startsWith('#') || isChunk(line);
}

/** Whether a line can be used to detect the layout: not blank, a comment or a document mark. */
export function isPlain(line: string): boolean {
  return !isComment(line) && line.trim() !== '' && !isDocumentLine(line) && !isDirective(line) && !isStructure(line);
}

/** A number with # in the first of several columns. */
const HASH_INDEX = /^#\d{1,9}[\t ,;|]\s{0,10}\S/;

/** Whether most lines begin with # and a number, which are no comments then: `#0`, `#1`. */
export function haveHashIndex(lines: Iterable<string>): boolean {
  const sample = firstLines(lines, SEPARATED_LINES, isFilled);
  return 2 * sample.filter((line) => HASH_INDEX.test(line)).length > sample.length;
}

/** A line of markup around sentences, paragraphs or documents, as in vertical text. */
const STRUCTURE = /^\s*<\/?(?:s|p|sent|sentence|title|doc|text|corpus|div|file)(?:\s[^<>\t]*)?>\s*$/i;

/** The line below the header of a table in Markdown. */
const RULE_CELL = String.raw`\s{0,100}:?-{3,200}:?\s{0,100}`;
const RULE = new RegExp(
  String.raw`^(?:\|(?:${RULE_CELL}\|){1,100}(?:${RULE_CELL})?|(?:${RULE_CELL}\|){1,100}${RULE_CELL})$`,
);

export function isStructure(line: string): boolean {
  return (line.includes('<') && STRUCTURE.test(line)) || (line.includes('---') && RULE.test(line.trim()));
}

/** Whether such a line begins a document. */
export function isDocumentStructure(line: string): boolean {
  return /^\s*<(?:doc|text|file)[\s>]/i.test(line);
}

export function isDocumentLine(line: string): boolean {
  return line.includes(DOCUMENT_START) && DOCUMENT_LINE.test(line);
}

export function isDirective(line: string): boolean {
  return line.length === 5 && EXCEL_SEPARATOR.test(line);
}

export function sampleOf(lines: Iterable<string>): Sample {
  const plain: string[] = [];
  const ofLine: number[] = [];
  let block = 0;
  let predicted: number | undefined;
  let given: string | undefined;
  const comments: string[] = [];
  const isNumbered = haveHashIndex(lines);
  const endLine = endLineOf(firstLines(lines, SEPARATED_LINES).filter((line) => !isDocumentLine(line)));
  for (const line of lines) {
    if (plain.length === SAMPLED_LINES) break;
    const isEnd = isEndLine(line, endLine);
    if (!isEnd && (isPlain(line) || (isNumbered && HASH_INDEX.test(line)))) {
      plain.push(line);
      ofLine.push(block);
      continue;
    }
    if (plain.length === 0) {
      if (line.startsWith('#')) comments.push(line);
      predicted ??= predictedColumn(line);
      given ??= EXCEL_SEPARATOR.exec(line)?.[1];
    }
    if ((isEnd || !isComment(line)) && plain.length > 0 && ofLine.at(-1) === block) block++;
  }
  const items = itemSeparatorOf(plain);
  const isSparse = items === undefined && given === undefined && tagsOnlyEntities(plain);
  const separator = separators.find((one) => one === given) ?? (isSparse ? '\t' : separatorOf(plain));
  const split =
    items === undefined
      ? plain.map((line) => splitColumns(line, separator))
      : plain.flatMap((line) => itemsOf(line, items));
  const isQuoted = items === undefined && !isQuotable(separator) && areQuoted(split, separator);
  const sparse = isSparse ? split.map(([word, tag = '']) => [word!, tag]) : split;
  const all = isQuoted ? sparse.map(unquoted) : sparse;
  const blocks = items === undefined ? ofLine : plain.flatMap((line, i) => itemsOf(line, items).map(() => i));
  const isRagged = isOntoNotes(all);
  const columns = isRagged ? ONTONOTES_COLUMNS : mostFrequentColumns(all);
  const rangeColumn = rangeColumnOf(all);
  let borders = 0;
  const fitting = all.flatMap((row, i) => {
    if (columns > 1 && row.every((cell) => cell === '')) {
      borders++; // only separators
      return [];
    }
    const cells = isRagged ? row.slice(0, columns) : withColumns(row, columns);
    if (rangeColumn !== undefined && RANGE.test(row[rangeColumn] ?? '')) return [];
    return cells === undefined ? [] : [{ cells, block: blocks[i]! + borders }];
  });
  return {
    separator,
    items,
    columns,
    rows: fitting.map(({ cells }) => cells),
    blocks: fitting.map(({ block: of }) => of),
    predicted,
    form: {
      ...(isRagged && { isRagged }),
      ...(rangeColumn !== undefined && { rangeColumn }),
      ...(isQuoted && { isQuoted }),
      ...(endLine !== undefined && { endLine }),
    },
    comments: comments.map((line) => splitColumns(withoutHash(line), separator)),
    odd: all[0] !== undefined && all[0].length !== columns ? all[0] : undefined,
  };
}

/** A comment without the # before it. */
export function withoutHash(line: string): string {
  return line.replace(/^#+ */, '');
}

/** Whether lines have a word, and, after a tab, a tag of a scheme if it is in an entity: the others have neither. */
function tagsOnlyEntities(lines: readonly string[]): boolean {
  if (!lines.some((line) => line.includes('\t'))) return false;
  const rows = lines.map((line) => line.split('\t'));
  const tagged = rows.filter(({ length }) => length > 1);
  return (
    2 * tagged.length < rows.length &&
    tagged.length > 0 &&
    rows.every((row) => row.length <= 2 && !/\S\s+\S/.test(row[0]!)) &&
    tagged.every(([, tag]) => tag !== 'O' && /^\s*\S+\s*$/.test(tag!)) &&
    2 * tagged.filter(([, tag]) => hasSchemeLetter(tag!.trim())).length > tagged.length
  );
}

/** Rows of a column whose cells are all in quotes, as no words are. */
const MIN_QUOTED = 3;
/** A cell in quotes, in which quotes are doubled or, as R writes them, behind a backslash. */
const QUOTED = /^"[^"]*(?:(?:""|(?<=\\)")[^"]*)*"$/;

/**
 * Whether cells with quotes are quoted, as programs that write CSV with tabs do, or all cells of a column, as R does: in other files, a
 * quote is a token.
 */
function areQuoted(rows: readonly string[][], separator: Separator): boolean {
  const width = rows[0]?.length ?? 0;
  const isQuotedColumn = (c: number) => rows.every((row) => QUOTED.test(row[c] ?? ''));
  if (rows.length >= MIN_QUOTED && Array.from({ length: width }, (_, c) => c).some(isQuotedColumn)) return true;
  if (separator === ' ') return false;
  const withQuotes = rows.flatMap((row) => row.filter((cell) => cell.includes('"')));
  return withQuotes.some((cell) => cell.includes('""', 1)) && withQuotes.every((cell) => QUOTED.test(cell));
}

export function unquoted(cells: string[]): string[] {
  return cells.map((cell) => {
    if (!QUOTED.test(cell)) return cell;
    const inner = cell.slice(1, -1);
    return inner.includes('""') ? inner.replaceAll('""', '"') : inner.replaceAll(String.raw`\"`, '"');
  });
}

/** The number of a multiword token: the words in it follow, each on a line of its own. */
export const RANGE = /^\d+[-.]\d+$/;

/** A column of numbers in which some cells are ranges. */
function rangeColumnOf(rows: readonly string[][]): number | undefined {
  return [0, 1].find((c) => {
    const ranges = rows.filter((row) => RANGE.test(row[c] ?? '')).length;
    if (ranges === 0 || ranges > 0.4 * rows.length) return false;
    return rows.filter((row) => /^\d+$/.test(row[c] ?? '')).length >= 0.98 * (rows.length - ranges);
  });
}

/** The columns of CoNLL-2012 up to the named entities; arguments, one column for each predicate of the sentence, and coreference follow. */
const ONTONOTES_COLUMNS = 11;

/** Whether lines have the columns of CoNLL-2012, of varying number. */
function isOntoNotes(rows: readonly string[][]): boolean {
  const fits = (row: readonly string[]) =>
    row.length > ONTONOTES_COLUMNS &&
    /^\d+$/.test(row[2]!) &&
    /[*()]/.test(row[5]!) &&
    /^[(*][^\s]*$|^\)$/.test(row[10]!);
  return new Set(rows.map(({ length }) => length)).size > 1 && rows.filter(fits).length >= 0.98 * rows.length;
}

/** The cells of a line with `columns` columns; a separator at its end may follow. */
export function withColumns(cells: string[], columns: number): string[] | undefined {
  if (cells.length === columns) return cells;
  return cells.length === columns + 1 && columns > 0 && cells[columns] === '' ? cells.slice(0, columns) : undefined;
}

const separators: readonly Separator[] = ['\t', ' ', ',', ';', '|'];

interface Split {
  separator: Separator;
  columns: number;
  /** Share of the lines with that many columns. */
  share: number;
  rows: string[][];
}

function splitBy(sample: readonly string[], separator: Separator): Split {
  const rows = sample.map((line) => splitColumns(line, separator));
  const columns = mostFrequentColumns(rows);
  const fitting = rows.filter((row) => withColumns(row, columns) !== undefined).length;
  return { separator, columns, share: rows.length === 0 ? 0 : fitting / rows.length, rows };
}

/** The separator that gives most lines the same number of columns. Mixed tabs and spaces are spaces. */
function separatorOf(plain: readonly string[]): Separator {
  const sample = plain.slice(0, SEPARATED_LINES).filter((line) => !/^[,;|]+$/.test(line)); // cells, or a comma
  const withTabs = sample.filter((line) => line.includes('\t')).length;
  const spaces = splitBy(sample, ' ');
  if (withTabs > 0) {
    const tabs = splitBy(sample, '\t');
    const isMixed = spaces.share > tabs.share && spaces.columns > 1 && spaces.share - tabs.share > 0.05;
    if (tabs.columns > 1 && 2 * withTabs >= sample.length) return isMixed ? ' ' : '\t';
    if (isMixed || tabs.columns > 1) return isMixed || 2 * withTabs < sample.length ? ' ' : '\t';
  }
  const tables = [',', ';', '|']
    .filter((separator) => sample.some((line) => line.includes(separator)))
    .map((separator) => splitBy(sample, separator))
    .filter((split) => split.columns > 1 && isTable(split, spaces));
  const [best] = tables.toSorted((a, b) => b.share - a.share || b.columns - a.columns);
  if (best !== undefined && best.separator !== '|') return best.separator;
  return rareSeparatorOf(sample, spaces) ?? best?.separator ?? ' ';
}

/** Another separator that gives nearly all lines the same columns, where spaces give none, or no tags. */
function rareSeparatorOf(sample: readonly string[], spaces: Split): Separator | undefined {
  if (spaces.columns > 1 && spaces.share >= TABLE_SHARE && hasTags(spaces.rows, spaces.columns)) return undefined;
  return rareSeparators(sample).find((separator) => {
    const split = splitBy(sample, separator);
    if (split.columns < 2 || split.share < TABLE_SHARE) return false;
    if (hasEmptyCells(sample, separator, split.columns)) return false;
    if (hasTags(split.rows, split.columns)) return true;
    const areWords = spaces.columns === 1 || spaces.share < TABLE_SHARE;
    const rows = split.rows.filter(({ length }) => length === split.columns); // not a note above
    return areWords && (isNamedHeader(rows[0]!) || (spaces.columns === 1 && haveLabels(rows, sample)));
  });
}

/** Whether a separator is a shorter one several times, around empty cells: `||` in lines that also have `|`. */
function hasEmptyCells(sample: readonly string[], separator: string, columns: number): boolean {
  return rareSeparators(sample).some((shorter) => {
    const times = separator.length / shorter.length;
    if (times < 2 || separator !== shorter.repeat(Math.floor(times))) return false;
    return splitBy(sample, shorter).columns > (columns - 1) * times + 1;
  });
}

/** An address, or a name such as R&D: what separates its parts separates no columns. */
const ADDRESS = /:\/\/|[\p{L}\p{N}][@&][\p{L}\p{N}]/u;

/** Whether nearly all lines are rows, in which one column has labels of few kinds, and another one more kinds of words. */
function haveLabels(rows: readonly string[][], lines: readonly string[]): boolean {
  if (rows.length < 20 || rows.length < 0.95 * lines.length) return false;
  if (lines.filter((line) => ADDRESS.test(line)).length >= TABLE_SHARE * lines.length) return false;
  const kinds = rows[0]!.map((_, c) => new Set(rows.map((row) => row[c])).size);
  return kinds.some((labels) => labels > 1 && labels <= 0.25 * rows.length && labels < Math.max(...kinds));
}

/** Share of the lines with a tag, or with the same number of columns. */
const TABLE_SHARE = 0.9;

/** Commas may be tokens, so a table has a header, tags in a column of nearly all lines, or columns where spaces give none. */
function isTable({ columns, share, rows }: Split, spaces: Split): boolean {
  const [first] = rows;
  if (first === undefined || share < 0.5) return false;
  if (isNamedHeader(first)) return true;
  if (share < TABLE_SHARE) return hasTags(rows, columns) && rows.every((row) => row.length > 1);
  if (hasTags(rows, columns))
    return spaces.columns === 1 || spaces.share < TABLE_SHARE || !hasTags(spaces.rows, spaces.columns);
  const fitsHeader = first.length === columns && spaces.rows[0]!.length === 1; // texts of equally many words
  const isLong = rows.length > 2 || (rows.length === 2 && first.length > 2 && first.some(isTextName)); // one text
  return isLong && (spaces.columns === 1 || fitsHeader) && share >= 0.95;
}

const IN_BRACKETS = /^[<[({](.+)[>\])}]$/;

/** Whether some column has a tag with a scheme letter, or O, in nearly all rows. */
function hasTags(rows: readonly string[][], columns: number): boolean {
  const fitting = rows.filter((row) => row.length === columns);
  return Array.from({ length: columns }, (_, c) => c).some((c) => {
    const tags = fitting.map((row) => row[c]!.replace(IN_BRACKETS, '$1'));
    const tagged = tags.filter((tag) => tag === '' || hasSchemeLetter(tag)).length;
    return tagged >= TABLE_SHARE * fitting.length && tags.some(hasSchemeLetter);
  });
}

/** Whether cells name a token column, and other usual columns. */
export function isNamedHeader(cells: readonly string[]): boolean {
  const roles = cells.map(roleOfName);
  return (
    cells.length > 1 && roles.includes('token') && (roles.includes('tag') || roles.every((role) => role !== undefined))
  );
}

function mostFrequentColumns(rows: readonly string[][]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return most?.[0] ?? 0;
}

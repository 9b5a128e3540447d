import { parseRows } from '../../../lib/csv.ts';
import { isObject, isStrings, type JsonObject } from '../json/values.ts';
import { entitiesInLines } from '../records/answer-lines.ts';
import { areTags, isJoinedTags } from '../records/kinds/joined-tags.ts';
import { ENTITY_FIELD } from '../records/kinds/quoted-entities.ts';
import { readRecord } from '../records/registry.ts';
import { spanFieldsOf } from '../records/span-fields.ts';
import { repeatAsClasses, spanInString, spansInString } from '../records/span-strings.ts';
import { ACCEPT } from '../texts/chosen-classes.ts';
import { hasClassName } from '../texts/class-fields.ts';
import { valueIn } from './list-cell.ts';

/** A cell with a list of spans, or of objects, or with an object of lists. */
const SPANS =
  /[[(]\s*(?:\{\s*["']|[[(]\s*\d+\s*,\s*\d+\s*,\s*(?:"{1,2}|')[^"'])|(?:^|[,;\t]) *"?\{\s*(?:"{1,2}|')[^"'\n]{1,60}(?:"{1,2}|')\s*:\s*[[{(]/m;
/** A cell with a list of tags, or with tags separated by spaces or other characters. */
const TAGS =
  /(?:^|[,;\t]) *"?(?:(?:np\.)?array\()?\[[^[\]\n]*(?:'|"")(?:O|[BIESLU]-[^'"]+)(?:'|"")|(?:^|[,;\t]) *"?(?:(?:O|[BIESLU]-[^\s,;"]+) +)+(?:O|[BIESLU]-[^\s,;"]+)"?(?=[,;\t\r\n]|$)|(?:^|[,;\t]) *"?(?:(?:O|[BIESLU]-[^\s,;|/#"]+)[|/#])+(?:O|[BIESLU]-[^\s,;|/#"]+)"?(?=[,;\t\r\n]|$)|(?:^|[,;\t]) *"(?:(?:O|[BIESLU]-[^\s,;"]+), ?)+(?:O|[BIESLU]-[^\s,;"]+)"(?=[,;\t\r\n]|$)/m;
/** A cell with tags in lower case, or with 0 for outside, separated by spaces; one has a type. */
const OTHER_TAGS =
  /(?:^|[,;\t]) *"?(?:(?:[o0] +)+[bieslu]-[^\s,;"]+|[bieslu]-[^\s,;"]+ +(?:[o0]|[bieslu]-[^\s,;"]+))(?: +(?:[o0]|[bieslu]-[^\s,;"]+))* *"?(?=[,;\t\r\n]|$)/im;

/** A cell with a list of strings. */
const STRINGS = /(?:^|[,;\t]) *"?(?:(?:np\.)?array\()?\[ *['"]/m;

/** A cell with spans such as `0-10:PER` or `PER:0-10`, perhaps several. */
const SPAN_STRINGS =
  /(?:^|[,;\t]) *"?[[(]?(?:\d{1,6}(?: ?[-–:,] ?|\.\.| )\d{1,6}(?:[\])] ?| ?[-:=|/@#] ?| )\p{L}|\p{L}[\p{L}\d_.-]{0,60}(?: ?[-:=|/@#] ?| |(?=[[(]))[[(]?\d{1,6}(?: ?[-–:,] ?|\.\.| )\d{1,6}[\])"]?(?=[;|,\t\r\n ]|$))/mu;

/** A header, in which a column may have entities as `PER: Ada | LOC: Oslo`. */
const ENTITY_HEADER = /^[^\n]{0,10000}(?:entit|mention|span|\bents\b|\bner\b)/i;

const LIST_START = /^\s*(?:[[(]\s*['"\d[({]|\{\s*['"])/;
/** Characters in which a table with lists has one. */
const HEAD = 1 << 16;
/** Rows examined for annotations in lists of objects. */
const SAMPLED = 100;

/** Whether a table may have cells with spans, several tags or entities. */
export function hasListCells(head: string): boolean {
  return hasLists(head) || SPAN_STRINGS.test(head) || ENTITY_HEADER.test(head);
}

function hasLists(head: string): boolean {
  return [SPANS, TAGS, OTHER_TAGS, STRINGS].some((cell) => cell.test(head));
}

/**
 * The rows of a table as JSON lines, with the cells of columns that only contain lists or objects as these. Undefined if it has neither such
 * a column nor one of tags separated by spaces, or if its objects annotate no text: then its rows are no sentences or texts.
 */
export function listTableToJson(text: string): string | undefined {
  const all = rowsOf(text.replace(/^\uFEFF/, ''), separatorOf(text));
  const [first = []] = all;
  const isHeader = first.every(
    (cell) => !isJoinedTags(cell) && !hasJoinedTags(cell) && Object.keys(listIn(cell) ?? []).length === 0,
  );
  const header = isHeader ? first : first.map((_, c) => `column ${c + 1}`);
  const rows = all.slice(isHeader ? 1 : 0);
  // A cell that begins like a list but is none, such as a list with None, is null: the reader reports its row.
  const lists = header.map((name, c) =>
    rows.map((row) => valueAt(row, c, name) ?? (LIST_START.test(row[c] ?? '') ? null : undefined)),
  );
  const areLists = lists.map(
    (cells, c) =>
      cells.every((cell) => cell !== undefined) &&
      cells.some((cell) => cell === null || Object.keys(cell!).length > 0) &&
      !repeatBeside(rows, c),
  );
  const mayHaveTags = hasLists(text.slice(0, HEAD)); // or else a row is a token, with one tag
  const haveTags = mayHaveTags && header.some((_, c) => rows.length > 0 && rows.every((row) => isJoinedTags(row[c])));
  const joined = areLists.includes(true) || !mayHaveTags ? undefined : joinedLists(rows);
  if (!areLists.includes(true) && !haveTags && joined === undefined) return undefined;
  const records = rows.map((row, r) => {
    const members = header.map(
      (name, c) =>
        [name, areLists[c] ? lists[c]![r] : joined?.columns.has(c) ? joined.columns.get(c)!(row[c]!) : row[c]] as const,
    );
    return Object.fromEntries(members);
  });
  const haveClasses = header.some((name, c) => areLists[c] && areClasses(name, lists[c]!));
  const cells = lists.flatMap((of, c) => (areLists[c] ? of : []));
  const isDamaged = cells.includes(null) && !cells.some(holdsObjects);
  const spanFields = spanFieldsOf(records.slice(0, SAMPLED));
  const options = spanFields === undefined ? {} : { spanFields };
  const isRead = (record: JsonObject) => isTagged(record) || typeof readRecord(record, options) === 'object';
  if (cells.length > 0 && !isDamaged && !haveClasses && !records.slice(0, SAMPLED).some(isRead)) return undefined;
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  return (isHeader ? '\n' : '') + lines.join(''); // a row has the same line as in the table
}

/** The first separator in the first line that gives rows of one width, or else the first one there. */
function separatorOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const found = ['\t', ',', ';'].filter((one) => line.includes(one));
  const isEven = (separator: string) => {
    const [first, ...others] = rowsOf(text.slice(0, HEAD), separator).slice(0, SAMPLED);
    const whole = text.length > HEAD ? others.slice(0, -1) : others; // the last one is cut
    return whole.every(({ length }) => length === first?.length);
  };
  return found.find(isEven) ?? found[0] ?? ',';
}

function rowsOf(text: string, separator: string): string[][] {
  return parseRows(text, separator).filter((row) => row.some((cell) => cell !== ''));
}

/** The list or object in a cell, which may be entities by type, if its column is named so. */
function valueAt(row: readonly string[], c: number, name: string): unknown[] | JsonObject | undefined {
  const { [c]: cell = '' } = row;
  const occurs = (words: string) => row.some((other, o) => o !== c && other.includes(words));
  return listIn(cell) ?? (ENTITY_FIELD.test(name) ? entitiesInLines(cell, occurs) : undefined);
}

/** The list or the object that a cell consists of, or its spans. */
function listIn(cell: string): unknown[] | JsonObject | undefined {
  return valueIn(cell) ?? spansInString(cell);
}

/** Whether a column has strings that look like spans, but repeat as classes do, and fit no other column. */
function repeatBeside(rows: readonly (readonly string[])[], c: number): boolean {
  if (!rows.some(({ [c]: cell = '' }) => valueIn(cell) === undefined && spansInString(cell) !== undefined))
    return false;
  const cellsOf = (column: number) => rows.map((row) => row[column]);
  return rows[0]!.every((_, other) => other === c || repeatAsClasses(cellsOf(c), cellsOf(other)));
}

/** Whether the lists of a column are the classes of texts: most have one at most. */
function areClasses(name: string, cells: readonly unknown[]): boolean {
  const isOne = (cell: unknown) => isStrings(cell) && cell.length <= 1 && !cell.some(spanInString);
  return (
    (hasClassName([name]) || name === ACCEPT) && cells.every(isStrings) && 2 * cells.filter(isOne).length > cells.length
  );
}

function holdsObjects(cell: unknown): boolean {
  return isObject(cell) || (Array.isArray(cell) && cell.some(isObject));
}

/** Whether a row has a list of words, and another one with a tag or its id for each. */
function isTagged(record: JsonObject): boolean {
  const lists = Object.values(record).filter((value): value is unknown[] => Array.isArray(value));
  const areTags = (tags: unknown[], words: unknown[]) =>
    tags !== words && tags.length === words.length && (isStrings(tags) || tags.every(Number.isInteger));
  return lists.some(
    (words) => isStrings(words.slice(0, 1)) && words.length > 0 && lists.some((tags) => areTags(tags, words)),
  );
}

/** Characters that join words, or tags. */
const JOINTS = ['|', '/', '#', ','];

/** The parts of a cell that are joined by a character. */
const splitAt = (by: string) => (cell: string) => cell.split(by).map((part) => part.trim());

/** Whether a cell has several tags that are joined by a character. */
function hasJoinedTags(cell: string): boolean {
  return JOINTS.some((by) => cell.includes(by) && areTags(splitAt(by)(cell)));
}

/** The columns of words and tags that are joined by a character: as many parts in each row, those of one column tags. Words may be joined by spaces. */
function joinedLists(
  rows: readonly string[][],
): { columns: ReadonlyMap<number, (cell: string) => string[]> } | undefined {
  const columns = [...(rows[0] ?? []).keys()];
  for (const by of JOINTS) {
    const tags = columns.find((c) => rows.every((row) => areTags(splitAt(by)(row[c] ?? ''))));
    if (tags === undefined) continue;
    const counts = rows.map((row) => splitAt(by)(row[tags] ?? '').length);
    if (counts.every((count) => count === 1)) continue;
    for (const split of [splitAt(by), (cell: string) => cell.trim().split(/\s+/)]) {
      const fitting = columns.filter(
        (c) => c !== tags && rows.every((row, r) => split(row[c] ?? '').length === counts[r]),
      );
      if (fitting.length === 1)
        return {
          columns: new Map([
            [fitting[0]!, split],
            [tags, splitAt(by)],
          ]),
        };
    }
  }
  return undefined;
}

import { parseRows } from '../../../lib/csv.ts';
import { isObject, isStrings, type JsonObject } from '../json/values.ts';
import { entitiesInLines } from '../records/answer-lines.ts';
import { areTags, isJoinedTags } from '../records/kinds/joined-tags.ts';
import { ENTITY_FIELD } from '../records/kinds/quoted-entities.ts';
import { nameOf, stringsAt, type Layer } from '../records/layers.ts';
import { readRecord } from '../records/registry.ts';
import { spanFieldsOf } from '../records/span-fields.ts';
import { repeatAsClasses, spanInString, spansInString } from '../records/span-strings.ts';
import { readTagged, taggedFieldsOf, type FoundTags } from '../records/tagged-fields.ts';
import { ACCEPT } from '../texts/chosen-classes.ts';
import { hasClassName } from '../texts/class-fields.ts';
import { recordOf } from '../texts/table-rows.ts';
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
  return hasLists(head) || SPAN_STRINGS.test(head) || ENTITY_HEADER.test(head) || taggedColumnsOf(head) !== undefined;
}

function hasLists(head: string): boolean {
  return [SPANS, TAGS, OTHER_TAGS, STRINGS].some((cell) => cell.test(head));
}

/**
 * The rows of a table as JSON lines, with the cells of columns that only contain lists or objects as these. Undefined if it has neither such
 * a column nor one of tags separated by spaces, or if its objects annotate no text: then its rows are no sentences or texts.
 */
export function listTableToJson(text: string): string | undefined {
  const tagged = taggedTable(text.replace(/^\uFEFF/, ''));
  if (tagged !== undefined) return tagged;
  const all = rowsOf(text.replace(/^\uFEFF/, ''), separatorOf(text));
  const [first = []] = all;
  const isHeader = first.every((cell) => !isJoinedTags(cell) && Object.keys(listIn(cell) ?? []).length === 0);
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
  if (!areLists.includes(true) && !haveTags) return undefined;
  const records = rows.map((row, r) => {
    const members = header.map((name, c) => [name, areLists[c] ? lists[c]![r] : row[c]] as const);
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
  const found = separatorsIn(text);
  return found.find((separator) => isEven(text, separator)) ?? found[0] ?? ',';
}

function separatorsIn(text: string): string[] {
  const [line = ''] = text.split('\n', 1);
  return ['\t', ',', ';'].filter((one) => line.includes(one));
}

function isEven(text: string, separator: string): boolean {
  const [first, ...others] = rowsOf(text.slice(0, HEAD), separator).slice(0, SAMPLED);
  const whole = text.length > HEAD ? others.slice(0, -1) : others; // the last one is cut
  return whole.every(({ length }) => length === first?.length);
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

/** The words and tags of a table, by the names or numbers of its columns. */
interface TaggedColumns {
  separator: string;
  found: FoundTags;
  header: string[];
  isHeader: boolean;
}

/** The columns of a table with words and as many tags in each row; undefined if it has none. */
function taggedColumnsOf(head: string): TaggedColumns | undefined {
  const text = head.replace(/^\uFEFF/, '');
  for (const separator of separatorsIn(text)) {
    const found = isEven(text, separator) ? taggedColumnsIn(rowsOf(text, separator).slice(0, SAMPLED)) : undefined;
    if (found !== undefined) return { ...found, separator };
  }
  return undefined;
}

function taggedColumnsIn([first = [], ...others]: readonly string[][]): Omit<TaggedColumns, 'separator'> | undefined {
  const numbers = first.map((_, c) => `column ${c + 1}`);
  const below = others.filter(({ length }) => length === first.length); // the last one may be cut
  const found = taggedFieldsOf(below.map((row) => recordOf(numbers, row)));
  if (found === undefined) return undefined;
  const known = new Set(below.flatMap((row) => tagsIn(recordOf(numbers, row), found)));
  const own = tagsIn(recordOf(numbers, first), found);
  const isHeader = !own.some((tag) => known.has(tag)) && !areTags(own);
  if (!isHeader) return { found, header: numbers, isHeader };
  const named = first.map((name, c) => (name.trim() === '' || first.indexOf(name) !== c ? numbers[c]! : name.trim()));
  const renamed = (layer: Layer): Layer => ({ ...layer, path: [named[numbers.indexOf(layer.path[0]!)]!] });
  const { words, tags, others: more } = found;
  const renamedFields = { words: renamed(words), tags: renamed(tags), others: more.map(renamed) };
  return { found: renamedFields, header: named, isHeader };
}

function tagsIn(record: JsonObject, { tags }: FoundTags): string[] {
  return stringsAt(record, tags) ?? [];
}

/** The rows of a table with its words, tags and other values of tokens as lists, as JSON lines. */
function taggedTable(text: string): string | undefined {
  const columns = taggedColumnsOf(text.slice(0, HEAD));
  if (columns === undefined) return undefined;
  const { found, header, isHeader, separator } = columns;
  const rows = rowsOf(text, separator);
  const lines = rows.slice(isHeader ? 1 : 0).map((row) => {
    const record = recordOf(header, row);
    const read = readTagged(record, found);
    const count = typeof read === 'object' ? read.tags.length : undefined;
    const layers = found.words.form.kind === 'sides' ? [] : [found.words, found.tags, ...found.others];
    const lists = layers.flatMap((layer) => {
      const [name, written] = [nameOf(layer), record[nameOf(layer)] as string];
      const list = stringsAt(record, layer, { count }) ?? (layer.form.kind === 'list' ? (valueIn(written) ?? null) : undefined); // prettier-ignore
      return list === undefined ? [] : [[name, list] as const];
    });
    return `${JSON.stringify({ ...record, ...Object.fromEntries(lists) })}\n`;
  });
  return (isHeader ? '\n' : '') + lines.join(''); // a row has the same line as in the table
}

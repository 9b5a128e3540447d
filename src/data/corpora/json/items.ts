import { LIMITS, requireWithin } from '../../files/limits.ts';
import { ProblemLog } from '../../files/problem-log.ts';
import { firstLines, isFilled, TextLines } from '../../files/text-lines.ts';
import { valueIn } from '../containers/list-cell.ts';
import { recordsIn } from './wrappers.ts';
import { describe, isObject, type JsonObject } from './values.ts';

/** A record: a line of the file, an item of the array, or a part of either. */
export interface JsonItem {
  /** Start position of the line or item, 1-based. */
  line: number;
  column: number;
  /** Undefined if it is not an object. */
  value: JsonObject | undefined;
  /** How the record can be removed from the file; undefined if it is a part of a larger value, or written in another form. */
  place: 'line' | 'item' | undefined;
}

/**
 * Yields the objects of JSON lines, of objects over several lines, or of one array, one at a time, so that only one is in memory. An object
 * that only contains records, and a tuple that stands for one, is replaced by them (`recordsIn`). A string in an array is a text. Invalid JSON
 * and other values are reported as problems.
 *
 * @throws StudioError BadInput if an object is nested too deep or has too many values
 */
export function* readJsonItems(file: string, lines: Iterable<string>, problems: ProblemLog): Generator<JsonItem, void> {
  const layout = layoutOf(lines);
  const written = layout === 'lines' ? filledLines(lines) : itemsOf(file, lines, problems, layout === 'array');
  const place = layout === 'array' ? 'item' : layout === 'lines' ? 'line' : undefined;
  for (const { text, line, column, value: own, isPart = false } of parsed(
    file,
    written,
    problems,
    layout === 'lines',
  )) {
    const value = layout === 'array' && typeof own === 'string' ? { text: own } : own;
    const records = value === undefined ? undefined : recordsIn(value);
    if (Array.isArray(records)) {
      for (const record of inOrderOf(text, value, records)) yield { line, column, value: record, place: undefined };
      continue;
    }
    if (records !== undefined || (value !== undefined && !isObject(value))) {
      const message = records?.message ?? `Found ${describe(value)}, expected an object with tokens and tags.`;
      problems.add({ line, severity: 'error', kind: 'json', message, excerpt: text });
      yield { line, column, value: undefined, place };
      continue;
    }
    yield { line, column, value: isObject(value) ? value : undefined, place: isPart ? undefined : place };
  }
}

/** Whether the file starts with a JSON object, or with an array of objects or arrays. */
export function looksLikeJson(file: string, lines: Iterable<string>): boolean {
  const [first = '', second = ''] = firstLines(lines, 2, isFilled).map((line) => line.trim());
  if (first.startsWith('{')) {
    if (layoutOf(lines) !== 'lines') return /^\{\s*(?:$|")/.test(first);
    const { value: item } = parsed(file, filledLines([first]), new ProblemLog(file), true).next();
    return item !== undefined && parses(file, item.text);
  }
  if (!/^\[\s*(\{|\[|\]|$)/.test(first.slice(0, 1000) + second.slice(0, 1))) return false;
  const { value: item } = itemsOf(file, lines, new ProblemLog(file), true).next();
  return item === undefined || parses(file, item.text);
}

/** The start of a sentence of words with their tags, as one array in a line. */
const PAIRS = /^\[\s{0,10}\[\s{0,10}"[^"\s]{1,100}",\s{0,10}"(?:O|[BIESLUMW][-_]\p{L}[^"\s]{0,100})"\s{0,10}\].*\]$/u;

/** Whether the lines are one array, objects that span several lines, or one value each. */
function layoutOf(lines: Iterable<string>): 'array' | 'objects' | 'lines' {
  const [first = '', second] = firstLines(lines, 2, isFilled).map((line) => line.trim());
  if (PAIRS.test(first)) return 'lines';
  if (first.startsWith('['))
    return first.endsWith(']') && second !== undefined && /^\[.*\],?$/.test(second) ? 'lines' : 'array';
  // The second line of an object that spans several starts with the name of a member, or the first one ends before a value; in JSON
  // lines it starts with a brace.
  const isOpen =
    first.startsWith('{') && second !== undefined && (/^["}]/.test(second) || /[[{,:]$/.test(first.slice(-1)));
  return isOpen && !isComplete(first) ? 'objects' : 'lines';
}

function isComplete(line: string): boolean {
  let depth = 0;
  for (const { part } of jsonParts(line)) {
    if (part === '{' || part === '[') depth++;
    else if (part === '}' || part === ']') depth--;
  }
  return depth === 0;
}

/** Records by number in their order in the file: a JavaScript object has its numbers in ascending order. */
function inOrderOf(text: string, value: unknown, records: JsonObject[]): JsonObject[] {
  const inner = isObject(value) ? Object.values(value)[0] : undefined;
  for (const [level, of] of [value, inner].entries()) {
    const names = isObject(of) ? Object.keys(of) : [];
    if (names.length !== records.length || !names.some((name) => /^\d+$/.test(name))) continue;
    const written = namesIn(text, level);
    const places = written.map((name) => names.indexOf(name));
    if (new Set(places).size === names.length && !places.includes(-1)) return places.map((place) => records[place]!);
  }
  return records;
}

/** The names of the members of an object, or of the object that is its first member, as they are written. */
function namesIn(text: string, level: number): string[] {
  const names: string[] = [];
  let [depth, ended] = [-1, false];
  for (const { part, index } of jsonParts(text)) {
    if (part === '{' || part === '[') depth++;
    else if (part === '}' || part === ']') ended ||= depth-- === level;
    else if (
      part[0] === '"' &&
      depth === level &&
      !ended &&
      /^\s*:/.test(text.slice(index + part.length, index + part.length + 20))
    )
      names.push(JSON.parse(part) as string);
  }
  return names;
}

/** A line without the record separator before it (RFC 7464), and without a comma after it. */
function withoutMarks(line: string): string {
  const start = line.charCodeAt(0) === RECORD_SEPARATOR ? 1 : 0;
  const trimmed = line.trimEnd();
  const end = trimmed.endsWith(',') ? trimmed.length - 1 : line.length;
  return start === 0 && end === line.length ? line : line.slice(start, end);
}

const RECORD_SEPARATOR = 0x1e;

interface WrittenItem {
  text: string;
  /** Start position, 1-based. */
  line: number;
  column: number;
  /** Whether the line has other items, too. */
  isPart?: true;
}

/** Objects or arrays one after the other, perhaps with a comma between them. */
const ADJACENT = /[}\]]\s{0,10},?\s{0,10}[{[]/;

/** The items with their values; of a line with several objects or arrays, each of them. */
function* parsed(
  file: string,
  written: Iterable<WrittenItem>,
  problems: ProblemLog,
  areLines: boolean,
): Generator<WrittenItem & { value: unknown }, void> {
  for (const item of written) {
    requireFlat(file, item.text);
    const value = strictValue(item.text);
    const mayHaveParts = value === undefined && areLines && ADJACENT.test(item.text);
    const parts = mayHaveParts ? [...itemsOf(file, [item.text], new ProblemLog(file), false)] : [];
    if (parts.length < 2) yield { ...item, value: value ?? parse(item.text, item, problems) };
    else
      for (const { text, column } of parts) {
        const at = { line: item.line, column };
        yield { text, ...at, isPart: true, value: parse(text, at, problems) };
      }
  }
}

function* filledLines(lines: Iterable<string>): Generator<WrittenItem, void> {
  let line = 0;
  for (const text of lines) {
    line++;
    if (isFilled(text)) yield { text: withoutMarks(text), line, column: 1 };
  }
}

/** Where a token of JSON begins; all of it, unless it is a string. */
const PARTS = /"|[[\]{},]|[^\s",[\]{}]+/g;

/** Tokens of a line of JSON: strings, which may be unterminated, punctuation and other values. A string may have millions of characters. */
function* jsonParts(text: string): Generator<{ part: string; index: number }, void> {
  const parts = new RegExp(PARTS);
  for (let match = parts.exec(text); match !== null; match = parts.exec(text)) {
    const { 0: part, index } = match;
    if (part === '"') parts.lastIndex = Math.min(text.length, endOfString(text, index) + 1);
    yield { part: part === '"' ? text.slice(index, parts.lastIndex) : part, index };
  }
}

/**
 * The items of the array in the lines, and of those that follow it, or values one after the other, over any number of
 * lines. Reports an array or a value that does not end, and text after the array.
 */
function* itemsOf(
  file: string,
  lines: Iterable<string>,
  problems: ProblemLog,
  isArray: boolean,
): Generator<WrittenItem, void> {
  const level = isArray ? 1 : 0; // of the items
  let depth = 0;
  let hasEnded = false;
  let item: { parts: string[]; line: number; column: number } | undefined;
  let line = 0;
  let last = '';
  for (const text of lines) {
    line++;
    if (isFilled(text)) last = text;
    let start = 0; // of the current item's part of this line
    for (const { part, index } of jsonParts(text)) {
      if (hasEnded && (part === '[' || part === ',')) {
        hasEnded = part !== '['; // another array
        continue;
      }
      if (hasEnded) {
        const message =
          'Found text after the end of the array; it was skipped. Expected one array, or one object per line.';
        problems.add({ line, column: index + 1, severity: 'error', kind: 'json', message, excerpt: text });
        return;
      }
      if (isArray && depth === 1 && (part === ',' || part === ']')) {
        if (item !== undefined) {
          item.parts.push(text.slice(start, index));
          if (lines instanceof TextLines) lines.readWithinLine(index);
          yield { text: item.parts.join('\n'), line: item.line, column: item.column };
          item = undefined;
        }
        hasEnded = part === ']';
        continue;
      }
      if (depth === level && item === undefined) {
        if (!isArray && part === ',') continue;
        item = { parts: [], line, column: index + 1 };
        start = index;
      }
      if (part === '[' || part === '{') requireWithin('nesting', ++depth - 1, file);
      else if (part === ']' || part === '}') depth--;
      if (!isArray && depth <= 0 && item !== undefined) {
        item.parts.push(text.slice(start, index + part.length));
        yield { text: item.parts.join('\n'), line: item.line, column: item.column };
        item = undefined;
        depth = 0;
      }
    }
    item?.parts.push(text.slice(start));
  }
  if (hasEnded || (!isArray && item === undefined)) return;
  const message =
    'The array does not end. The file is truncated, or a bracket or quote is missing; the last item was skipped.';
  if (item === undefined) problems.add({ line, severity: 'error', kind: 'json', message, excerpt: last });
  else yield { text: item.parts.join('\n').trimEnd(), line: item.line, column: item.column };
}

/** Whether a text has too few brackets to be nested too deep, and too few characters for too many values. */
function isSurelyFlat(json: string): boolean {
  if (json.length > LIMITS.values.max) return false;
  let brackets = 0;
  for (const bracket of ['[', '{']) {
    for (let at = json.indexOf(bracket); at >= 0; at = json.indexOf(bracket, at + 1)) {
      if (++brackets > LIMITS.nesting.max) return false;
    }
  }
  return true;
}

/** Checks the depth and the number of values before they are parsed. */
function requireFlat(file: string, json: string): void {
  if (isSurelyFlat(json)) return;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === COMMA) requireWithin('values', ++values, file);
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) requireWithin('nesting', ++depth, file);
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--;
  }
}

const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/** Offset of the closing quote of the string that begins at `start`, or of the end of the text. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}

/** What Python writes in place of JSON: strings in single quotes, or its constants. */
const OF_PYTHON = /^\s*[[{(]\s*'|[:[,]\s{0,10}(?:NaN|None|True|False)\s{0,10}[,}\]]/;

/** Parses JSON, or an object as Python writes it; adds a problem and returns undefined if the text is not JSON. */
function parse(text: string, at: { line: number; column: number }, problems: ProblemLog): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const read = OF_PYTHON.test(text) ? valueIn(text) : undefined;
    if (read !== undefined) return read;
    const position = /position (\d+)/.exec(error.message)?.[1]; // V8 usually gives a position
    const before = text.slice(0, Number(position ?? 0)).split('\n');
    const columnBefore = before.length === 1 ? at.column - 1 : 0;
    problems.add({
      line: at.line + before.length - 1,
      ...(position !== undefined && { column: columnBefore + before.at(-1)!.length + 1 }),
      severity: 'error',
      kind: 'json',
      message: `Not JSON: ${error.message}. Expected objects with tokens and tags. This one was skipped.`,
      excerpt: text.split('\n')[before.length - 1]!,
    });
    return undefined;
  }
}

function parses(file: string, text: string): boolean {
  requireFlat(file, text);
  return strictValue(text) !== undefined;
}

/** Undefined if the text is not JSON. */
function strictValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

import { requireWithin } from '../files/limits.ts';
import { ProblemLog } from '../files/problem-log.ts';
import { firstLines, isFilled, TextLines } from '../files/text-lines.ts';
import { describe, isObject, type JsonObject } from './json-values.ts';

/** A line of the file, or an item of the array. */
export interface JsonItem {
  /** Start position, 1-based. */
  line: number;
  column: number;
  /** Undefined if it is not an object. */
  value: JsonObject | undefined;
}

/**
 * Yields the objects of JSON lines, or of one array of objects, one at a time, so that only one is in memory. Invalid JSON and values that
 * are not objects are reported as problems.
 *
 * @throws StudioError BadInput if an object is nested too deep or has too many values
 */
export function* readJsonItems(file: string, lines: Iterable<string>, problems: ProblemLog): Generator<JsonItem, void> {
  for (const { text, line, column } of isArray(lines) ? itemsOf(file, lines, problems) : filledLines(lines)) {
    requireFlat(file, text);
    const value = parse(text, { line, column }, problems);
    if (value !== undefined && !isObject(value)) {
      const message = `Found ${describe(value)}, expected an object with tokens and tags.`;
      problems.add({ line, severity: 'error', kind: 'json', message, excerpt: text });
    }
    yield { line, column, value: isObject(value) ? value : undefined };
  }
}

/** Whether the file starts with a JSON object, or with an array of objects. */
export function looksLikeJson(file: string, lines: Iterable<string>): boolean {
  const [first = '', second = ''] = firstLines(lines, 2, isFilled).map((line) => line.trim());
  if (first.startsWith('{')) return parses(file, first);
  if (!/^\[\s*(\{|\]|$)/.test(first.slice(0, 1000) + second.slice(0, 1))) return false;
  const { value: item } = itemsOf(file, lines, new ProblemLog(file)).next();
  return item === undefined || parses(file, item.text);
}

interface WrittenItem {
  text: string;
  /** Start position, 1-based. */
  line: number;
  column: number;
}

function isArray(lines: Iterable<string>): boolean {
  return firstLines(lines, 1, isFilled)[0]?.trimStart().startsWith('[') === true;
}

function* filledLines(lines: Iterable<string>): Generator<WrittenItem, void> {
  let line = 0;
  for (const text of lines) {
    line++;
    if (isFilled(text)) yield { text, line, column: 1 };
  }
}

/** Tokens of a line of JSON: strings, which may be unterminated, punctuation and other values. */
const PARTS = /"(?:[^"\\]|\\.)*(?:"|$)|[[\]{},]|[^\s",[\]{}]+/g;

/** The items of the array in the lines. Reports an array that does not end, and text after it. */
function* itemsOf(file: string, lines: Iterable<string>, problems: ProblemLog): Generator<WrittenItem, void> {
  let depth = 0;
  let hasEnded = false;
  let item: { parts: string[]; line: number; column: number } | undefined;
  let line = 0;
  let last = '';
  for (const text of lines) {
    line++;
    if (isFilled(text)) last = text;
    let start = 0; // of the current item's part of this line
    for (const { 0: part, index } of text.matchAll(PARTS)) {
      if (hasEnded) {
        const message =
          'Found text after the end of the array; it was skipped. Expected one array, or one object per line.';
        problems.add({ line, column: index + 1, severity: 'error', kind: 'json', message, excerpt: text });
        return;
      }
      if (depth === 1 && (part === ',' || part === ']')) {
        if (item !== undefined) {
          item.parts.push(text.slice(start, index));
          if (lines instanceof TextLines) lines.readWithinLine(index);
          yield { text: item.parts.join('\n'), line: item.line, column: item.column };
          item = undefined;
        }
        hasEnded = part === ']';
        continue;
      }
      if (depth === 1 && item === undefined) {
        item = { parts: [], line, column: index + 1 };
        start = index;
      }
      if (part === '[' || part === '{') requireWithin('nesting', ++depth - 1, file);
      else if (part === ']' || part === '}') depth--;
    }
    item?.parts.push(text.slice(start));
  }
  if (hasEnded) return;
  const message =
    'The array does not end. The file is truncated, or a bracket or quote is missing; the last item was skipped.';
  if (item === undefined) problems.add({ line, severity: 'error', kind: 'json', message, excerpt: last });
  else yield { text: item.parts.join('\n').trimEnd(), line: item.line, column: item.column };
}

/** Checks the depth and the number of values before they are parsed. */
function requireFlat(file: string, json: string): void {
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

/** Parses JSON; adds a problem and returns undefined if the text is not JSON. */
function parse(text: string, at: { line: number; column: number }, problems: ProblemLog): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
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
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

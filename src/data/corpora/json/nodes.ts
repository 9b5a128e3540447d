/** A JSON value in its text, `[start, end)` in UTF-16 code units. */
export interface JsonNode {
  start: number;
  end: number;
  /** The items of an array. */
  items?: JsonNode[];
  /** The members of an object; for duplicate names the last value, as in `JSON.parse`. */
  members?: Map<string, JsonNode>;
}

/**
 * Locates a value and all nested values, so that parts of it can be replaced without changing the rest of the text.
 *
 * @param text valid JSON starting at `from`, of limited depth
 * @param from where the value starts, or white space before it
 */
export function locateJson(text: string, from: number): JsonNode {
  const start = skipSpace(text, from);
  if (text[start] === '[') return locateArray(text, start);
  if (text[start] === '{') return locateObject(text, start);
  SCALAR.lastIndex = start;
  SCALAR.test(text);
  return { start, end: SCALAR.lastIndex };
}

/** A string, a number, or `true`, `false` or `null`. */
const SCALAR = /"[^"\\]*(?:\\.[^"\\]*)*"|[^\s,\]}]+/y;

function locateArray(text: string, start: number): JsonNode {
  const items: JsonNode[] = [];
  let at = skipSpace(text, start + 1);
  while (text[at] !== ']') {
    const item = locateJson(text, at);
    items.push(item);
    at = afterComma(text, item.end);
  }
  return { start, end: at + 1, items };
}

function locateObject(text: string, start: number): JsonNode {
  const members = new Map<string, JsonNode>();
  let at = skipSpace(text, start + 1);
  while (text[at] !== '}') {
    const name = locateJson(text, at);
    const value = locateJson(text, skipSpace(text, name.end) + 1); // after the colon
    members.set(JSON.parse(text.slice(name.start, name.end)) as string, value);
    at = afterComma(text, value.end);
  }
  return { start, end: at + 1, members };
}

function afterComma(text: string, from: number): number {
  const at = skipSpace(text, from);
  return text[at] === ',' ? skipSpace(text, at + 1) : at;
}

/** The first offset at or after `from` that is not white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at++;
  return at;
}

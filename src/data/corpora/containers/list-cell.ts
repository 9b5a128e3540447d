import { isObject, type JsonObject } from '../json/values.ts';

const STRING = /^(?:'([^'\\]*(?:\\.[^'\\]*)*)'|"([^"\\]*(?:\\.[^"\\]*)*)")/s;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/i;
/** Constants of Python and JSON. */
const CONSTANTS: Readonly<Record<string, unknown>> = {
  True: true,
  true: true,
  False: false,
  false: false,
  None: null,
  null: null,
  nan: null,
  NaN: null,
};

/** How Python writes an array of NumPy: `array(['a', 'b'], dtype=object)`. */
const ARRAY = /^(?:np\.|numpy\.)?array\((.*?)(?:,\s{0,100}dtype=[^()]{1,40})?\)$/s;

/**
 * The list or the object in a cell, as JSON, Python or NumPy write it: `["a", "b"]`, `['a', 'b']`, `['a' 'b']`, `[(0, 4, 'PER')]`,
 * `{'PER': ['Ada']}`. An empty cell is an empty list. Undefined for other values.
 */
export function valueIn(cell: string): unknown[] | JsonObject | undefined {
  const text = cell.trim().replace(ARRAY, '$1');
  if (text === '') return [];
  if (!/^(?:[[(].*[\])]|\{.*\})$/s.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value) || isObject(value)) return isShallow(value, MAX_DEPTH) ? value : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error; // RangeError: too deep
  }
  const read = pythonGroup(text, 0, 1);
  return read?.end === text.length ? read.value : undefined;
}

interface Read<T> {
  value: T;
  end: number;
}

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };

/** A list, a tuple or a dictionary that begins at `start`: its items are separated by commas, spaces or line ends. */
function pythonGroup(text: string, start: number, depth: number): Read<unknown[] | JsonObject> | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const close = CLOSING[text[start]!]!;
  const items: unknown[] = [];
  const members: [string, unknown][] = [];
  let at = start + 1;
  for (;;) {
    at = afterGap(text, at);
    if (text[at] === close) return { value: close === '}' ? Object.fromEntries(members) : items, end: at + 1 };
    const item = pythonValue(text, at, depth);
    if (item === undefined) return undefined;
    at = item.end;
    if (close !== '}') {
      items.push(item.value);
      continue;
    }
    const colon = afterGap(text, at);
    const value = text[colon] === ':' ? pythonValue(text, afterGap(text, colon + 1), depth) : undefined;
    if (value === undefined || (typeof item.value !== 'string' && typeof item.value !== 'number')) return undefined;
    members.push([String(item.value), value.value]);
    at = value.end;
  }
}

function pythonValue(text: string, at: number, depth: number): Read<unknown> | undefined {
  if (CLOSING[text[at] ?? ''] !== undefined) return pythonGroup(text, at, depth + 1);
  const rest = text.slice(at, at + MAX_ITEM);
  const [string, single, double] = STRING.exec(rest) ?? [];
  if (string !== undefined) return { value: unescaped(single ?? double!), end: at + string.length };
  const [number] = NUMBER.exec(rest) ?? [];
  if (number !== undefined) return { value: Number(number), end: at + number.length };
  const [name = ''] = /^[a-z]{1,5}/i.exec(rest) ?? [];
  return Object.hasOwn(CONSTANTS, name) ? { value: CONSTANTS[name], end: at + name.length } : undefined;
}

function afterGap(text: string, at: number): number {
  return at + /^[\s,]*/.exec(text.slice(at, at + MAX_GAP))![0].length;
}

/** Lists within lists: a span in a list of spans has two. */
const MAX_DEPTH = 10;
/** Characters of a string or number, and of white space between items. */
const [MAX_ITEM, MAX_GAP] = [10_000, 1000];

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isShallow(member, depth - 1));
}

function unescaped(text: string): string {
  return text.replace(/\\(U00(?:0[\da-fA-F]|10)[\da-fA-F]{4}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|.)/gs, (_, code: string) => {
    if (code.length > 1) return String.fromCodePoint(Number.parseInt(code.slice(1), 16));
    return code === 'n' ? '\n' : code === 't' ? '\t' : code === 'r' ? '\r' : code;
  });
}

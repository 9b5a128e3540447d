const STRING = /^(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/s;
const NUMBER = /^-?\d+(?:\.\d+)?/;

/**
 * The list in a cell, as JSON, Python or NumPy write it: `["a", "b"]`, `['a', 'b']`, `['a' 'b']`, `[(0, 4, 'PER')]`. An empty cell is an
 * empty list. Undefined for other values.
 */
export function listIn(cell: string): unknown[] | undefined {
  const text = cell.trim();
  if (text === '') return [];
  if (!/^[[(].*[\])]$/s.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return isShallow(value, MAX_DEPTH) ? value : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error; // RangeError: too deep
  }
  const read = pythonList(text, 0, 1);
  return read?.end === text.length ? read.items : undefined;
}

/** A list or tuple that begins at `start`: its items are separated by commas, spaces or line ends. */
function pythonList(text: string, start: number, depth: number): { items: unknown[]; end: number } | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const close = text[start] === '[' ? ']' : ')';
  const items: unknown[] = [];
  let at = start + 1;
  for (;;) {
    at += /^[\s,]*/.exec(text.slice(at, at + MAX_GAP))![0].length;
    if (text[at] === close) return { items, end: at + 1 };
    if (text[at] === '[' || text[at] === '(') {
      const inner = pythonList(text, at, depth + 1);
      if (inner === undefined) return undefined;
      items.push(inner.items);
      at = inner.end;
      continue;
    }
    const rest = text.slice(at, at + MAX_ITEM);
    const string = STRING.exec(rest);
    const number = string === null ? NUMBER.exec(rest) : null;
    const [whole] = string ?? number ?? [];
    if (whole === undefined) return undefined;
    items.push(string === null ? Number(whole) : unescaped(string[1] ?? string[2]!));
    at += whole.length;
  }
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

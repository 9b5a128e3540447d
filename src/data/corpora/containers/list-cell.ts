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
    if (Array.isArray(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const read = pythonList(text, 0);
  return read?.end === text.length ? read.items : undefined;
}

/** A list or tuple that begins at `start`: its items are separated by commas, spaces or line ends. */
function pythonList(text: string, start: number): { items: unknown[]; end: number } | undefined {
  const close = text[start] === '[' ? ']' : ')';
  const items: unknown[] = [];
  let at = start + 1;
  for (;;) {
    at += /^[\s,]*/.exec(text.slice(at, at + MAX_GAP))![0].length;
    if (text[at] === close) return { items, end: at + 1 };
    if (text[at] === '[' || text[at] === '(') {
      const inner = pythonList(text, at);
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

/** Characters of a string or number, and of white space between items. */
const [MAX_ITEM, MAX_GAP] = [10_000, 1000];

function unescaped(text: string): string {
  return text.replace(/\\(u[\da-fA-F]{4}|x[\da-fA-F]{2}|.)/gs, (_, code: string) => {
    if (code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return code === 'n' ? '\n' : code === 't' ? '\t' : code;
  });
}

import { parseRows } from '../../../lib/csv.ts';

/** Whether a table begins with a cell of spans in JSON, as Label Studio and doccano write them. */
export function hasSpanCells(head: string): boolean {
  return /\[\s*(?:\{\s*"{1,2}(?:start|end|text|labels?|start_offset)"{1,2}\s*:|\[\s*\d+\s*,\s*\d+\s*,\s*"{1,2}[^"])/.test(
    head,
  );
}

/**
 * The rows of a table as JSON lines, with the cells of columns that only contain lists in JSON as lists. Undefined if it has no such
 * column: then it is no table of spans.
 */
export function spanTableToJson(text: string): string | undefined {
  const [first = ''] = text.split('\n', 1);
  const separator = [',', '\t', ';'].find((one) => first.includes(one)) ?? ',';
  const [header = [], ...rows] = parseRows(text.replace(/^\uFEFF/, ''), separator).filter((row) =>
    row.some((cell) => cell !== ''),
  );
  const lists = header.map((_, c) => rows.map((row) => listIn(row[c] ?? '')));
  const areLists = lists.map(
    (cells) => cells.every((cell) => cell !== undefined) && cells.some((cell) => cell?.length),
  );
  if (!areLists.includes(true)) return undefined;
  return rows
    .map((row, r) => {
      const members = header.map((name, c) => [name, areLists[c] ? lists[c]![r] : row[c]] as const);
      return `${JSON.stringify(Object.fromEntries(members))}\n`;
    })
    .join('');
}

/** The list in a cell; an empty cell is an empty list. Undefined for other values. */
function listIn(cell: string): unknown[] | undefined {
  if (cell.trim() === '') return [];
  try {
    const value: unknown = JSON.parse(cell);
    return Array.isArray(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

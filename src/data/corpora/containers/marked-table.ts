import { codePointOffsets } from '../../../lib/code-points.ts';
import { markedColumn } from '../formats/marked-lines.ts';
import { marksIn, withoutMarks } from '../marks.ts';
import { recordOf, tableRows } from '../texts/table-rows.ts';

/** Rows examined. */
const SAMPLED = 50;

/** Whether a table may have a column of texts with marked entities: `[Oslo](LOC)`, `[Oslo]{LOC}`, `<LOC>Oslo</LOC>`. */
export function mayHaveMarks(head: string): boolean {
  return head.includes('](') || head.includes(']{') || /<\/\p{Lu}/u.test(head);
}

/**
 * The rows of a table with a column of texts with marked entities, as JSON lines: `text`, without its marks,
 * `entities`, and the other columns. Undefined if it has none, or if they may be something else.
 */
export function markedTableToJson(file: string, text: string): string | undefined {
  const table = tableRows(file, text.replace(/^\uFEFF/, ''));
  if (table === undefined) return undefined;
  const column = markedColumn(table);
  const marks = marksIn(table.rows.slice(0, SAMPLED).map(({ cells }) => cells[column] ?? ''));
  const names = table.header.map((name, c) => (c === column ? 'text' : name));
  if (marks?.areSure !== true || names.includes('entities') || new Set(names).size < names.length) return undefined;
  const lines = table.rows.map(({ cells }) => {
    const read = withoutMarks(cells[column] ?? '');
    const pointOf = codePointOffsets(read.text);
    const entities = read.spans.map(({ start, end, type }) => [pointOf(start), pointOf(end), type]);
    const record = recordOf(names, cells.with(column, read.text));
    return `${JSON.stringify({ ...record, entities })}\n`;
  });
  return (table.isNamed ? '\n' : '') + lines.join(''); // a row has the same line as in the table
}

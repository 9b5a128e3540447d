import { codePointOffsets } from '../../../lib/code-points.ts';
import { markedColumn } from '../formats/marked-lines.ts';
import { marksIn, marksOf, withoutMarks } from '../marks.ts';
import { recordOf, tableRows } from '../texts/table-rows.ts';

/** Rows examined. */
const SAMPLED = 50;

/** Whether a table may have a column of texts with marked entities: `[Oslo](LOC)`, `<LOC>Oslo</LOC>`. */
export function mayHaveMarks(head: string): boolean {
  return marksOf(head).length > 0;
}

/**
 * The rows of a table with a column of texts with marked entities, as JSON lines: `text`, without its marks,
 * `entities`, and the other columns. If the marks may be something else, the cells stay as they are, and the reader of
 * JSON asks. Undefined if no column has marks.
 */
export function markedTableToJson(file: string, text: string): string | undefined {
  const table = tableRows(file, text.replace(/^\uFEFF/, ''));
  if (table === undefined) return undefined;
  const column = markedColumn(table);
  const marks = marksIn(table.rows.slice(0, SAMPLED).map(({ cells }) => cells[column] ?? ''));
  if (marks === undefined) return undefined;
  const taken = table.header.indexOf('entities');
  const haveSpans = table.rows.some(({ cells }) => !NO_ENTITIES.test(cells[taken] ?? ''));
  const names = table.header.map((name, c) => (c === column && marks.areSure ? 'text' : name));
  if (haveSpans || new Set(names).size < names.length) return undefined;
  const lines = table.rows.map(({ cells }) => {
    const record = recordOf(names, cells);
    return `${JSON.stringify(marks.areSure ? { ...record, ...readMarks(cells[column] ?? '') } : record)}\n`;
  });
  return (table.isNamed ? '\n' : '') + lines.join(''); // a row has the same line as in the table
}

/** A cell of a list without entities. */
const NO_ENTITIES = /^\s*(?:\[\s*\]|\{\s*\}|none|null|nan)?\s*$/i;

function readMarks(marked: string): { text: string; entities: unknown[] } {
  const { text, spans } = withoutMarks(marked);
  const pointOf = codePointOffsets(text);
  return { text, entities: spans.map(({ start, end, type }) => [pointOf(start), pointOf(end), type]) };
}

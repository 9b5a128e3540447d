import { codePointOffsets } from '../../../lib/code-points.ts';
import { HTML, marksIn, marksOf, withoutMarks } from '../marks.ts';
import { recordOf, tableRows, type TableRows } from '../texts/table-rows.ts';

/** Rows examined. */
const SAMPLED = 50;

/** An entity in an element of any name but those of HTML, and behind bars how it is usually called: `<song>Oslo||Oslo (live)</song>`. */
const ELEMENT = new RegExp(
  String.raw`<(?!(?:${HTML}|H\d)>)(\p{L}[\p{L}\p{N}_.-]{1,60})>([^<>|]{1,500})(?:\|\|[^<>|]{0,500})?</\1>`,
  'giu',
);
/** Share of the cells with elements that are those of another column without them. */
const MOST = 0.9;

/** Whether a table may have a column of texts with marked entities: `[Oslo](LOC)`, `<LOC>Oslo</LOC>`. */
export function mayHaveMarks(head: string): boolean {
  return marksOf(head).length > 0 || head.search(ELEMENT) >= 0;
}

/**
 * The rows of a table with a column of texts with marked entities, as JSON lines: `text`, without its marks,
 * `entities`, and the other columns. If the marks may be something else, the cells stay as they are, and the reader of
 * JSON asks. Undefined if no column has marks.
 */
export function markedTableToJson(file: string, text: string): string | undefined {
  const table = tableRows(file, text.replace(/^\uFEFF/, ''));
  if (table === undefined) return undefined;
  const counts = table.header.map(
    (_, c) => table.rows.filter(({ cells }) => marksOf(cells[c] ?? '').length > 0).length,
  );
  const column = counts.indexOf(Math.max(...counts));
  const marks = marksIn(table.rows.slice(0, SAMPLED).map(({ cells }) => cells[column] ?? ''));
  const twins = marks?.areSure === true ? undefined : twinsIn(table);
  if (twins !== undefined) return twinsToJson(table, twins);
  if (marks === undefined) return undefined;
  const taken = table.header.indexOf('entities');
  const haveSpans = table.rows.some(({ cells }) => !NO_ENTITIES.test(cells[taken] ?? ''));
  const isRead = marks.areSure && marks.areBare === undefined; // a type may be in another column
  const names = table.header.map((name, c) => (c === column && isRead ? 'text' : name));
  if (haveSpans || new Set(names).size < names.length) return undefined;
  const lines = table.rows.map(({ cells }) => {
    const record = recordOf(names, cells);
    return `${JSON.stringify(isRead ? { ...record, ...readMarks(cells[column] ?? '') } : record)}\n`;
  });
  return (table.isNamed ? '\n' : '') + lines.join(''); // a row has the same line as in the table
}

/** Columns with a text, and with the same text and its entities in elements. */
interface Twins {
  plain: number;
  marked: number;
}

function twinsIn({ header, rows }: TableRows): Twins | undefined {
  const sample = rows.slice(0, SAMPLED);
  for (const marked of header.keys()) {
    const own = sample.filter(({ cells }) => readElements(cells[marked] ?? '').entities.length > 0);
    const isTwin = (c: number) => own.filter(({ cells }) => cells[c] === readElements(cells[marked]!).text).length >= MOST * own.length; // prettier-ignore
    const plain = own.length < 2 ? -1 : header.findIndex((_, c) => c !== marked && isTwin(c));
    if (plain >= 0) return { plain, marked };
  }
  return undefined;
}

function twinsToJson({ header, rows, isNamed }: TableRows, { plain, marked }: Twins): string {
  const others = header.map((name, c) => ({ name, c })).filter(({ c }) => c !== plain && c !== marked);
  const names = others.map(({ name }) => name);
  const lines = rows.map(({ cells }) => {
    const record = recordOf(names, others.map(({ c }) => cells[c] ?? '')); // prettier-ignore
    return `${JSON.stringify({ ...record, ...readElements(cells[marked] ?? '') })}\n`;
  });
  return (isNamed ? '\n' : '') + lines.join('');
}

/** A text without its elements, and these as entities. */
function readElements(marked: string): { text: string; entities: [start: number, end: number, type: string][] } {
  let text = '';
  let at = 0;
  const found: { start: number; end: number; type: string }[] = [];
  for (const { 0: whole, 1: type, 2: name, index } of marked.matchAll(ELEMENT)) {
    text += marked.slice(at, index);
    found.push({ start: text.length, end: text.length + name!.length, type: type! });
    text += name!;
    at = index + whole.length;
  }
  text += marked.slice(at);
  const pointOf = codePointOffsets(text);
  return { text, entities: found.map(({ start, end, type }) => [pointOf(start), pointOf(end), type]) };
}

/** A cell of a list without entities. */
const NO_ENTITIES = /^\s*(?:\[\s*\]|\{\s*\}|none|null|nan)?\s*$/i;

function readMarks(marked: string): { text: string; entities: unknown[] } {
  const { text, spans } = withoutMarks(marked);
  const pointOf = codePointOffsets(text);
  return { text, entities: spans.map(({ start, end, type }) => [pointOf(start), pointOf(end), type]) };
}

import { parseRows } from '../../../lib/csv.ts';
import { areTags, isJoinedTags } from '../records/joined-tags.ts';
import { listIn } from './list-cell.ts';

const SPANS =
  /\[\s*(?:\{\s*"{1,2}(?:start|end|text|labels?|start_offset)"{1,2}\s*:|[[(]\s*\d+\s*,\s*\d+\s*,\s*(?:"{1,2}|')[^"'])/;
/** A cell with a list of tags, or with tags separated by spaces or other characters. */
const TAGS =
  /(?:^|[,;\t]) *"?\[[^[\]\n]*(?:'|"")(?:O|[BIESLU]-[^'"]+)(?:'|"")|(?:^|[,;\t]) *"?(?:(?:O|[BIESLU]-[^\s,;"]+) +)+(?:O|[BIESLU]-[^\s,;"]+)"?(?=[,;\t\r\n]|$)|(?:^|[,;\t]) *"?(?:(?:O|[BIESLU]-[^\s,;|/#"]+)[|/#])+(?:O|[BIESLU]-[^\s,;|/#"]+)"?(?=[,;\t\r\n]|$)/m;

const LIST_START = /^\s*[[(]\s*['"\d[({]/;

/** Whether a table begins with a cell of spans or of several tags. */
export function hasListCells(head: string): boolean {
  return SPANS.test(head) || TAGS.test(head);
}

/**
 * The rows of a table as JSON lines, with the cells of columns that only contain lists as lists. Undefined if it has neither such a column
 * nor one of tags separated by spaces: then its rows are no sentences or texts.
 */
export function listTableToJson(text: string): string | undefined {
  const [line = ''] = text.split('\n', 1);
  const separator = ['\t', ',', ';'].find((one) => line.includes(one)) ?? ',';
  const all = parseRows(text.replace(/^\uFEFF/, ''), separator).filter((row) => row.some((cell) => cell !== ''));
  const [first = []] = all;
  const isHeader = first.every((cell) => !isJoinedTags(cell) && (listIn(cell) ?? []).length === 0);
  const header = isHeader ? first : first.map((_, c) => `column ${c + 1}`);
  const rows = all.slice(isHeader ? 1 : 0);
  // A cell that begins like a list but is none, such as a list with None, is null: the reader reports its row.
  const lists = header.map((_, c) =>
    rows.map(({ [c]: cell = '' }) => listIn(cell) ?? (LIST_START.test(cell) ? null : undefined)),
  );
  const areLists = lists.map(
    (cells) => cells.every((cell) => cell !== undefined) && cells.some((cell) => cell?.length !== 0),
  );
  const haveTags = header.some((_, c) => rows.length > 0 && rows.every((row) => isJoinedTags(row[c])));
  const joined = areLists.includes(true) ? undefined : joinedLists(rows);
  if (!areLists.includes(true) && !haveTags && joined === undefined) return undefined;
  return rows
    .map((row, r) => {
      const members = header.map(
        (name, c) =>
          [name, areLists[c] ? lists[c]![r] : joined?.columns.includes(c) ? row[c]!.split(joined.by) : row[c]] as const,
      );
      return `${JSON.stringify(Object.fromEntries(members))}\n`;
    })
    .join('');
}

/** The columns of words and tags that are joined by a character: as many parts in each row, those of one column tags. */
function joinedLists(rows: readonly string[][]): { by: string; columns: [tokens: number, tags: number] } | undefined {
  const columns = [...(rows[0] ?? []).keys()];
  for (const by of ['|', '/', '#']) {
    const counts = columns.map((c) => rows.map((row) => (row[c] ?? '').split(by).length));
    const tags = columns.find((c) => rows.every((row) => areTags((row[c] ?? '').split(by))));
    if (tags === undefined || counts[tags]!.every((count) => count === 1)) continue;
    const fitting = columns.filter((c) => c !== tags && counts[c]!.every((count, r) => count === counts[tags]![r]));
    if (fitting.length === 1) return { by, columns: [fitting[0]!, tags] };
  }
  return undefined;
}

import { groupBy } from '../../../../lib/group-by.ts';
import { locateTokens, type TokenOffsets } from '../../json/entities.ts';
import { isObject, isStrings, type JsonObject } from '../../json/values.ts';
import type { TextToken } from '../../../text/tokenizer.ts';
import type { RecordKind, WrittenSpan } from '../record.ts';
import { isWhole } from '../spans.ts';

/**
 * A document of Datasaur (JSON Advanced): lines of tokens in `sentences` or `cells`, and `labels` from a character of a token to another one,
 * both inclusive. Labels refer to `labelSets`. Of several label sets with spans, the first is read; arrows and rejected labels are not.
 */
export const datasaur: RecordKind = {
  title: 'Datasaur',
  read(record) {
    const rows = rowsOf(record);
    const { labels } = record;
    if (rows === undefined || !Array.isArray(labels) || !labels.every(isObject)) return undefined;
    if (!isDatasaur(record)) return undefined;
    const { text, lines, tokenAt } = documentOf(rows);
    const marked = labels.filter(({ type = 'SPAN' }) => type === 'SPAN');
    const accepted = marked.filter(({ status }) => status !== 'REJECTED');
    const layers = [...new Set(accepted.map(({ layer }) => layer))].toSorted((a, b) => Number(a) - Number(b));
    const spans: WrittenSpan[] = [];
    const types = typesOf(record, layers[0]);
    const unnamed = new Set<string>();
    for (const label of accepted.filter(({ layer }) => layer === layers[0])) {
      const span = spanOf(label, tokenAt);
      if (typeof span === 'string') return span;
      if (span === undefined) return `labels contains ${JSON.stringify(label)}, which has no place in the tokens.`;
      if (types.size > 0 && !types.has(span.type)) unnamed.add(span.type);
      spans.push({ ...span, type: types.get(span.type) ?? span.type });
    }
    const notes = [
      ...(marked.length < labels.length ? ['arrows, which were not read'] : []),
      ...(accepted.length < marked.length ? ['rejected labels, which were left out'] : []),
      ...[...unnamed].map(
        (id) => `labels with the id ${id}, which their label set does not have; it was read as their type`,
      ),
      ...(layers.length > 1 ? [`labels of several label sets: those of ${nameOf(record, layers[0])} were read`] : []),
    ];
    const sentences = lines
      .map((tokens) => tokens.filter(({ start, end }) => start < end))
      .filter(({ length }) => length > 0);
    return { texts: [{ text, spans, sentences, notes }] };
  },
};

/** Whether an object is a document of Datasaur: `json/wrappers.ts` must not take its lists apart. */
export function isDatasaur({ labels, labelSets, ...record }: JsonObject): boolean {
  if (rowsOf(record) === undefined || !Array.isArray(labels)) return false;
  return labels.length === 0 ? Array.isArray(labelSets) : isObject(labels[0]) && isWhole(labels[0]['startTokenIndex']);
}

/** The lines: objects with `content` and `tokens`. */
function rowsOf({ sentences, cells }: JsonObject): JsonObject[] | undefined {
  const rows: unknown = sentences ?? cells;
  const isRow = (row: unknown) => isObject(row) && typeof row['content'] === 'string' && isStrings(row['tokens']);
  return Array.isArray(rows) && rows.length > 0 && rows.every(isRow) ? (rows as JsonObject[]) : undefined;
}

/** Finds a token of a line, and of a cell in it. `several` if more than one line has the number. */
type TokenAt = (line: unknown, cell: unknown, token: unknown) => TextToken | 'several' | undefined;

/** The text of all lines, with line breaks between them, and the tokens of each. */
function documentOf(rows: readonly JsonObject[]): { text: string; lines: TextToken[][]; tokenAt: TokenAt } {
  const parts: string[] = [];
  const lines: TextToken[][] = [];
  let from = 0;
  for (const row of rows) {
    const tokens = row['tokens'] as string[];
    const located = locateTokens(row['content'] as string, tokens);
    const content = located?.text ?? tokens.join(' ');
    const offsets = (located ?? locateTokens(content, tokens))?.offsets ?? [];
    const move = ({ start, end }: TokenOffsets, t: number): TextToken => ({
      text: tokens[t]!,
      start: from + start,
      end: from + end,
    });
    lines.push(offsets.map(move));
    parts.push(content);
    from += content.length + 1;
  }
  return { text: parts.join('\n'), lines, tokenAt: finder(rows, lines) };
}

/** Lines are called by their `id` or `line`, as numbers or strings, with the `index` of a cell; or, if these say no number, by their place. */
function finder(rows: readonly JsonObject[], lines: readonly TextToken[][]): TokenAt {
  const byName = groupBy([...rows.entries()], ([i, { id, line = i }]) => String(id ?? line));
  const haveNumbers = [...byName.keys()].every((name) => /^\d+$/.test(name));
  return (line, cell, token) => {
    if (!isWhole(token)) return undefined;
    const named = byName.get(String(line)) ?? [];
    const own = named.length > 1 ? named.filter(([, { index }]) => index !== undefined && index === cell) : named;
    if (named.length > 1 && own.length !== 1) return 'several';
    const place = own[0]?.[0] ?? (haveNumbers ? undefined : Number(line));
    return place === undefined ? undefined : lines[place]?.[token];
  };
}

/** Names of labels by their ids. */
function typesOf(record: JsonObject, layer: unknown): Map<unknown, string> {
  const items = labelSetOf(record, layer)?.['labelItems'];
  const named = (Array.isArray(items) ? items : []).filter(isObject);
  return new Map(
    named.flatMap(({ id, labelName }): [unknown, string][] =>
      typeof labelName === 'string' ? [[String(id), labelName]] : [],
    ),
  );
}

function labelSetOf({ labelSets }: JsonObject, layer: unknown): JsonObject | undefined {
  const sets = (Array.isArray(labelSets) ? labelSets : []).filter(isObject);
  return sets.find(({ index }) => index === layer) ?? (isWhole(layer) ? sets[layer] : undefined);
}

function nameOf(record: JsonObject, layer: unknown): string {
  const name = labelSetOf(record, layer)?.['name'];
  return typeof name === 'string' ? name : `layer ${String(layer)}`;
}

/** The span with the id of its type. Undefined if it has no place, an error message if it may have several. */
function spanOf(label: JsonObject, tokenAt: TokenAt): WrittenSpan | string | undefined {
  const { startCellLine, startCellIndex, endCellLine = startCellLine, endCellIndex = startCellIndex } = label;
  const first = tokenAt(startCellLine, startCellIndex, label['startTokenIndex']);
  const last = tokenAt(endCellLine, endCellIndex, label['endTokenIndex']);
  if (first === undefined || last === undefined) return undefined;
  if (first === 'several' || last === 'several')
    return `labels contains ${JSON.stringify(label)}, but several lines have the number ${String(first === 'several' ? startCellLine : endCellLine)}.`;
  const { startCharIndex = 0, endCharIndex = last.text.length - 1, labelSetItemId: id } = label;
  if (!isWhole(startCharIndex) || !isWhole(endCharIndex)) return undefined;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const [start, end] = [first.start + startCharIndex, last.start + endCharIndex + 1];
  if (end <= start || endCharIndex >= last.text.length) return undefined;
  return { start, end, type: String(id), unit: 'UTF-16 units' };
}

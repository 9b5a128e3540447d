import { locateTokens, type TokenOffsets } from '../json-entities.ts';
import { isObject, isStrings, type JsonObject } from '../json-values.ts';
import type { TextToken } from '../../text/tokenizer.ts';
import type { RecordKind, WrittenSpan } from './record.ts';
import { isWhole } from './spans.ts';

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
    const { text, lines } = documentOf(rows);
    const marked = labels.filter(({ type = 'SPAN' }) => type === 'SPAN');
    const accepted = marked.filter(({ status }) => status !== 'REJECTED');
    const layers = [...new Set(accepted.map(({ layer }) => layer))].toSorted((a, b) => Number(a) - Number(b));
    const spans: WrittenSpan[] = [];
    for (const label of accepted.filter(({ layer }) => layer === layers[0])) {
      const span = spanOf(label, lines, typesOf(record, layers[0]));
      if (span === undefined) return `labels contains ${JSON.stringify(label)}, which has no place in the tokens.`;
      spans.push(span);
    }
    const notes = [
      ...(marked.length < labels.length ? ['arrows, which were not read'] : []),
      ...(accepted.length < marked.length ? ['rejected labels, which were left out'] : []),
      ...(layers.length > 1 ? [`labels of several label sets: those of ${nameOf(record, layers[0])} were read`] : []),
    ];
    const sentences = [...lines.values()]
      .map((tokens) => tokens.filter(({ start, end }) => start < end))
      .filter(({ length }) => length > 0);
    return { texts: [{ text, spans, sentences, notes }] };
  },
};

/** Whether an object is a document of Datasaur: `json-wrappers.ts` must not take its lists apart. */
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

/** The text of all lines, with line breaks between them, and the tokens of each by its number. */
function documentOf(rows: readonly JsonObject[]): { text: string; lines: Map<unknown, TextToken[]> } {
  const parts: string[] = [];
  const lines = new Map<unknown, TextToken[]>();
  let from = 0;
  for (const [i, row] of rows.entries()) {
    const tokens = row['tokens'] as string[];
    const located = locateTokens(row['content'] as string, tokens);
    const content = located?.text ?? tokens.join(' ');
    const offsets = (located ?? locateTokens(content, tokens))?.offsets ?? [];
    const move = ({ start, end }: TokenOffsets, t: number): TextToken => ({
      text: tokens[t]!,
      start: from + start,
      end: from + end,
    });
    lines.set(row['id'] ?? row['line'] ?? i, offsets.map(move));
    parts.push(content);
    from += content.length + 1;
  }
  return { text: parts.join('\n'), lines };
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

function spanOf(
  label: JsonObject,
  lines: ReadonlyMap<unknown, readonly TextToken[]>,
  types: ReadonlyMap<unknown, string>,
): WrittenSpan | undefined {
  const tokenAt = (line: unknown, token: unknown) => (isWhole(token) ? lines.get(line)?.[token] : undefined);
  const first = tokenAt(label['startCellLine'], label['startTokenIndex']);
  const last = tokenAt(label['endCellLine'] ?? label['startCellLine'], label['endTokenIndex']);
  const { startCharIndex = 0, endCharIndex = (last?.text.length ?? 0) - 1, labelSetItemId: id } = label;
  if (first === undefined || last === undefined || !isWhole(startCharIndex) || !isWhole(endCharIndex)) return undefined;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const [start, end] = [first.start + startCharIndex, last.start + endCharIndex + 1];
  if (end <= start || endCharIndex >= last.text.length) return undefined;
  return { start, end, type: types.get(String(id)) ?? String(id), unit: 'UTF-16 units' };
}

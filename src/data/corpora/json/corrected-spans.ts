import { codePointOffsets } from '../../../lib/code-points.ts';
import type { Span } from '../../corpus.ts';
import type { Patch } from '../../files/patch-bytes.ts';
import { tokensWithin } from '../align-spans.ts';
import type { TokenOffsets } from './entities.ts';
import { isObject, type JsonObject } from './values.ts';
import type { JsonNode } from './nodes.ts';
import { offsetConverters } from '../records/offsets.ts';
import type { AnnotatedText } from '../records/record.ts';
import { readRecord } from '../records/registry.ts';
import { readSpan } from '../records/spans.ts';

/** How a file writes spans. New spans are written in the same way. */
export interface SpanStyle {
  /** The last span of the file, as a template. */
  example: unknown;
  /** Next numeric `id`: greater than all ids in the file. */
  nextId: number;
}

/** @param records of the file */
export function spanStyleOf(records: readonly JsonObject[]): SpanStyle {
  const written = records.flatMap((record) => spansOf(record));
  const ids = written.map((span) => (isObject(span) ? span['id'] : undefined)).filter((id) => typeof id === 'number');
  const nextId = 1 + ids.reduce((most, id) => Math.max(most, id), 0);
  return { example: written.findLast((span) => readWritten(span) !== undefined), nextId };
}

function spansOf(record: JsonObject): readonly unknown[] {
  const content = readRecord(record, {});
  const path = typeof content === 'object' && 'texts' in content ? content.texts[0]?.path : undefined;
  return path === undefined ? [] : (valueAt(record, path) as readonly unknown[]);
}

/** A record with its text and the offsets of its tokens. */
interface TextRecord extends AnnotatedText {
  value: JsonObject;
  offsets: readonly TokenOffsets[];
}

/** A span as an item of the record's array. */
interface Item {
  node: JsonNode;
  value: unknown;
  /** One span of tokens for each of its labels; empty if it covers no token. */
  spans: Span[];
}

/**
 * Patches the spans of a record: changed labels are replaced in place, wrong spans are removed, and new spans are written in the style
 * of the others. Spans that the reader skipped because they overlap others are removed if they overlap a change; otherwise the reader
 * would now pick them up.
 *
 * @param file the whole text of the file
 * @param node the record in that text
 * @param change spans of all tokens, before and after
 */
export function correctSpans(
  file: string,
  node: JsonNode,
  record: TextRecord,
  style: SpanStyle,
  { before, after }: { before: readonly Span[]; after: readonly Span[] },
): Patch[] {
  if (record.path === undefined) return [];
  const array = nodeAt(node, record.path);
  const values = valueAt(record.value, record.path) as readonly unknown[];
  const items = array.items!.map((item, i): Item => {
    return { node: item, value: values[i], spans: tokenSpans(record, values[i]) };
  });
  const removed = without(before, after);
  const added = without(after, before);
  const changed = [...removed, ...added];
  const patches: Patch[] = [];
  const kept: Item[] = [];
  for (const item of items) {
    const isHidden = item.spans.length > 0 && !item.spans.some((span) => has(before, span));
    if (isHidden && item.spans.some((span) => changed.some((other) => overlaps(span, other)))) continue;
    const old = item.spans.find((span) => has(removed, span));
    if (old === undefined) {
      kept.push(item);
      continue;
    }
    const index = added.findIndex((span) => overlaps(span, old));
    if (index < 0) continue;
    const [span] = added.splice(index, 1);
    patches.push(...patchItem(item, written(record, span!)));
    kept.push({ ...item, spans: [span!] });
  }
  if (kept.length === items.length && added.length === 0) return patches;
  const isSpaced = /"\s*:\s/.test(file.slice(node.start, array.start + 1));
  const news = added.map((span): NewItem => {
    const own = written(record, span);
    return { from: own.start, text: formatJson(newItem(record, style, own), isSpaced) };
  });
  const keptItems = kept.map((item) => ({ ...item, text: withPatches(file, item.node, patches) }));
  return [rewritten(file, array, items, keptItems, news, isSpaced)];
}

/** A span to be written, with offsets in the unit of the record. */
interface NewSpan {
  type: string;
  start: number;
  end: number;
  text: string;
  /** `token_start` and `token_end` of Prodigy, if the record has its tokens. */
  tokens: { first: number; last: number } | undefined;
}

function written({ text, offsets, value, path }: TextRecord, { start, end, type }: Span): NewSpan {
  const [from, to] = [offsets[start]!.start, offsets[end - 1]!.end];
  const isUtf16 = isTask(path) || usesLabels(value, path);
  const unit = isUtf16 ? (offset: number) => offset : codePointOffsets(text);
  const own = { start: unit(from), end: unit(to) };
  return { type, ...own, text: text.slice(from, to), tokens: prodigyTokens(value['tokens'], own) };
}

/** Whether the spans are those of a Label Studio task. */
function isTask(path: AnnotatedText['path']): boolean {
  return path?.at(-1) === 'result';
}

/** Whether the spans of a record have lists of labels, which only Label Studio writes. */
function usesLabels(value: JsonObject, path: AnnotatedText['path']): boolean {
  const spans = path === undefined ? undefined : valueAt(value, path);
  return Array.isArray(spans) && spans.some((span) => isObject(span) && span['labels'] !== undefined);
}

function prodigyTokens(tokens: unknown, { start, end }: { start: number; end: number }): NewSpan['tokens'] {
  if (!Array.isArray(tokens)) return undefined;
  const places = tokens.flatMap((token: unknown) => {
    const [from, to] = isObject(token) ? [token['start'], token['end']] : [];
    return typeof from === 'number' && typeof to === 'number' ? { start: from, end: to } : [];
  });
  const { start: first, end: after } = tokensWithin(places, start, end);
  return first < after ? { first, last: after - 1 } : undefined;
}

/** The object that has start, end and label; in Label Studio's results it is `value`. */
function spanValue(value: unknown): unknown {
  return isObject(value) && isObject(value['value']) ? value['value'] : value;
}

function readWritten(value: unknown) {
  const own = spanValue(value);
  return isObject(own) && own !== value && own['labels'] === undefined ? undefined : readSpan(own, '');
}

function tokenSpans({ text, offsets }: TextRecord, value: unknown): Span[] {
  const converterOf = offsetConverters(text);
  return (readWritten(value) ?? []).flatMap(({ start, end, type, unit }) => {
    const { toUtf16 } = converterOf(unit);
    const [from, to] = [toUtf16(start), toUtf16(end)];
    if (from === undefined || to === undefined || from >= to) return [];
    const tokens = tokensWithin(offsets, from, to);
    return tokens.start < tokens.end ? { ...tokens, type } : [];
  });
}

/** Patches for start, end and label of an item, and for fields that repeat them. */
function patchItem({ node, value }: Item, span: NewSpan): Patch[] {
  const own = spanValue(value);
  const place = own === value ? node : node.members!.get('value')!;
  if (Array.isArray(own)) {
    return [span.start, span.end, span.type].flatMap((part, i) => patched(place.items![i], own[i], part));
  }
  if (!isObject(own)) return [];
  const parts: Record<string, unknown> = {
    [nameOf(own, 'start')]: span.start,
    [nameOf(own, 'end')]: span.end,
    ...(own['labels'] === undefined ? { label: span.type } : { labels: [span.type] }),
    ...(typeof own['text'] === 'string' && { text: span.text }),
    ...(span.tokens !== undefined &&
      typeof own['token_start'] === 'number' && { token_start: span.tokens.first, token_end: span.tokens.last }),
  };
  return Object.entries(parts).flatMap(([name, part]) => patched(place.members!.get(name), own[name], part));
}

function nameOf(span: JsonObject, name: 'start' | 'end'): string {
  const long = `${name}_offset`;
  return span[long] === undefined || span[long] === null ? name : long;
}

function patched(node: JsonNode | undefined, before: unknown, after: unknown): Patch[] {
  const text = JSON.stringify(after);
  return node === undefined || JSON.stringify(before) === text ? [] : [{ from: node.start, to: node.end, text }];
}

/** A new span in the style of the file. */
function newItem({ path }: TextRecord, style: SpanStyle, span: NewSpan): unknown {
  const { example } = style;
  if (isTask(path)) {
    const { start, end, text, type } = span;
    const like = isObject(example) ? example : {};
    const { from_name = 'label', to_name = 'text', type: kind = 'labels' } = like;
    return { id: `fix-${style.nextId++}`, from_name, to_name, type: kind, value: { start, end, text, labels: [type] } };
  }
  if (!isObject(example)) {
    const { start, end, type } = span;
    return path?.[0] === 'spans' && example === undefined ? { start, end, label: type } : [start, end, type];
  }
  const parts: Record<string, unknown> = {
    ...(typeof example['id'] === 'number' && { id: style.nextId }),
    [nameOf(example, 'start')]: span.start,
    [nameOf(example, 'end')]: span.end,
    ...(example['labels'] === undefined ? { label: span.type } : { labels: [span.type] }),
    ...(typeof example['text'] === 'string' && { text: span.text }),
    ...(span.tokens !== undefined &&
      typeof example['token_start'] === 'number' && { token_start: span.tokens.first, token_end: span.tokens.last }),
  };
  if ('id' in parts) style.nextId++;
  const order = Object.keys(example).filter((name) => name in parts);
  return Object.fromEntries(order.map((name) => [name, parts[name]]));
}

interface NewItem {
  /** Start offset as written in the file. */
  from: number;
  text: string;
}

/** The contents of the array without the removed items; new items are inserted before the first item that starts after them. */
function rewritten(
  file: string,
  array: JsonNode,
  items: readonly Item[],
  kept: readonly (Item & { text: string })[],
  news: readonly NewItem[],
  isSpaced: boolean,
): Patch {
  const [first, second, last] = [items[0]?.node, items[1]?.node, items.at(-1)?.node];
  const head = file.slice(array.start + 1, first?.start ?? array.start + 1);
  const tail = last === undefined ? '' : file.slice(last.end, array.end - 1);
  const gap = first && second ? file.slice(first.end, second.start) : `,${head || (isSpaced ? ' ' : '')}`;
  const parts = kept.map(({ node, value, text }) => {
    const index = items.findIndex((item) => item.node === node);
    return {
      from: readWritten(value)?.[0]?.start ?? 0,
      text,
      gap: index > 0 ? file.slice(items[index - 1]!.node.end, node.start) : gap,
    };
  });
  for (const item of news) {
    const index = parts.findIndex(({ from }) => from > item.from);
    parts.splice(index < 0 ? parts.length : index, 0, { ...item, gap });
  }
  const inside = parts.map((part, i) => (i === 0 ? head : part.gap) + part.text).join('');
  return { from: array.start + 1, to: array.end - 1, text: parts.length === 0 ? '' : inside + tail };
}

function withPatches(file: string, { start, end }: JsonNode, patches: readonly Patch[]): string {
  let text = '';
  let at = start;
  for (const patch of patches
    .filter(({ from, to }) => start <= from && to <= end)
    .toSorted((a, b) => a.from - b.from)) {
    text += file.slice(at, patch.from) + patch.text;
    at = patch.to;
  }
  return text + file.slice(at, end);
}

/** On one line, with spaces after colons and commas as Python writes it, or without. */
function formatJson(value: unknown, isSpaced: boolean): string {
  if (!isSpaced) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => formatJson(item, true)).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, own]) => `${JSON.stringify(name)}: ${formatJson(own, true)}`);
  return `{${members.join(', ')}}`;
}

function nodeAt(node: JsonNode, path: readonly (string | number)[]): JsonNode {
  return path.reduce((at, step) => (typeof step === 'number' ? at.items![step]! : at.members!.get(step)!), node);
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((at, step) => {
    if (typeof step === 'number') return Array.isArray(at) ? at[step] : undefined;
    return isObject(at) ? at[step] : undefined;
  }, value);
}

function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  return spans.filter((span) => !has(others, span));
}

function has(spans: readonly Span[], { start, end, type }: Span): boolean {
  return spans.some((other) => other.start === start && other.end === end && other.type === type);
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

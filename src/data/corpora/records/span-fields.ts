import { isObject, type JsonObject } from '../json/values.ts';
import type { SpanFields } from './record.ts';
import { isAddress } from './offsets.ts';
import { readSpan } from './spans.ts';
import { listIn, TEXT_FIELDS } from './text-spans.ts';

/** Fields whose spans are no gold. */
const NO_GOLD = /pred|suggest|relation|token|silver|weak|noisy/i;

/**
 * The only field whose items are all spans of the only text that they fit, in all objects. Undefined without such fields, or with several.
 */
export function spanFieldsOf(records: readonly JsonObject[]): SpanFields | undefined {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  const own = [...names].filter((name) => !NO_GOLD.test(name));
  const lists = own.filter((name) => hasOnly(records, name, areSpanLike));
  const spans = lists.length > 0 ? lists : own.filter((name) => hasOnly(records.map(readLists), name, areSpanLike));
  const [field] = spans;
  if (field === undefined || spans.length > 1) return undefined;
  const texts = [...names].filter((name) => records.every((record) => fits(record[name], readLists(record)[field])));
  const usual = texts.filter((name) => TEXT_FIELDS.includes(name));
  const [text, other] = usual.length > 0 ? usual : texts;
  return text !== undefined && other === undefined ? { text, spans: field } : undefined;
}

/** A record with the lists that are written in its strings. */
function readLists(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, listIn(value) ?? value]));
}

/** Whether some object has items in the field, and every object has none or such that fit. */
function hasOnly(records: readonly JsonObject[], name: string, fit: (items: readonly unknown[]) => boolean): boolean {
  const values = records.map((record) => record[name]).filter((value) => value !== undefined && value !== null);
  const lists = values.filter((value): value is unknown[] => Array.isArray(value) && value.length > 0);
  return lists.length > 0 && values.every(Array.isArray) && lists.every(fit);
}

function areSpanLike(items: readonly unknown[]): boolean {
  return items.every((item) => (isObject(item) || Array.isArray(item)) && readSpan(item, '') !== undefined);
}

function fits(text: unknown, spans: unknown): boolean {
  if (typeof text !== 'string' || isAddress(text) || listIn(text) !== undefined) return false;
  return (Array.isArray(spans) ? (spans as unknown[]) : []).every((span) =>
    readSpan(span, text)?.every(({ start, end, text: own }) => {
      return start >= 0 && start < end && end <= text.length && (own === undefined || text.includes(own));
    }),
  );
}

import type { JsonObject } from '../json/values.ts';
import type { SpanFields } from './record.ts';
import { isAddress } from './offsets.ts';
import { readSpan } from './spans.ts';
import { listIn, spansIn, TEXT_FIELDS } from './kinds/text-spans.ts';

/** Fields whose spans are no gold. */
const NO_GOLD = /pred|suggest|relation|token|silver|weak|noisy/i;

/**
 * The only field whose items are all spans of the only text that they fit, in all objects. Of several, the only one that repeats the words of its
 * spans, as `privacy_mask` of ai4privacy does beside `span_labels`. Undefined without such fields.
 */
export function spanFieldsOf(records: readonly JsonObject[]): SpanFields | undefined {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  const own = [...names].filter((name) => !NO_GOLD.test(name));
  const lists = own.filter((name) => hasOnly(records, name, areSpanLike));
  const spans = lists.length > 0 ? lists : own.filter((name) => hasOnly(records.map(readLists), name, areSpanLike));
  const fields = spans.flatMap((field) => textWith(field, records, [...names]) ?? []);
  const sure = fields.length > 1 ? fields.filter((own) => repeatsWords(own, records)) : fields;
  return sure.length === 1 ? sure[0] : undefined;
}

function textWith(spans: string, records: readonly JsonObject[], names: readonly string[]): SpanFields | undefined {
  const texts = names.filter((name) => records.every((record) => fits(record[name], readLists(record)[spans])));
  const usual = texts.filter((name) => TEXT_FIELDS.includes(name));
  const [text, other] = usual.length > 0 ? usual : texts;
  return text !== undefined && other === undefined ? { text, spans } : undefined;
}

function repeatsWords({ text, spans }: SpanFields, records: readonly JsonObject[]): boolean {
  const read = records.flatMap((record) =>
    ((readLists(record)[spans] ?? []) as unknown[]).flatMap((span) => readSpan(span, record[text] as string) ?? []),
  );
  return read.every((span) => span.text !== undefined);
}

/** A record with the lists that are written in its strings. */
function readLists(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, spansIn(value) ?? value]));
}

/** Whether some object has items in the field, and every object has none or such that fit. */
function hasOnly(records: readonly JsonObject[], name: string, fit: (items: readonly unknown[]) => boolean): boolean {
  const values = records.map((record) => record[name]).filter((value) => value !== undefined && value !== null);
  const lists = values.filter((value): value is unknown[] => Array.isArray(value) && value.length > 0);
  return lists.length > 0 && values.every(Array.isArray) && lists.every(fit);
}

function areSpanLike(items: readonly unknown[]): boolean {
  return items.every((item) => readSpan(item, '') !== undefined);
}

function fits(text: unknown, spans: unknown): boolean {
  if (typeof text !== 'string' || isAddress(text) || listIn(text) !== undefined) return false;
  return (Array.isArray(spans) ? (spans as unknown[]) : []).every((span) =>
    readSpan(span, text)?.every(({ start, end, text: own }) => {
      return start >= 0 && start < end && end <= text.length && (own === undefined || text.includes(own));
    }),
  );
}

import type { JsonObject } from '../json/values.ts';
import type { SpanFields } from './record.ts';
import { isAddress, offsetConverters } from './offsets.ts';
import { isWithinWord } from './span-borders.ts';
import { readSpan } from './spans.ts';
import { listIn, PARALLEL, parallelSpans, spansIn, TEXT_FIELDS } from './kinds/text-spans.ts';

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
  const spans =
    lists.length > 0 ? lists : [...own, PARALLEL].filter((name) => hasOnly(records.map(readLists), name, areSpanLike));
  const fields = spans.flatMap((field) => textWith(field, records, [...names]) ?? []);
  const sure = fields.length > 1 ? fields.filter((own) => repeatsWords(own, records)) : fields;
  return sure.length === 1 ? sure[0] : undefined;
}

function textWith(spans: string, records: readonly JsonObject[], names: readonly string[]): SpanFields | undefined {
  const read = records.map((record) => ({ record, spans: (readLists(record)[spans] ?? []) as unknown[] }));
  const texts = names.filter(
    (name) => read.filter((own) => fits(own.record[name], own.spans)).length >= MOST * read.length,
  );
  const usual = texts.filter((name) => TEXT_FIELDS.includes(name));
  const [text, other] = bestOf(usual.length > 0 ? usual : texts, (name) =>
    read.reduce((sum, own) => sum + atWords(own.record[name], own.spans), 0),
  );
  return text !== undefined && other === undefined ? { text, spans } : undefined;
}

/** Share of the records whose spans must fit their text: others are damaged. */
const MOST = 0.9;

/** The names with the highest score. */
function bestOf(names: readonly string[], score: (name: string) => number): string[] {
  if (names.length < 2) return [...names];
  const scores = names.map(score);
  return names.filter((_, i) => scores[i] === Math.max(...scores));
}

/** The number of spans that begin and end with words of a text. */
function atWords(text: unknown, spans: readonly unknown[]): number {
  if (typeof text !== 'string') return 0;
  const read = spans.flatMap((span) => readSpan(span, text) ?? []);
  return read.filter(({ start, end }) => !isWithinWord(text, start) && !isWithinWord(text, end)).length;
}

function repeatsWords({ text, spans }: SpanFields, records: readonly JsonObject[]): boolean {
  const read = records.flatMap((record) =>
    ((readLists(record)[spans] ?? []) as unknown[]).flatMap((span) => readSpan(span, record[text] as string) ?? []),
  );
  return read.every((span) => span.text !== undefined);
}

/** A record with the lists that are written in its strings. */
function readLists(record: JsonObject): JsonObject {
  const own = Object.entries(record).map(([name, value]) => [name, spansIn(value) ?? value] as const);
  return Object.fromEntries([...own, [PARALLEL, parallelSpans(record)]]);
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
  const longest = offsetConverters(text)('bytes').length; // what offsets count is decided later
  return (Array.isArray(spans) ? (spans as unknown[]) : []).every((span) =>
    readSpan(span, text)?.every(({ start, end, text: own }) => {
      return start >= 0 && start <= end && end <= longest && (own === undefined || text.includes(own));
    }),
  );
}

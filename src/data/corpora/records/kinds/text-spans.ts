import { isObject, isStrings, type JsonObject } from '../../json/values.ts';
import { valueIn } from '../../containers/list-cell.ts';
import { locateTokens } from '../../json/entities.ts';
import type { TextToken } from '../../../text/tokenizer.ts';
import { givenTokens, inSentences } from '../given-tokens.ts';
import type { AnnotatedText, RecordKind, SpanFields, WrittenSpan } from '../record.ts';
import { arePlaces, DISCONTINUOUS, isCorrectable, isDiscontinuous, readSpan, spanField } from '../spans.ts';
import { offsetConverters } from '../offsets.ts';
import { spanInString, spansInString, spansOfText } from '../span-strings.ts';
import { ofOnePerson } from '../span-annotators.ts';

export const TEXT_FIELDS: readonly string[] = [
  'text',
  'content',
  'sentence',
  'example',
  'full_text',
  'source_text',
  'Text',
];
/** Usual names of fields with spans of characters. */
export const SPAN_FIELDS: readonly string[] = [
  'label',
  'labels',
  'entities',
  'spans',
  'ents',
  'annotations',
  'annotation',
  'ner',
  'Entities',
];

/** An object with a text, and an array of character spans. Offsets are code points, or UTF-16 code units in JSON-MIN of Label Studio. */
export const textSpans: RecordKind = {
  title: 'doccano, Prodigy, spaCy, Rasa, LightTag, Label Studio (JSON-MIN)',
  read(written, { spanFields, annotator }) {
    const record = withUsualNames(written, spanFields);
    const fields = SPAN_FIELDS.filter((name) => Array.isArray(record[name]));
    const field = fields.find((name) => (record[name] as unknown[]).length > 0) ?? fields[0];
    const spans = field === undefined ? [] : (record[field] as unknown[]);
    const text = textOf(record, spans);
    if (text === undefined || (field === undefined && !isAnswer(record['answer']))) return undefined;
    if (typeof text !== 'string') return text.message;
    const own = record === written ? field : undefined; // corrections know the usual names only
    if (spans.length > 0 && areStrings(spans) && /^labels?$/.test(field ?? ''))
      return `${field} has the classes of a text (${spans.slice(0, 3).join(', ')}), expected spans, or one class: a model predicts one class for each text.`;
    const person = ofOnePerson(spans, annotator);
    if (person === undefined) return { texts: [{ text, spans: undefined }] };
    const { sentences, notes = [] } = sentencesOf(record, text);
    const read = withSpans(text, person.spans === spans ? own : undefined, person.spans, {
      ...(sentences && { sentences }),
      notes: person.note === undefined ? notes : [person.note, ...notes],
    });
    return typeof read === 'string' ? read : { texts: [read] };
  },
};

/** The record with the names that are read: of the only group of spans of a spaCy `Doc`, and of fields with names of the user's own. */
function withUsualNames(written: JsonObject, own: SpanFields | undefined): JsonObject {
  const hasOther = own !== undefined && !TEXT_FIELDS.includes(own.text);
  const record = hasOther ? { ...written, text: written[own.text] } : written;
  const groups = isObject(record['spans']) ? Object.values(record['spans']) : [];
  if (groups.length === 1 && Array.isArray(groups[0]) && record['ents'] === undefined) {
    return { ...record, spans: groups[0] as unknown[] };
  }
  for (const field of SPAN_FIELDS) {
    const value = record[field];
    const listed = listIn(value) ?? spansOfText(value, usualText(record));
    if (listed !== undefined) return { ...record, [field]: listed };
    if (!isObject(value)) continue;
    if (Array.isArray(value['entities']))
      return { ...record, ...value, ...(field !== 'entities' && { [field]: undefined }) };
    const inside = spansInside(value);
    if (inside !== undefined) return { ...record, [field]: inside };
  }
  const parallel = parallelSpans(record);
  if (parallel !== undefined) return { ...record, labels: undefined, label: undefined, entities: parallel };
  const { document, tokens } = record;
  if (typeof document === 'string' && Array.isArray(tokens) && tokens.every(isUbiaiSpan))
    return { ...record, text: document, spans: tokens, tokens: undefined };
  if (own === undefined) return record;
  const value = record[own.spans];
  const isUsual = SPAN_FIELDS.includes(own.spans) && TEXT_FIELDS.includes(own.text);
  if (isUsual && value !== '') return record;
  return { ...record, text: record[own.text], [own.spans]: undefined, spans: spansIn(value) ?? value ?? [] };
}

/** Whether all values are strings, not spans in strings. */
function areStrings(values: readonly unknown[]): boolean {
  return isStrings(values) && !values.every((value) => spanInString(value) !== undefined);
}

/**
 * Spans in an object: pairs of offsets by type, `{"PER": [[0, 3]]}`, or objects with them, or a list for each of their fields, as
 * `datasets` writes them.
 */
export function spansInside(value: JsonObject): unknown[] | undefined {
  const lists = Object.entries(value)
    .map(([name, list]) => [name, list ?? []] as const)
    .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const [first] = lists;
  if (first === undefined || lists.length < Object.keys(value).length) return undefined;
  const arePairs = lists.every(([, list]) => list.every((pair) => Array.isArray(pair) && pair.length === 2));
  const byType = lists.flatMap(([type, list]) => list.map((span) => ({ span, type })));
  if (byType.length > 0 && byType.every(({ span }) => isObject(span) && readSpan(span, '') === undefined)) {
    const spans = byType.map(({ span, type }) => ({ ...(span as JsonObject), label: type }));
    return spans.every((span) => readSpan(span, '') !== undefined) ? spans : undefined;
  }
  const rows = arePairs
    ? lists.flatMap(([type, list]) => (list as [unknown, unknown][]).map((pair) => [...pair, type]))
    : first[1].map((_, i) => Object.fromEntries(lists.map(([name, list]) => [name, list[i]])));
  const isWhole = arePairs || lists.every(([, { length }]) => length === rows.length);
  return isWhole && rows.every((row) => readSpan(row, '') !== undefined) ? rows : undefined;
}

/**
 * The lists of a record that have a start, an end and a type of each span: `"starts": [0], "ends": [3], "types":
 * ["PER"]`, or `"offsets": [[0, 3]], "labels": ["PER"]`.
 */
function listsOfSpans(record: JsonObject): JsonObject {
  const lists: JsonObject = {};
  for (const [name, value] of Object.entries(record)) {
    const field = Array.isArray(value) ? (arePlaces(name, value) ? 'span' : spanField(name)) : undefined;
    if (field === undefined) continue;
    if (lists[field] !== undefined) return {};
    lists[field] = value;
  }
  const { start, end, span, label } = lists;
  const areWhole =
    span === undefined ? start !== undefined && end !== undefined : start === undefined && end === undefined;
  return areWhole && label !== undefined ? lists : {};
}

/** A list of objects or lists in a string, as JSON or as Python writes it. */
const LIST = /^\s{0,20}\[\s{0,20}[[({]/;

/** The list that a string has; undefined for other values. */
export function listIn(value: unknown): unknown[] | undefined {
  const list = typeof value === 'string' && LIST.test(value) ? valueIn(value) : undefined;
  return Array.isArray(list) ? list : undefined;
}

/** Stands for lists of a start, an end and a type of each span, among the fields of a record. */
export const PARALLEL = 'starts, ends, types';

export function parallelSpans(record: JsonObject): unknown[] | undefined {
  return spansInside(listsOfSpans(record));
}

/** The spans of a list, of an object of lists, or of a string that has nothing else. */
export function spansIn(value: unknown): unknown[] | undefined {
  if (isObject(value)) return Object.keys(value).length === 0 ? [] : spansInside(value);
  return listIn(value) ?? (value === '' ? [] : typeof value === 'string' ? spansInString(value) : undefined);
}

/** UBIAI calls its spans tokens. */
function isUbiaiSpan(token: unknown): boolean {
  return isObject(token) && typeof token['entityLabel'] === 'string';
}

function usualText(record: JsonObject): string | undefined {
  return TEXT_FIELDS.map((name) => record[name]).find((value) => typeof value === 'string');
}

/** The text in a usual field. JSON-MIN has the names of a project's fields: there, the text is the only string that the spans quote. */
function textOf(record: JsonObject, spans: readonly unknown[]): string | { message: string } | undefined {
  const usual = usualText(record);
  if (usual !== undefined) return usual;
  const values = spans.filter(isObject).filter(({ labels, text }) => isStrings(labels) && typeof text === 'string');
  if (values.length === 0) return undefined;
  const quoted = Object.values(record).filter(
    (value): value is string =>
      typeof value === 'string' &&
      values.every(({ start, end, text }) => text === value.slice(start as number, end as number)),
  );
  return quoted[0] ?? { message: 'No field contains the text that the spans quote.' };
}

function withSpans(
  text: string,
  field: string | undefined,
  written: readonly unknown[],
  { sentences, notes: others = [] }: Pick<AnnotatedText, 'sentences' | 'notes'>,
): AnnotatedText | string {
  const accepted = written.filter((span) => !isRejected(span));
  const spans: WrittenSpan[] = [];
  for (const span of accepted) {
    const read = readSpan(span, text);
    if (read === undefined)
      return `${field ?? 'The list of spans'} contains ${JSON.stringify(span)}, expected a span: [start, end, "TYPE"], or an object with start, end and label.`;
    spans.push(...read);
  }
  const rejected = written.length - accepted.length;
  const notes = [
    ...(rejected > 0 ? ['spans with another answer than accept, which were left out'] : []),
    ...(accepted.some(isDiscontinuous) ? [DISCONTINUOUS] : []),
    ...others,
  ];
  return {
    text,
    spans,
    ...(sentences && { sentences }),
    ...(field !== undefined && written.every(isCorrectable) && { path: [field] }),
    ...(notes.length > 0 && { notes }),
  };
}

/** Whether it is an answer of Prodigy: those to questions are other texts. */
function isAnswer(answer: unknown): boolean {
  return answer === 'accept' || isRejection(answer);
}

function isRejection(answer: unknown): boolean {
  return answer === 'reject' || answer === 'ignore';
}

/** Prodigy's answer to a single span. */
function isRejected(span: unknown): boolean {
  return isObject(span) && isRejection(span['answer']);
}

/** The tokens of Prodigy, spaCy and our own exports. Our own have one sentence in each object; spaCy may list sentences. */
function sentencesOf(record: JsonObject, text: string): Pick<AnnotatedText, 'sentences' | 'notes'> {
  const { tokens: written, sents, tagsmith } = record;
  const tokens = isStrings(written) ? stringTokens(text, written) : givenTokens(written, text, 'code points');
  if (tokens === undefined) {
    return Array.isArray(written) && written.length > 0
      ? { notes: ['tokens that do not fit the text: it was split into tokens again'] }
      : {};
  }
  if (isObject(tagsmith)) return { sentences: [tokens] };
  const { toUtf16 } = offsetConverters(text)('code points');
  const starts = Array.isArray(sents)
    ? sents.filter(isObject).flatMap(({ start }) => (typeof start === 'number' ? (toUtf16(start) ?? []) : []))
    : undefined;
  return { sentences: inSentences(text, tokens, starts) };
}

function stringTokens(text: string, tokens: readonly string[]): TextToken[] | undefined {
  const offsets = locateTokens(text, tokens)?.offsets;
  const isWhole = offsets !== undefined && text.slice(offsets.at(-1)?.end ?? 0).trim() === '';
  return isWhole ? offsets.map((places, i) => ({ text: tokens[i]!, ...places })) : undefined;
}

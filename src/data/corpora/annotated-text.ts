import { describe, isObject, isStrings, type JsonObject } from './json-values.ts';

/** Fields in which annotation tools store the spans of a `text`. */
const SPAN_FIELDS = ['label', 'labels', 'entities', 'spans'];

/** Tools written in Python count code points, those in JavaScript UTF-16 code units. */
export type OffsetUnit = 'code points' | 'UTF-16 units';

/** A span `[start, end)` of characters, as written in the file. */
export interface WrittenSpan {
  start: number;
  end: number;
  type: string;
  unit: OffsetUnit;
}

export interface AnnotatedText {
  text: string;
  /** Undefined if the text is not annotated. */
  spans: WrittenSpan[] | undefined;
  /** Path of the `spans` array in the record, as member names and indices. Undefined if the text is not annotated. */
  path?: readonly (string | number)[];
}

/**
 * Reads a text with spans as exported by doccano, spaCy, Prodigy or Label Studio.
 *
 * @returns an error message if the spans are malformed, undefined if the record is not an annotated text
 */
export function readAnnotatedText(record: JsonObject): AnnotatedText | string | undefined {
  const { data, annotations, text } = record;
  if (isObject(data) && Array.isArray(annotations)) return readTask(data, annotations);
  if (typeof text !== 'string') return undefined;
  const fields = SPAN_FIELDS.filter((name) => Array.isArray(record[name]));
  const field = fields.find((name) => (record[name] as unknown[]).length > 0) ?? fields[0];
  return field === undefined ? undefined : withSpans(text, [field], record[field] as unknown[]);
}

/** Reads a Label Studio task: the first annotation that was not cancelled. */
function readTask({ text }: JsonObject, annotations: readonly unknown[]): AnnotatedText | string {
  if (typeof text !== 'string') return `data.text is ${describe(text)}, expected a string.`;
  const index = annotations.findIndex((found) => isObject(found) && found['was_cancelled'] !== true);
  const annotation: unknown = annotations[index];
  if (!isObject(annotation)) return { text, spans: undefined };
  const { result } = annotation;
  if (!Array.isArray(result)) return `The result of the annotation is ${describe(result)}, expected an array.`;
  const values = (result as unknown[]).map((region) => (isObject(region) ? region['value'] : undefined));
  const labelled = values.filter((value) => isObject(value) && value['labels'] !== undefined); // skips choices, relations and so on
  return withSpans(text, ['annotations', index, 'result'], labelled);
}

/** A span that another model has predicted. */
export interface PredictedSpan extends WrittenSpan {
  /** In [0, 1]; undefined if unknown. */
  probability: number | undefined;
}

/** The last predictions of a Label Studio task; empty if they are missing or cannot be read. */
export function readPredictions({ data, predictions }: JsonObject): PredictedSpan[] {
  if (!isObject(data) || !Array.isArray(predictions)) return [];
  const result: unknown = predictions.findLast((prediction) => isObject(prediction))?.['result'];
  if (!Array.isArray(result)) return [];
  return result.filter(isObject).flatMap(({ value, score }) => {
    const probability = typeof score === 'number' && score >= 0 && score <= 1 ? score : undefined;
    const spans = isObject(value) && value['labels'] !== undefined ? readSpan(value) : [];
    return (spans ?? []).map((span) => ({ ...span, probability }));
  });
}

function withSpans(
  text: string,
  path: readonly (string | number)[],
  written: readonly unknown[],
): AnnotatedText | string {
  const read = written.map(readSpan);
  const malformed = read.indexOf(undefined);
  if (malformed >= 0) {
    return `${path.at(-1)} contains ${JSON.stringify(written[malformed])}, expected a span: [start, end, "TYPE"], or an object with start, end and label.`;
  }
  return { text, spans: read.flatMap((spans) => spans ?? []), path };
}

/** Reads a value as one span per label; undefined if it is not a span. */
export function readSpan(span: unknown): WrittenSpan[] | undefined {
  if (Array.isArray(span)) return spansOf(span[0], span[1], [span[2]], 'code points');
  if (!isObject(span)) return undefined;
  const start = span['start_offset'] ?? span['start'];
  const end = span['end_offset'] ?? span['end'];
  const { label, labels } = span; // only Label Studio has a list of labels
  return labels === undefined
    ? spansOf(start, end, [label], 'code points')
    : spansOf(start, end, labels, 'UTF-16 units');
}

function spansOf(start: unknown, end: unknown, types: unknown, unit: OffsetUnit): WrittenSpan[] | undefined {
  if (!isWhole(start) || !isWhole(end) || !isStrings(types) || types.includes('')) return undefined;
  return types.map((type) => ({ start, end, type, unit }));
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value);
}

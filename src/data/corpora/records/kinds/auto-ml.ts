import { isObject, type JsonObject } from '../../json/values.ts';
import type { RecordKind, WrittenSpan } from '../record.ts';
import { isWhole } from '../spans.ts';

/**
 * A text of AutoML Natural Language: `{"text_snippet": {"content": …}, "annotations": [{"text_extraction": {"text_segment":
 * {"start_offset": 0, "end_offset": 3}}, "display_name": "PER"}]}`. A document in a file of its own has no text here.
 */
export const autoMl: RecordKind = {
  title: 'AutoML Natural Language',
  read(record) {
    const text = textOf(record);
    const { annotations = [] } = record;
    if (text === undefined || !Array.isArray(annotations)) return undefined;
    const found = annotations.map(spanOf);
    if (found.includes('other')) return undefined; // a class
    const wrong = found.indexOf(undefined);
    if (wrong >= 0)
      return `annotations contains ${JSON.stringify(annotations[wrong])}, expected an object with display_name, and offsets in text_extraction.`;
    const isAnnotated = record['annotations'] !== undefined;
    return { texts: [{ text, spans: isAnnotated ? (found as WrittenSpan[]) : undefined }] };
  },
};

/** The member with a name in the style of Python, or of JavaScript. */
function member(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  return value[name] ?? value[name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];
}

function textOf(record: JsonObject): string | undefined {
  const written = member(record, 'text_snippet') ?? member(member(record, 'document'), 'document_text');
  const content = member(written, 'content');
  return typeof content === 'string' ? content : undefined;
}

/** Undefined if it is malformed, `other` if it is no span. */
function spanOf(annotation: unknown): WrittenSpan | 'other' | undefined {
  const extraction = member(annotation, 'text_extraction');
  if (extraction === undefined) return 'other';
  const segment = member(extraction, 'text_segment');
  const start = Number(member(segment, 'start_offset') ?? 0); // Google's programs leave out zeros
  const end = Number(member(segment, 'end_offset') ?? Number.NaN);
  const [type, text] = [member(annotation, 'display_name'), member(segment, 'content')];
  if (!isWhole(start) || !isWhole(end) || typeof type !== 'string' || type === '') return undefined;
  return { start, end, type, unit: 'code points', ...(typeof text === 'string' && { text }) };
}

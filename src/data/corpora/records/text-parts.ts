import { isObject, type JsonObject } from '../json-values.ts';
import type { RecordKind, WrittenSpan } from './record.ts';

/** The fields of a part. `alias` is the parameter of Dialogflow, `meta` its type. */
const FIELDS = new Set(['text', 'entity', 'alias', 'meta', 'slot_name', 'userDefined', 'range', 'resolvedValue']);

/** A text in parts, some of which have a type: `{"data": [{"text": "rain in "}, {"text": "Oslo", "entity": "city"}]}`. */
export const textParts: RecordKind = {
  title: 'SNIPS, Dialogflow',
  read(record) {
    if (!areTextParts(record)) return undefined;
    let text = '';
    const spans: WrittenSpan[] = [];
    for (const part of record.data) {
      const start = text.length;
      text += part.text;
      const type = [part['slot_name'], part['entity'], part['alias'], part['meta']].find(
        (name) => typeof name === 'string' && name.trim() !== '',
      );
      if (type !== undefined && part.text.trim() !== '')
        spans.push({ start, end: text.length, type: type as string, unit: 'UTF-16 units' });
    }
    return { texts: [{ text, spans }] };
  },
};

/** Whether an object is a text in parts. */
export function areTextParts(
  value: unknown,
): value is JsonObject & { data: readonly (JsonObject & { text: string })[] } {
  if (!isObject(value) || !Array.isArray(value['data']) || value['data'].length === 0) return false;
  return value['data'].every(
    (part) => isObject(part) && typeof part['text'] === 'string' && Object.keys(part).every((name) => FIELDS.has(name)),
  );
}

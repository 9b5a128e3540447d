import { isObject, type JsonObject } from '../../json/values.ts';
import type { RecordKind, WrittenSpan } from '../record.ts';

/** The fields of a part. `alias` is the parameter of Dialogflow, `meta` its type. */
const FIELDS = new Set(['text', 'entity', 'alias', 'meta', 'slot_name', 'userDefined', 'range', 'resolvedValue']);
const TYPES = ['slot_name', 'entity', 'alias', 'meta'];

interface Part extends JsonObject {
  text: string;
}

/** A text in parts, some of which have a type: `{"intent": "…", "data": [{"text": "rain in "}, {"text": "Oslo", "entity": "city"}]}`. */
export const textParts: RecordKind = {
  title: 'SNIPS, Dialogflow',
  read(record) {
    const parts = isUserPhrase(record) || typeof record['intent'] === 'string' ? partsOf(record) : undefined;
    if (parts === undefined) return undefined;
    let text = '';
    const spans: WrittenSpan[] = [];
    for (const part of parts) {
      const start = text.length;
      text += part.text;
      const type = typeOf(part);
      if (type !== undefined && part.text.trim() !== '')
        spans.push({ start, end: text.length, type, unit: 'UTF-16 units' });
    }
    return { texts: [{ text, spans }] };
  },
};

/** Whether an object is a user phrase of Dialogflow, whose parts say whether a person marked them. */
export function isUserPhrase(value: unknown): boolean {
  return partsOf(value)?.some((part) => typeof part['userDefined'] === 'boolean') ?? false;
}

/** Whether objects are utterances of SNIPS: some of their parts have a type, others have none. Texts in a list `data` are not. */
export function areUtterances(values: readonly unknown[]): values is readonly JsonObject[] {
  const parts = values.map(partsOf);
  const all = parts.flatMap((of) => of ?? []);
  return (
    parts.every((of) => of !== undefined) &&
    all.some((part) => typeOf(part) !== undefined) &&
    all.some((part) => typeOf(part) === undefined)
  );
}

/** Neighbours without a type would be one part. */
function partsOf(value: unknown): readonly Part[] | undefined {
  if (!isObject(value) || !Array.isArray(value['data']) || value['data'].length === 0) return undefined;
  const parts = value['data'] as readonly unknown[];
  if (!parts.every(isPart)) return undefined;
  const isApart = (part: Part, i: number) =>
    typeOf(part) !== undefined || i === 0 || typeOf(parts[i - 1]!) !== undefined;
  return parts.every(isApart) ? parts : undefined;
}

function isPart(value: unknown): value is Part {
  return isObject(value) && typeof value['text'] === 'string' && Object.keys(value).every((name) => FIELDS.has(name));
}

function typeOf(part: Part): string | undefined {
  return TYPES.map((name) => part[name]).find((name): name is string => typeof name === 'string' && name.trim() !== '');
}

import { isObject } from '../../json/values.ts';
import type { RecordKind, WrittenSpan } from '../record.ts';
import { isWhole } from '../spans.ts';

/** An utterance of LUIS: `{"text": …, "intent": …, "entities": [{"entity": "city", "startPos": 7, "endPos": 10}]}`. The end is the last character. */
export const luis: RecordKind = {
  title: 'LUIS',
  read({ text, entities }) {
    if (typeof text !== 'string' || !Array.isArray(entities) || entities.length === 0) return undefined;
    const spans = entities.map(spanOf);
    return spans.every((span) => span !== undefined) ? { texts: [{ text, spans }] } : undefined;
  },
};

function spanOf(written: unknown): WrittenSpan | undefined {
  if (!isObject(written)) return undefined;
  const { entity: type, startPos: start, endPos: last } = written;
  if (!isWhole(start) || !isWhole(last) || typeof type !== 'string' || type === '') return undefined;
  return { start, end: last + 1, type, unit: 'UTF-16 units' };
}

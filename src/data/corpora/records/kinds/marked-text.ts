import { marksIn, marksOf, type MarksFound, withoutMarks } from '../../marks.ts';
import type { JsonObject } from '../../json/values.ts';
import type { RecordKind } from '../record.ts';

/** The field of objects with most marks of entities, and what they look like. Undefined if none has such marks. */
export function markedFieldOf(records: readonly JsonObject[]): { field: string; marks: MarksFound } | undefined {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const fields = names.flatMap((field) => {
    const texts = records.map((record) => record[field]).filter((value) => typeof value === 'string');
    const marks = marksIn(texts);
    return marks === undefined ? [] : [{ field, marks, count: texts.flatMap(marksOf).length }];
  });
  return fields.toSorted((a, b) => b.count - a.count)[0];
}

/** A text with marked entities: `{"text": "[Ada](PER) left"}`. */
export const markedText: RecordKind = {
  title: 'texts with marked entities',
  read(record, { markedField }) {
    const marked = markedField === undefined ? undefined : record[markedField];
    if (typeof marked !== 'string') return undefined;
    const notes = [`entities marked in ${markedField}: offsets refer to the text without the marks`];
    return { texts: [{ ...withoutMarks(marked), notes }] };
  },
};

import { isObject, type JsonObject } from '../json/values.ts';
import { BARE_NOTE, marksOf, withoutMarks } from '../marks.ts';
import type { WrittenSpan } from '../records/record.ts';
import { isWhole, spanField } from '../records/spans.ts';
import { TEXT_FIELDS } from '../records/kinds/text-spans.ts';

/** A text with some of its entities. */
interface Row {
  text: string;
  spans: WrittenSpan[];
  notes?: string[];
}

/** Reads an object that annotates a part of a text; an error message if it does not. */
export type ReadRow = (record: JsonObject) => Row | string;

/** The offsets of each type: `{"text": …, "indexes": {"drug": {"start_char": [5], "end_char": [12]}}}`; `drug` has its words. */
export const indexedRow: ReadRow = (record) => {
  const { indexes } = record;
  const text = TEXT_FIELDS.map((name) => record[name]).find((value) => typeof value === 'string');
  if (text === undefined || !isObject(indexes)) return 'Found no text with indexes.';
  const spans: WrittenSpan[] = [];
  for (const [type, places] of Object.entries(indexes)) {
    const [starts, ends] = [offsetsIn(places, 'start'), offsetsIn(places, 'end')];
    if (starts?.length !== ends?.length || starts === undefined)
      return `indexes contains ${JSON.stringify({ [type]: places })}, expected as many starts as ends.`;
    const own = record[type];
    for (const [i, start] of starts.entries())
      spans.push({ start, end: ends![i]!, type, unit: 'code points', ...(typeof own === 'string' && { text: own }) });
  }
  return { text, spans };
};

function offsetsIn(places: unknown, field: 'start' | 'end'): number[] | undefined {
  const [, found] = Object.entries(isObject(places) ? places : {}).find(([name]) => spanField(name) === field) ?? [];
  const offsets = [found].flat();
  return offsets.every(isWhole) ? offsets : undefined;
}

/** What the type of all marks of an object is called. */
const TYPE = /^(?:entity[_ ]?|ner[_ ]?)?(?:type|label|class|category|tag|entity|name)$/i;

/** How objects with a text whose entities are marked without a type are read; undefined if they have none. */
export function barelyMarkedRows(sample: readonly JsonObject[]): ReadRow | undefined {
  if (sample.some((record) => Object.values(record).some(isAnnotated))) return undefined;
  const names = [...new Set(sample.flatMap((record) => Object.keys(record)))];
  const count = (fits: (record: JsonObject) => boolean) => sample.filter(fits).length;
  const marked = names.find((name) => sample.some((record) => isBarelyMarked(record[name])));
  if (marked === undefined) return undefined;
  const plainOf = (record: JsonObject) => withoutMarks(String(record[marked])).text;
  const twin = names.find((name) => name !== marked && 2 * count((record) => record[name] === plainOf(record)) > sample.length); // prettier-ignore
  const typed = names.find((name) => name !== twin && name !== marked && TYPE.test(name) && sample.every((record) => isType(record[name]))); // prettier-ignore
  return (record) => {
    const written = record[marked];
    if (typeof written !== 'string') return `${marked} is no text.`;
    const { text, spans } = withoutMarks(written);
    if (twin !== undefined && record[twin] !== text) return `${marked} without its marks is not the text in ${twin}.`;
    if (typed === undefined) return { text, spans, notes: spans.length > 0 ? [BARE_NOTE] : [] };
    return { text, spans: spans.map((span) => ({ ...span, type: String(record[typed]) })) };
  };
}

/** Whether a value may have spans, or tokens or tags, beside which marks are text. */
function isAnnotated(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function isBarelyMarked(value: unknown): boolean {
  return typeof value === 'string' && marksOf(value).some(({ form }) => form === 'bare');
}

function isType(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_TYPE;
}

const LONGEST_TYPE = 60;

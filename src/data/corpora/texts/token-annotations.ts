import { valueIn } from '../containers/list-cell.ts';
import { isObject, isStrings, type JsonObject } from '../json/values.ts';
import { isIntentTree } from '../intent-tree.ts';
import { areTags, isJoinedTags } from '../records/kinds/joined-tags.ts';
import { readSpan } from '../records/spans.ts';
import { slotPositionsOf } from '../records/kinds/slot-positions.ts';
import { SPAN_FIELDS } from '../records/kinds/text-spans.ts';
import { TOKEN_SPAN_FIELDS } from '../records/kinds/token-spans.ts';

const SPAN_NAMES: ReadonlySet<string> = new Set([...SPAN_FIELDS, ...TOKEN_SPAN_FIELDS]);
/** `start_char`, `endOffset`, `entity_begin` */
const OFFSET_NAME =
  /^(.+[ _-])?(((start|begin|end|stop)s?[ _-]?(char(acter)?s?|offset|pos(ition)?|index|idx|token)?)|((char|offset|pos(ition)?)[ _-]?(start|begin|end|stop)))$/i;

/** Whether the records annotate tokens or parts of their texts: with spans, a tag per token, or a start and an end in each. */
export function annotateTokens(records: readonly JsonObject[]): boolean {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const members = names.map((name) => ({
    name,
    values: records.map((record) => record[name]).filter((value) => value !== undefined && value !== null),
  }));
  if (members.filter(({ name, values }) => OFFSET_NAME.test(name) && areWhole(values)).length >= 2) return true;
  return members.some(({ name, values }) => haveSpans(name, values) || areTagLists(values));
}

function areWhole(values: readonly unknown[]): boolean {
  const filled = values.flat().filter((value) => value !== '');
  return filled.length > 0 && filled.every((value) => /^\d+(\.0)?$/.test(String(value)));
}

/** Whether some value has spans, or the field is named after spans and has lists that are all empty: nothing was found in these texts. */
function haveSpans(name: string, values: readonly unknown[]): boolean {
  const isNamed = SPAN_NAMES.has(name);
  if (values.some(isIntentTree)) return true;
  if (name === 'positions' && values.length > 0 && values.every(slotPositionsOf)) return true;
  if (values.some((value) => holdsSpans(isNamed, value))) return true;
  return isNamed && values.length > 0 && values.every((value) => Array.isArray(value) && value.length === 0);
}

/** @param isNamed whether the field is named after spans: any objects or lists are spans there */
function holdsSpans(isNamed: boolean, value: unknown): boolean {
  const read = typeof value === 'string' ? jsonIn(value) : value;
  if (!isObject(read)) return hasSpan(isNamed, read);
  return Object.entries(read).some(([name, inner]) => hasSpan(isNamed || SPAN_NAMES.has(name), inner));
}

function hasSpan(isNamed: boolean, list: unknown): boolean {
  return (
    Array.isArray(list) &&
    list.some((item) => (isObject(item) || Array.isArray(item)) && (isNamed || readSpan(item, '') !== undefined))
  );
}

/** The list or object that a cell has in the way of JSON or Python. */
export function jsonIn(cell: string): unknown {
  return /^\s*(?:[[(]\s*[[({]|\{\s*["'])/.test(cell) ? valueIn(cell) : undefined;
}

/** Whether most values are several tags of a scheme, as a list or a string. One O is the tag of a sentence with one word. */
function areTagLists(values: readonly unknown[]): boolean {
  const filled = values.filter((value) => value !== '');
  const tags = filled.filter(
    (value): value is string | string[] => isJoinedTags(value) || (isStrings(value) && areTags(value)),
  );
  return (
    2 * tags.length > filled.length &&
    tags.some((value) => (typeof value === 'string' ? /\S[\s,;|]+\S/.test(value) : value.length > 1))
  );
}

import { valueIn } from '../containers/list-cell.ts';
import { isObject, isStrings, type JsonObject } from '../json/values.ts';
import { UNSPACED } from '../../text/unspaced.ts';

/**
 * How a value stands for strings: as a list, also as Python, JSON or NumPy write one; by its characters; by its parts between
 * characters; by a member of the objects or lists in a list; by one side of the words of a text that are joined to their
 * tags, `Oslo/LOC`; by what an object has for each word, `{"Oslo": "LOC"}`.
 */
type Form =
  | { kind: 'list' }
  | { kind: 'characters' }
  | { kind: 'by word' }
  | { kind: 'parts'; by: string }
  | { kind: 'members'; name: string }
  | { kind: 'sides'; by: string; isLast: boolean };

/** A field of records whose values stand for strings. */
export interface Layer {
  /** The name of the field, behind those of the objects that it is in. */
  path: readonly string[];
  form: Form;
}

/** The words of a sentence and as many tags, in fields of any name: found by what is in them. */
export interface TaggedFields {
  words: Layer;
  tags: Layer;
}

/** Between words or tags; the space is any white space. */
const SEPARATORS = [' ', ',', ';', '|', '/', '#'];
/** Between a word and its tag: longer ones first. */
const JOINERS = ['|||', '//', '##', '__', '/', '|', '#', '\\', '^', '@', '_'];
/** Objects in objects, at most. */
const MOST_NESTED = 3;
/** Members of objects, at most: more are names by themselves. */
const MOST_FIELDS = 60;
/** Share of the words of texts that must be joined to a tag. */
const JOINED_SHARE = 0.98;
/** A cell with a list, or the start of one of strings: one that does not end is none of another form. */
const LIST = /^\s*(?:(?:np\.|numpy\.)?array\()?(?:[[(]\s*['"]|[[({].*[\])}]\s*$)/s;

export function nameOf({ path }: Layer): string {
  return path.join('.');
}

export function valueAtPath(record: JsonObject, path: readonly string[]): unknown {
  let value: unknown = record;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** The paths to all values of records that are no objects. Objects of strings by their words have too many members. */
export function pathsIn(records: readonly JsonObject[], path: readonly string[] = []): (readonly string[])[] {
  const objects = records.map((record) => valueAtPath(record, path)).filter(isObject);
  if (objects.length === 0) return [path];
  const names = new Set(objects.flatMap((object) => Object.keys(object)));
  if (path.length === MOST_NESTED || names.size > MOST_FIELDS) return [];
  return [...names].flatMap((name) => pathsIn(records, [...path, name]));
}

/** The ways to read the field at a path as strings that fit its values. */
export function layersAt(records: readonly JsonObject[], path: readonly string[]): Layer[] {
  const values = records.map((record) => valueAtPath(record, path)).filter((value) => !isMissing(value));
  return formsOf(values).map((form) => ({ path, form }));
}

function formsOf(values: readonly unknown[]): Form[] {
  if (values.length === 0) return [];
  if (values.every(Array.isArray)) {
    const names = membersOf(values.flat().slice(0, SAMPLED_ITEMS));
    return [{ kind: 'list' }, ...names.map((name): Form => ({ kind: 'members', name }))];
  }
  if (!isStrings(values)) return [];
  if (2 * values.filter((text) => LIST.test(text)).length > values.length) return [{ kind: 'list' }];
  return [
    ...SEPARATORS.filter((by) => values.some((text) => text.trim().includes(by))).map((by): Form => ({
      kind: 'parts',
      by,
    })),
    ...JOINERS.filter((by) => areJoined(values, by)).flatMap((by): Form[] => [
      { kind: 'sides', by, isLast: false },
      { kind: 'sides', by, isLast: true },
    ]),
    ...(values.some((text) => UNSPACED.test(text)) ? [{ kind: 'characters' } as const] : []),
  ];
}

const SAMPLED_ITEMS = 200;

/** The members that all items of lists have as strings: those of objects by name, those of lists by number. */
function membersOf(items: readonly unknown[]): string[] {
  const [first] = items;
  if (typeof first !== 'object' || first === null) return [];
  return Object.keys(first).filter((name) => items.every((item) => typeof memberOf(item, name) === 'string'));
}

function memberOf(item: unknown, name: string): unknown {
  return typeof item === 'object' && item !== null && Object.hasOwn(item, name)
    ? (item as JsonObject)[name]
    : undefined;
}

function areJoined(texts: readonly string[], by: string): boolean {
  if (!texts.every((text) => text.includes(by))) return false;
  const words = texts.flatMap((text) => text.trim().split(/\s+/)).slice(0, SAMPLED_ITEMS);
  return words.filter((word) => sidesOf(word, by) !== undefined).length >= JOINED_SHARE * words.length;
}

/** A word and its tag: the word may have the joiner, too. */
function sidesOf(word: string, by: string): readonly [string, string] | undefined {
  const at = word.lastIndexOf(by);
  return at <= 0 || at + by.length === word.length ? undefined : [word.slice(0, at), word.slice(at + by.length)];
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/**
 * The strings of a layer in a record; empty where it has no value. Undefined if its value is of another form.
 *
 * @param beside how many there are in another layer: parts are joined again where they are too many; and its words, for what
 *   an object has for each
 */
export function stringsAt(
  record: JsonObject,
  { path, form }: Layer,
  { count, words = [] }: { count?: number | undefined; words?: readonly string[] | undefined } = {},
): string[] | undefined {
  const value = valueAtPath(record, path);
  if (isMissing(value)) return [];
  if (form.kind === 'by word') {
    const own = isObject(value) ? words.map((word) => memberOf(value, word)) : undefined;
    return isStrings(own) ? own : undefined;
  }
  if (form.kind === 'list') {
    const list = typeof value === 'string' ? valueIn(value) : value;
    return isStrings(list) ? list : undefined;
  }
  if (form.kind === 'members') {
    const own = Array.isArray(value) ? value.map((item) => memberOf(item, form.name)) : undefined;
    return isStrings(own) ? own : undefined;
  }
  if (typeof value !== 'string') return undefined;
  if (form.kind === 'parts') return partsOf(value, form.by, count);
  if (form.kind === 'characters') return [...value].filter((character) => character.trim() !== '');
  const sides = value
    .trim()
    .split(/\s+/)
    .map((word) => sidesOf(word, form.by));
  return sides.includes(undefined) ? undefined : sides.map((both) => both![form.isLast ? 1 : 0]);
}

function partsOf(text: string, by: string, count: number | undefined): string[] {
  if (by === ' ') return text.trim().split(/\s+/);
  const parts = text.split(by).map((part) => part.trim());
  if (count === undefined || parts.length === count) return parts;
  // What separates words may be a word itself, which leaves two empty parts.
  const words = parts.flatMap((part, i) => (part !== '' ? [part] : parts[i + 1] === '' ? [by] : []));
  let missing = words.length - count;
  // Or a part of a number: 1,000.
  return words.reduce<string[]>((all, word) => {
    const isRest = missing > 0 && /^\d{3}(?!\d)/.test(word) && /\d$/.test(all.at(-1) ?? '');
    if (!isRest) return [...all, word];
    missing--;
    return [...all.slice(0, -1), `${all.at(-1)}${by}${word}`];
  }, []);
}

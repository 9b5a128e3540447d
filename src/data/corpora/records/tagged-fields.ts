import type { ReadingQuestion } from '../../corpus.ts';
import { detectStyle } from '../../tags/tag-detect.ts';
import { isBare } from '../../tags/tag-style.ts';
import { fieldQuestion } from '../json/fields.ts';
import { isObject, type JsonObject } from '../json/values.ts';
import { areTags } from './kinds/joined-tags.ts';
import { layersAt, nameOf, pathsIn, stringsAt, valueAtPath, type Layer, type TaggedFields } from './layers.ts';
import type { RecordKind } from './record.ts';

export interface FoundTags extends TaggedFields {
  /** Further layers with as many values. */
  others: readonly Layer[];
  question?: ReadingQuestion;
}

/** Share of the records with as many tags as words. */
const FITTING = 0.9;
const MOST_TAGS = 150;
const LONGEST_TAG = 60;
/** A type without the letter of a scheme, and the share of the tokens outside entities beside such types. */
const TYPE = /^\p{L}[\p{L}\p{N}_ .&/-]*$/u;
const OUTSIDE = 0.35;
/** Share of a text that words must cover, if they are members of objects beside it: entities do not. */
const COVERED = 0.7;
/** What words are called, and layers that are no entities. */
const WORDS = /tok|word|sent|text|content|utter|query|form|input|source/i;
const OTHER_LAYER = /pos|chunk|dep|lemma|lang|morph|head|pred|feat/i;
const TAG_NAME = /tag|label|ner|entit|bio|iob|slot|annot/i;

/** How many times as various words must be as another layer, such as lemmas. */
const VARIETY = 1.5;
/** Share of the words with letters: results and tables have many numbers. */
const LETTERS = 0.1;

interface Strings {
  layer: Layer;
  /** Of each record; undefined: its value is of another form. */
  lists: (readonly string[] | undefined)[];
}

/**
 * The fields of records with words and as many tags, by their contents: the tags are few, and those of a scheme, or most are called
 * like outside. Undefined without any.
 *
 * @param given the field of the tags, if it is known
 */
export function taggedFieldsOf(records: readonly JsonObject[], given?: string): FoundTags | undefined {
  const filled = records.filter((record) => Object.keys(record).length > 0);
  if (filled.length === 0) return undefined;
  const layers = pathsIn(filled).flatMap((path) => layersAt(filled, path));
  const all = layers.map((layer): Strings => ({ layer, lists: filled.map((record) => stringsAt(record, layer)) }));
  const tags = all.filter(({ lists }) => areTagsOfTokens(lists));
  const pairs = tags.flatMap((of) => {
    const words = wordsBeside(of, all.filter((other) => !tags.includes(other)), filled); // prettier-ignore
    return words === undefined ? [] : [{ tags: of.layer, words }];
  });
  const wanted = pairs.filter(({ tags: of }) => given === undefined || nameOf(of) === given);
  const [first, ...more] = bestOf(wanted);
  if (first === undefined) return given === undefined ? byWords(all, filled) : undefined;
  const names = [...new Set([first, ...more].map((pair) => nameOf(pair.tags)))];
  const counts = filled.map((record) => stringsAt(record, first.tags)?.length);
  const taken = new Set([first.words, first.tags].map(nameOf));
  const others = all.filter(({ layer, lists }) => {
    const isNew = layer.form.kind !== 'characters' && !taken.has(nameOf(layer)) && fit(lists, counts);
    return isNew && taken.add(nameOf(layer));
  });
  return {
    words: first.words,
    tags: first.tags,
    others: others.map(({ layer }) => layer),
    ...(names.length > 1 && { question: fieldQuestion(names) }),
  };
}

/** Pairs whose tags are more likely those of entities. */
function bestOf<T extends { tags: Layer }>(pairs: readonly T[]): T[] {
  const own = pairs.filter(({ tags }) => !OTHER_LAYER.test(nameOf(tags)));
  const named = own.filter(({ tags }) => TAG_NAME.test(nameOf(tags)));
  return named.length > 0 ? named : own.length > 0 ? own : [...pairs];
}

/** Whether lists are tags of tokens: few different ones, of a scheme, or types of entities beside one that means outside. */
export function areTagsOfTokens(lists: readonly (readonly string[] | undefined)[]): boolean {
  const filled = lists.filter((list) => list !== undefined && list.length > 0) as (readonly string[])[];
  const several = filled.filter(({ length }) => length > 1).length;
  if (filled.length < FITTING * lists.length || several === 0 || 2 * several < filled.length) return false;
  const all = filled.flat();
  const distinct = new Set(all);
  if (distinct.size < 2 || distinct.size > MOST_TAGS) return false;
  if (all.some((tag) => tag.length > LONGEST_TAG || /.[,;|]$/.test(tag))) return false; // separated otherwise
  if (areTags(all)) return true;
  if (2 * distinct.size > all.length || distinct.has('')) return false;
  const style = detectStyle(filled);
  if (!isBare(style)) return style.scheme !== 'none';
  const { outside } = style.letters;
  const areTypes = [...distinct].every((tag) => tag === outside || TYPE.test(tag));
  return filled.length > 1 && areTypes && all.filter((tag) => tag === outside).length >= OUTSIDE * all.length;
}

/**
 * The layer with as many words as tags: with a usual name, or else in the form of the tags, or else with the most various words.
 * Undefined if several are as likely.
 */
function wordsBeside(tags: Strings, others: readonly Strings[], records: readonly JsonObject[]): Layer | undefined {
  const distinct = (lists: Strings['lists']) => new Set(lists.flatMap((list) => list ?? [])).size;
  const counts = tags.lists.map((list) => list?.length);
  const found = others.filter(({ layer, lists }) => {
    if (OTHER_LAYER.test(nameOf(layer))) return false;
    if (layer.form.kind === 'parts' && layer.form.by !== ' ' && !isSameForm(layer, tags.layer)) return false;
    const isWithin = layer.form.kind === 'members' || layer.form.kind === 'sides';
    if (isWithin ? !isSameForm(layer, tags.layer) : isSamePath(layer, tags.layer)) return false;
    if (isWithin && !isSamePath(layer, tags.layer)) return false;
    if (layer.form.kind === 'members' && !coverText(lists, layer, records)) return false;
    const own = records.map((record, i) => stringsAt(record, layer, { count: counts[i] }));
    return fit(own, counts) && areWords(lists) && distinct(lists) >= distinct(tags.lists);
  });
  const likely = ({ layer }: Strings) => (WORDS.test(nameOf(layer)) ? 2 : 0) + (isSameForm(layer, tags.layer) ? 1 : 0);
  const [best, next] = found.toSorted((a, b) => likely(b) - likely(a) || distinct(b.lists) - distinct(a.lists));
  const isOpen =
    best !== undefined &&
    next !== undefined &&
    likely(best) === likely(next) &&
    distinct(best.lists) <= VARIETY * distinct(next.lists) &&
    JSON.stringify(best.lists) !== JSON.stringify(next.lists);
  return isOpen ? undefined : best?.layer;
}

function isSamePath(a: Layer, b: Layer): boolean {
  return nameOf(a) === nameOf(b);
}

function isSameForm({ form: a }: Layer, { form: b }: Layer): boolean {
  return a.kind === b.kind && ('by' in a ? a.by : '') === ('by' in b ? b.by : '');
}

function fit(lists: Strings['lists'], counts: readonly (number | undefined)[]): boolean {
  return lists.filter((list, i) => list !== undefined && list.length === counts[i]).length >= FITTING * lists.length;
}

function areWords(lists: Strings['lists']): boolean {
  const all = lists.flatMap((list) => list ?? []);
  return all.filter((word) => /\p{L}/u.test(word)).length >= LETTERS * all.length;
}

/** Whether words of objects are all of a text, if there is one beside them, and have no places in it. */
function coverText(lists: Strings['lists'], { path }: Layer, records: readonly JsonObject[]): boolean {
  return records.every((record, i) => {
    const [item] = (valueAtPath(record, path) ?? []) as unknown[];
    if (isObject(item) && typeof item['start'] === 'number') return false;
    const texts = Object.values(record).filter((value) => typeof value === 'string' && /\S\s\S/.test(value));
    const length = Math.max(0, ...(texts as string[]).map((text) => text.replaceAll(/\s/g, '').length));
    return (lists[i] ?? []).join('').length >= COVERED * length;
  });
}

/** The words of texts and, in another field, an object with a tag for each. */
function byWords(all: readonly Strings[], records: readonly JsonObject[]): FoundTags | undefined {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const objects = names.filter((name) => records.every(({ [name]: value }) => isObject(value)));
  for (const name of objects) {
    const tags: Layer = { path: [name], form: { kind: 'by word' } };
    for (const { layer: words, lists } of all) {
      if (words.form.kind !== 'list' && !(words.form.kind === 'parts' && words.form.by === ' ')) continue;
      const own = records.map((record, i) => stringsAt(record, tags, { words: lists[i] }));
      const members = records.map((record) => Object.keys(record[name] as JsonObject).length);
      const haveAll = lists.every((list, i) => members[i] === new Set(list).size);
      if (haveAll && fit(own, lists.map((list) => list?.length)) && areTagsOfTokens(own)) return { words, tags, others: [] }; // prettier-ignore
    }
  }
  return undefined;
}

/** The words and tags of a record. Undefined if it has neither, an error message if their numbers differ. */
export function readTagged(
  record: JsonObject,
  fields: TaggedFields,
): { tokens: string[]; tags: string[] } | string | undefined {
  const { words, tags: own } = fields;
  if ([words, own].every(({ path }) => valueAtPath(record, path) === undefined)) return undefined;
  const tags = stringsAt(record, own, { words: stringsAt(record, words) });
  const tokens = stringsAt(record, words, { count: tags?.length });
  if (tags === undefined || tokens === undefined)
    return `${nameOf(tags === undefined ? own : words)} has another form than in other records.`;
  return tokens.length === tags.length
    ? { tokens, tags }
    : `Found ${tags.length} ${nameOf(own)} for ${tokens.length} words of ${nameOf(words)}, expected one per word.`;
}

/** Words and tags in fields of any name. */
export const taggedFields: RecordKind = {
  title: 'words and as many tags',
  read(record, { taggedFields: fields }) {
    const read = fields && readTagged(record, fields);
    if (typeof read !== 'object') return read;
    const isRepeated = fields!.tags.form.kind === 'by word' && new Set(read.tokens).size < read.tokens.length;
    return { sentences: [read], ...(isRepeated && { notes: [REPEATED] }) };
  },
};

const REPEATED = 'words that occur several times, but have one tag: it is that of all their places';

import type { ReadingQuestion } from '../../corpus.ts';
import { isPieceOfWord } from '../layout/odd-columns.ts';
import { hasSchemeLetter } from '../../tags/tag-style.ts';
import { isObject, isStrings, type JsonObject } from './values.ts';
import type { ListFields } from '../records/record.ts';

export const TOKEN_FIELDS = ['tokens', 'words', 'text', 'sentence', 'token'];
/** The field with the names of integer labels. */
export const NAMES_FIELD = 'label_names';
export const TAG_FIELDS = ['ner_tags', 'tags', 'labels', 'ner', 'label', 'tag'];
/** Fields of tokens in files whose objects have none of the usual ones; not `keywords`. */
const OTHER_TOKEN_FIELDS = /^(word|sent|x|input|source|tokeni[sz]ed(_\w+)?|(?!key_|stop_|top_)(\w+_)?(tokens|words))$/i;
/** Fields with the pieces of words of a language model; beside spans of a text, they are no tokens of their own. */
export const PIECES = /^(?:\w*bert|gpt\d?|t5|subword|wordpiece|sentencepiece|bpe)_/i;
/** Fields whose values are tags even without a scheme letter. */
const TAG_NAME = /tag|label|ner|entit|bio|iob/i;
/** Fields with one label per token that are not entities. */
const OTHER_LAYER = /pos|chunk|dep|lemma|lang|morph|head|pred|suggest|stanford|space|feat/i;

/** The fields of a file's objects with one value per token. */
export interface JsonFields {
  /** Undefined: the first usual one of each object. */
  tokens?: string;
  tags?: string;
  /** Tags are names, although those of an object may all be digits: `0` means outside. */
  haveNames?: true;
  /** The tokens are whole texts. */
  areTexts?: true;
  question?: ReadingQuestion;
}

/** Words from which on a token is a text. */
const TEXT_WORDS = 4;

/** What an array with one value per token looks like, over all sampled objects. */
interface Field {
  objects: number;
  /** Number of objects in which all values have the letter of a scheme. */
  lettered: number;
  /** Whether some value has a type, too: `B-PER`. */
  hasTypes: boolean;
  areStrings: boolean;
}

/**
 * Decides from the first objects of a file which fields have the tokens and the tags: a usual name, unless its values are no tags of a
 * scheme and those of another field are; or the only field with such values.
 *
 * @param given the field of the tags, if it is known
 */
export function jsonFields(records: readonly JsonObject[], given?: string): JsonFields {
  const fields = fieldsOf(records, given);
  const values = records.flatMap((record) => record[tagField(record, fields) ?? ''] ?? []);
  const tokens = records.flatMap((record) => tokensOf(record, fields) ?? []);
  const texts = tokens.filter((token) => typeof token === 'string' && token.split(' ').length >= TEXT_WORDS);
  return {
    ...fields,
    ...(values.some((value) => typeof value === 'string' && !/^\d*$/.test(value)) && { haveNames: true }),
    ...(2 * texts.length > tokens.length && { areTexts: true }),
  };
}

function fieldsOf(records: readonly JsonObject[], given?: string): JsonFields {
  const tokens = otherTokens(records);
  const own = tokens === undefined ? {} : { tokens };
  if (given !== undefined) return { ...own, tags: given };
  const fields = countFields(records, tokens);
  const usual = TAG_FIELDS.filter((name) => records.some((record) => record[name] !== undefined));
  const isLettered = (name: string) => {
    const field = fields.get(name);
    return field !== undefined && field.hasTypes && field.lettered >= 0.9 * field.objects;
  };
  const [first] = usual;
  if (first !== undefined && (isLettered(first) || fields.get(first) === undefined)) return own;
  if (usual.some((name) => name !== first && isLettered(name))) return { ...own, tags: usual.find(isLettered)! };
  const hasNames = records.some((record) => record['label_names'] !== undefined);
  if (first !== undefined && hasNames) return own;
  const others = [...fields.keys()].filter((name) => !OTHER_LAYER.test(name) && isLettered(name));
  if (others.length === 1) return { ...own, tags: others[0]! };
  if (others.length > 1) return { ...own, tags: others[0]!, question: fieldQuestion(others) };
  if (first !== undefined) return own;
  const named = [...fields.keys()].filter((name) => TAG_NAME.test(name) && !OTHER_LAYER.test(name));
  if (named.length === 1) return { ...own, tags: named[0]! };
  return named.length > 1 ? { ...own, tags: named[0]!, question: fieldQuestion(named) } : own;
}

/** The tokens of an object. */
export function tokensOf(record: JsonObject, { tokens }: JsonFields): unknown {
  const { tokens: usual } = record; // as in most files
  if (Array.isArray(usual) && typeof usual[0] === 'string' && isStrings(usual)) return usual;
  const own = TOKEN_FIELDS.map((field) => record[field]);
  const lists = own.filter(isStrings);
  const list = lists.find(({ length }) => length > 0) ?? lists[0];
  if (list?.length === 0 && Object.values(record).some((value) => typeof value === 'string' && /\S\s\S/.test(value)))
    return undefined; // left empty by a program that has a text
  return (
    list ?? (tokens === undefined ? undefined : record[tokens]) ?? own.find((value, i) => value !== undefined && i < 2)
  );
}

/** The field with the tags of an object. */
export function tagField(record: JsonObject, { tags }: JsonFields): string | undefined {
  if (tags !== undefined && record[tags] !== undefined && record[tags] !== null) return tags;
  const [usual] = TAG_FIELDS;
  if (record[usual!] !== undefined && record[usual!] !== null) return usual;
  const fields = TAG_FIELDS.filter((name) => record[name] !== undefined && record[name] !== null);
  if (fields.length < 2) return fields[0];
  return fields.find((name) => Array.isArray(record[name]) && areLettered(record[name])) ?? fields[0];
}

/**
 * Whether the object has tokens with a tag each: they are preferred to a text with spans.
 *
 * @param lists of entities and their types, which are no tags
 */
export function hasTags(record: JsonObject, fields: JsonFields, lists?: ListFields): boolean {
  const field = tagField(record, fields);
  if (field !== undefined && (field === lists?.texts || field === lists?.types)) return false;
  const tokens = tokensOf(record, fields);
  const tags = field === undefined ? undefined : record[field];
  return (
    Array.isArray(tokens) &&
    Array.isArray(tags) &&
    tags.length === tokens.length &&
    isStrings(tokens) &&
    !tags.some((tag) => typeof tag === 'object' && tag !== null) &&
    (tags.length === 0 || tags.some((tag) => tag !== null))
  );
}

function otherTokens(records: readonly JsonObject[]): string | undefined {
  if (records.some((record) => TOKEN_FIELDS.some((name) => isStrings(record[name])))) return undefined;
  const all = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const names = all.some((name) => records.some((record) => areSpans(record[name]))) ? all.filter((name) => !PIECES.test(name)) : all; // prettier-ignore
  const lists = names.filter((name) => {
    const values = records.map((record) => record[name]).filter((value) => value !== undefined);
    return values.every(isStrings) && values.some(({ length }) => length > 0) && !values.flat().some(isPieceOfWord);
  });
  return lists.find((name) => OTHER_TOKEN_FIELDS.test(name)) ?? tokensBeside(records, lists, names);
}

function areSpans(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((span) => isObject(span) && 'start' in span && 'end' in span)
  );
}

/** The list beside one of as many tags with letters of a scheme, whatever it is called; undefined if several are as various. */
function tokensBeside(
  records: readonly JsonObject[],
  lists: readonly string[],
  names: readonly string[],
): string | undefined {
  const values = (name: string) => records.map((record) => (record[name] ?? []) as string[]);
  const areTags = (name: string) => values(name).every((row) => Array.isArray(row) && areLettered(row));
  const tags = names.filter((name) => areTags(name) && values(name).some((row) => row.some((tag) => tag?.length > 1)));
  const lengths = (name: string) =>
    values(name)
      .map(({ length }) => length)
      .join(' ');
  const [first, second] = lists
    .filter(
      (name) => !OTHER_LAYER.test(name) && !areTags(name) && tags.some((other) => lengths(other) === lengths(name)),
    )
    .map((name) => ({ name, variety: new Set(values(name).flat()).size }))
    .toSorted((a, b) => b.variety - a.variety);
  return first !== undefined && first.variety > 1.5 * (second?.variety ?? 0) ? first.name : undefined;
}

function countFields(records: readonly JsonObject[], tokens: string | undefined): Map<string, Field> {
  const fields = new Map<string, Field>();
  const misfits = new Set<string>();
  for (const record of records) {
    const words = tokensOf(record, tokens === undefined ? {} : { tokens });
    if (!isStrings(words) || words.length === 0) continue;
    for (const [name, value] of Object.entries(record)) {
      if (value === words || !Array.isArray(value)) continue;
      const areStrings = value.every((tag) => tag === null || typeof tag === 'string');
      if (value.length !== words.length || (!areStrings && !value.every(Number.isInteger))) {
        misfits.add(name);
        continue;
      }
      const field = fields.get(name) ?? { objects: 0, lettered: 0, hasTypes: false, areStrings: true };
      field.objects++;
      field.areStrings &&= areStrings;
      if (areStrings && areLettered(value)) {
        field.lettered++;
        field.hasTypes ||= value.some((tag: string | null) => tag !== null && tag.length > 1);
      }
      fields.set(name, field);
    }
  }
  for (const name of misfits) fields.delete(name);
  return fields;
}

/** Whether all values are tags of a scheme, or null. */
function areLettered(values: readonly unknown[]): boolean {
  return values.every((tag) => tag === null || (typeof tag === 'string' && hasSchemeLetter(tag)));
}

export function fieldQuestion(names: readonly string[]): ReadingQuestion {
  return {
    what: 'Which field has the tags?',
    reason: `The fields ${names.join(', ')} have a label for each token.`,
    options: names.map((name) => ({ label: name, settings: { tagField: name } })),
  };
}

/** Fields that cannot be additional columns. */
export function takenFields({ tokens }: JsonFields, tags: string | undefined): string[] {
  return [
    ...TOKEN_FIELDS,
    NAMES_FIELD,
    ...(tags === undefined ? [] : [tags]),
    ...(tokens === undefined ? [] : [tokens]),
  ];
}

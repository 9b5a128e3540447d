import type { CorpusOptions } from '../../../corpus.ts';
import { valueIn } from '../../containers/list-cell.ts';
import { jsonIn } from '../../texts/token-annotations.ts';
import { isObject, isStrings, type JsonObject } from '../../json/values.ts';
import type { AnnotatedText, ListFields, RecordContent, RecordKind, RecordOptions } from '../record.ts';
import { entitiesInLines } from '../answer-lines.ts';
import { isMarked } from '../../marks.ts';
import { markedAnswer } from '../marked-answers.ts';
import { isUsualType } from '../../../tags/usual-types.ts';
import { locateListed, occurs, type Listed } from '../quoted-places.ts';
import { entityTexts, entityType, hasOffsets } from '../spans.ts';
import { SPAN_FIELDS, TEXT_FIELDS } from './text-spans.ts';

/** Fields with entities, usual ones first. */
export const ENTITY_FIELDS = [...SPAN_FIELDS, 'named_entities', 'entity_mentions', 'mentions', 'entity'];
/** Fields with the answer of a language model, which may be anything. */
const ANSWER_FIELDS = ['output', 'completion', 'response'];
/** Fields in which an empty object is a text without entities. */
const NAMES_ENTITIES = /entit/;

/** Fields whose members are types, whatever they are called: those of others may be classes, topics or answers. */
export const ENTITY_FIELD = /entit|mention|span|^ents$|^ner$/i;

/** Between the text and the type of an entity in the answers of NuNER: `Ada <> person`. */
const PAIRED = ' <> ';

/** Pairs that show which side has the texts. */
const SAMPLED = 100;

/**
 * A text whose entities are listed by their own texts, without offsets: objects with a text and a type, pairs of both, or an object of
 * types, `{"PER": ["Ada"]}`. Each is where its text occurs as whole words; `occurrences` decides where it occurs more often than it is
 * listed.
 */
export const quotedEntities: RecordKind = {
  title: 'entities listed by their texts',
  read(record, { occurrences, listFields, noTypes, entityField }) {
    const own = textIn(record);
    if (own === undefined) return undefined;
    const { text } = own;
    const inLists = listFields && listedInFields(record, listFields);
    if (typeof inLists === 'string') return inLists;
    if (inLists !== undefined)
      return withListed(own, inLists, occurrences, {
        doubt: inLists.length > 0 ? listFields!.doubt : undefined,
        noTypes,
      });
    for (const name of [...ENTITY_FIELDS, ...ANSWER_FIELDS]) {
      const written = record[name];
      const isNone = name === entityField && name in record && isNothing(written);
      const isAnswer = !isNone && ANSWER_FIELDS.includes(name) && typeof written === 'string';
      const marked = isAnswer ? markedAnswer(text, written.replace(ANSWER_END, '')) : undefined;
      if (marked !== undefined && (marked.spans.length > 0 || name === entityField)) return { texts: [{ ...marked, notes: [`entities marked in ${name}: offsets refer to the text without the marks`] }] }; // prettier-ignore
      if (isNone) return withListed(own, [], occurrences, { noTypes });
      const value = typeof written === 'string' && written !== text ? valueOf(name, written, text) : written;
      if (typeof value !== 'object' || value === null || (name === 'entity' && !Array.isArray(value))) continue;
      if (ANSWER_FIELDS.includes(name) && isObject(value) && !mayHaveTypes(value) && !areWordsOf(text, value)) continue;
      const mayBeEmpty = NAMES_ENTITIES.test(name) || typeof written === 'string';
      const listed = listedIn(value, text) ?? (mayBeEmpty && isEmpty(value) ? [] : undefined);
      if (listed === undefined) continue;
      const mayBeOther = !ENTITY_FIELD.test(name) && isObject(value) && !namesTypes(value);
      const doubt = mayBeOther ? listed[0]?.type : typeInText(value, listed, text);
      return withListed(own, listed, occurrences, { doubt, noTypes });
    }
    return undefined;
  },
};

/** Whether a value has no entities. */
function isNothing(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && (isEmpty(value) || (Array.isArray(value) && value.length === 0));
}

/** The field in which some object lists entities: where others have an empty value, they have none. */
export function entityFieldOf(records: readonly JsonObject[]): string | undefined {
  return [...ENTITY_FIELDS, ...ANSWER_FIELDS].find((name) =>
    records.some((record) => {
      const { text } = textIn(record) ?? {};
      const read = text === undefined ? undefined : quotedEntities.read({ text, [name]: record[name] }, {});
      return typeof read === 'object' && 'texts' in read && read.texts[0]!.spans!.length > 0;
    }),
  );
}

/** The entities of NYT, whose `start` is no place in the text. */
export const sentenceMentions: RecordKind = {
  title: 'NYT',
  read({ sentText: text, entityMentions: mentions }, options) {
    if (typeof text !== 'string' || !Array.isArray(mentions) || !mentions.every(isObject)) return undefined;
    return quotedEntities.read(
      { text, entity_mentions: mentions.map((mention) => ({ ...mention, start: undefined })) },
      options,
    );
  },
};

/** What ends a prompt or an answer for language models: `\n\n###\n\n`, ` END`. */
const [PROMPT_END, ANSWER_END] = [/\s*(?:#{3,}|-{3,}|={3,}|[-=]>)\s*$/, /\s+(?:END|###|<\|\w{1,20}\|>)\s*$/];

/** What a string lists, as JSON or in lines. */
function valueOf(name: string, all: string, text: string): unknown {
  const written = ANSWER_FIELDS.includes(name) ? all.replace(ANSWER_END, '') : all;
  const isAnswer = ANSWER_FIELDS.includes(name) || ENTITY_FIELD.test(name);
  if (!isAnswer) return jsonIn(written);
  const isPaired = written.includes(PAIRED) && /^\s*\[/.test(written);
  return (isPaired ? valueIn(written) : jsonIn(written)) ?? entitiesInLines(written, (words) => occurs(text, words));
}

/** The entities of two lists of a record; undefined if one of them is none, an error message if one is shorter. */
function listedInFields(record: JsonObject, { texts, types }: ListFields): Listed[] | string | undefined {
  const [ofTexts, own] = [record[texts] ?? [], record[types] ?? []];
  if (!isStrings(ofTexts) || !isStrings(own)) return undefined;
  if (ofTexts.length !== own.length)
    return `${texts} has ${ofTexts.length} ${ofTexts.length === 1 ? 'entity' : 'entities'}, but ${types} has ${own.length} ${own.length === 1 ? 'type' : 'types'}.`;
  return ofTexts.map((text, i) => ({ text: text.trim(), type: own[i]! })).filter(({ text }) => text !== '');
}

/** The type of the first of some pairs, if all their types are words of the text, too: they may be no types. */
function typeInText(value: object, listed: readonly Listed[], text: string): string | undefined {
  const arePairs = Array.isArray(value) && value.every(isStrings);
  const areWords = arePairs && listed.every(({ type }) => !isTypeName(type) && occurs(text, type));
  return areWords ? listed[0]?.type : undefined;
}

/** Fields whose lists are no entities. */
export const NO_ENTITY_LISTS = /KEY|TAG|TOPIC|CATEGOR|LABEL|TOKEN|WORD|URL|LINK|IMAGE|FILE/i;
/** Fields whose lists are entities if these occur in the text. */
export const ENTITY_LISTS =
  /^(people|persons?|names|places?|locations?|locs|organi[sz]ations?|orgs|compan(y|ies)|cit(y|ies)|countr(y|ies)|dates?|events?|products?|diseases?|drugs?|chemicals?|genes?|proteins?|misc|gpes?)$/i;

/** A field that is called like a type. */
export const TYPE_NAME = /^\p{Lu}[\p{Lu}\d_-]+$/u;

export function isTypeName(name: string): boolean {
  return ENTITY_LISTS.test(name) || TYPE_NAME.test(name) || isUsualType(name);
}

/** Whether the answer of a language model has lists or usual types: `{"translation": "Ada"}` names no entity. */
export function mayHaveTypes(answer: JsonObject): boolean {
  const values = Object.values(answer);
  return values.length === 0 || values.some(Array.isArray) || namesTypes(answer);
}

/** Whether the members of an answer are words of a text, and their values are not: `{"Ada": "Woman"}`. */
function areWordsOf(text: string, answer: JsonObject): boolean {
  return Object.entries(answer).every(
    ([name, own]) => occurs(text, name) && typeof own === 'string' && !occurs(text, own),
  );
}

/** Whether a member has the name of a type, or is one. */
function namesTypes(answer: JsonObject): boolean {
  return Object.entries(answer).some(
    ([name, own]) => isTypeName(name) || (typeof own === 'string' && isUsualType(own)) || areRows(own),
  );
}

/** Whether a value is a list of objects, which say themselves what is a type. */
function areRows(value: unknown): boolean {
  return Array.isArray(value) && value.some(isObject);
}

/**
 * A text whose fields are types with their entities: `{"text": …, "PER": ["Ada"], "LOC": []}`, `{"text": …,
 * "persons": ["Ada"]}`.
 */
export const typeFields: RecordKind = {
  title: 'entities by type in fields',
  read(record, { occurrences }) {
    const own = textIn(record);
    if (own === undefined) return undefined;
    const fields = Object.entries(record).filter(([name, value]) => !NO_ENTITY_LISTS.test(name) && isStrings(value));
    const areListed = fields.some(([name]) => ENTITY_LISTS.test(name));
    const types = fields.filter(([name]) => isTypeName(name));
    const listed = types
      .flatMap(([type, texts]) => (texts as string[]).map((text) => ({ type, text: text.trim() })))
      .filter(({ text }) => text !== '');
    const quoted = listed.filter(({ text }) => occurs(own.text, text)).length;
    const areEntities = areListed ? 2 * quoted >= listed.length : quoted > 0 || types.length >= 2;
    if (!areEntities) return undefined;
    const skipped = fields.flatMap(([name, texts]) => (!isTypeName(name) && someOccur(own.text, texts) ? [name] : []));
    return withListed(own, listed, occurrences, { skipped });
  },
};

interface Doubts extends Pick<RecordOptions, 'noTypes'> {
  skipped?: string[];
  doubt?: string | undefined;
}

function withListed(
  own: Pick<AnnotatedText, 'text' | 'sentences'>,
  all: readonly Listed[],
  occurrences: CorpusOptions['occurrences'],
  { skipped = [], doubt, noTypes }: Doubts = {},
): RecordContent {
  const listed = noTypes === undefined ? all : all.filter(({ type }) => !noTypes.has(type));
  const { spans, quoted } = locateListed(own.text, listed, occurrences);
  const notes = listed.length === 0 ? [] : ['entities without offsets: each is where its text occurs'];
  return { texts: [{ ...own, spans, quoted: { ...quoted, skipped, ...(doubt !== undefined && { doubt }) }, notes }] };
}

/** The text of a record, or its tokens, separated by spaces. */
export function textIn(record: JsonObject): Pick<AnnotatedText, 'text' | 'sentences'> | undefined {
  const text = [...TEXT_FIELDS, 'input'].map((name) => record[name]).find((value) => typeof value === 'string');
  const { instruction } = record;
  if (text === '' && record['input'] === '' && typeof instruction === 'string') return { text: instruction };
  if (typeof text === 'string') return { text };
  const { prompt } = record;
  if (typeof prompt === 'string') return { text: prompt.replace(PROMPT_END, '') };
  const words = record['tokens'] ?? record['words'];
  if (!isStrings(words) || words.length === 0 || words.includes('')) return undefined;
  let end = -1;
  const tokens = words.map((word) => {
    const start = end + 1;
    end = start + word.length;
    return { text: word, start, end };
  });
  return { text: words.join(' '), sentences: [tokens] };
}

function isEmpty(value: object): boolean {
  return !Array.isArray(value) && Object.values(value).every((one) => one === null || one === '');
}

/** The entities of a value; undefined if it has none, or has other items. */
function listedIn(value: object, text: string): Listed[] | undefined {
  if (!Array.isArray(value)) {
    const rows = rowsOf(value as JsonObject);
    return rows === undefined ? ofTypes(value as JsonObject, text) : listedIn(rows, text);
  }
  const items = value as unknown[];
  if (items.length === 0) return undefined;
  const joined = items.every((item) => typeof item === 'string' && item.includes(PAIRED));
  if (joined)
    return ofPairs(
      (items as string[]).map((item): [string, string] => {
        const at = item.lastIndexOf(PAIRED); // the text may have one, too
        return [item.slice(0, at), item.slice(at + PAIRED.length)];
      }),
      text,
      0,
    );
  if (items.every((item) => isStrings(item) && item.length === 2)) return ofPairs(items as [string, string][], text);
  const listed: Listed[] = [];
  for (const item of items) {
    // Most spans have a start: looking for all other names takes longer.
    if (!isObject(item) || typeof item['start'] === 'number' || hasOffsets(item)) return undefined;
    const one = ofObject(item);
    if (one === undefined) return undefined;
    listed.push(one);
  }
  return listed;
}

/** The entities of an object with a list for each of their fields, `{"text": ["Ada"], "type": ["PER"]}`, as objects. */
function rowsOf(value: JsonObject): JsonObject[] | undefined {
  const lists = Object.entries(value);
  const [first] = lists;
  if (lists.length < 2 || !isStrings(first?.[1]) || first[1].length === 0) return undefined;
  const { length } = first[1];
  if (!lists.every(([, list]) => Array.isArray(list) && list.length === length)) return undefined;
  const rows = first[1].map((_, i) => Object.fromEntries(lists.map(([name, list]) => [name, (list as unknown[])[i]])));
  return rows.every((row) => !hasOffsets(row) && ofObject(row) !== undefined) ? rows : undefined;
}

function ofObject(item: JsonObject): Listed | undefined {
  const [name] = entityTexts(item);
  const type = entityType(item, name);
  const text = name === undefined ? undefined : item[name];
  return typeof text === 'string' && text.trim() !== '' && type !== undefined ? { text: text.trim(), type } : undefined;
}

/** `{"PER": ["Ada"], "LOC": "Oslo"}`, or `{"Ada": "PER"}`. What is in lists are texts. */
function ofTypes(value: JsonObject, text: string): Listed[] | undefined {
  const pairs: [string, string][] = [];
  for (const [name, own] of Object.entries(value)) {
    const texts = typeof own === 'string' ? [own] : (own ?? []);
    if (!isStrings(texts)) return undefined;
    pairs.push(...texts.filter((one) => one.trim() !== '').map((one): [string, string] => [name, one]));
  }
  const hasLists = Object.values(value).some(Array.isArray);
  return pairs.length === 0 && !hasLists ? undefined : ofPairs(pairs, text, hasLists ? 1 : undefined);
}

/**
 * Pairs of a text and a type, or the other way round. Pairs without one of them are left out. Undefined if no text occurs.
 *
 * @param given the side of the texts; default: the one of which more occur, or, of as many, the first one, unless it has usual types
 */
function ofPairs(all: readonly [string, string][], text: string, given?: 0 | 1): Listed[] | undefined {
  const pairs = all.map(([a, b]) => [a.trim(), b.trim()] as const).filter(([a, b]) => a !== '' && b !== '');
  const sample = pairs.slice(0, SAMPLED);
  const occurring = (side: 0 | 1) => sample.filter((pair) => occurs(text, pair[side])).length;
  const hasTypesFirst =
    sample.some(([first]) => isUsualType(first)) && !sample.some(([, second]) => isUsualType(second));
  const more = occurring(1) - occurring(0);
  const side = given ?? (more > 0 || (more === 0 && hasTypesFirst) ? 1 : 0);
  if (all.length > 0 && occurring(side) === 0) return undefined;
  return pairs.map((pair) => ({ text: pair[side], type: pair[side === 0 ? 1 : 0] }));
}

/**
 * Whether a field of a record has words of its text: as a list that is called like a type, as slots, or as the text with
 * its entities marked.
 */
export function listsEntities(record: JsonObject, name: string, text: unknown): boolean {
  const value = record[name];
  if (typeof text !== 'string') return false;
  const isNamed = /slot|entit|mention/i.test(name) && typeof value === 'object' && value !== null;
  const inSlots = isNamed && stringsIn(Object.values(value));
  return (isTypeName(name) && someOccur(text, value)) || (inSlots && someOccur(text, inSlots)) || isMarked(value, text);
}

/** The strings of a list, and those of its objects. */
function stringsIn(values: readonly unknown[]): string[] {
  const own = values.flatMap((value) => (isObject(value) ? Object.values(value) : [value]));
  return own.filter((value) => typeof value === 'string');
}

function someOccur(text: string, texts: unknown): boolean {
  return isStrings(texts) && texts.some((one) => one.trim() !== '' && occurs(text, one.trim()));
}

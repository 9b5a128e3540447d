import { hasSchemeLetter } from '../../tags/tag-style.ts';
import { byColumns, isNumeral } from './by-columns.ts';
import { TAG_FIELDS } from './fields.ts';
import { isObject, isStrings, type JsonObject } from './values.ts';
import { areTags } from '../records/kinds/joined-tags.ts';
import { isCasJson } from '../records/kinds/cas-json.ts';
import { ofChat } from '../records/chat.ts';
import { isDialogue } from '../records/kinds/dialogues.ts';
import { isDatasaur } from '../records/kinds/datasaur.ts';
import { turnsOfLogs } from '../records/kinds/multi-woz.ts';
import { withoutNesting } from '../records/kinds/nested-text.ts';
import { quotedEntities } from '../records/kinds/quoted-entities.ts';
import { relationArguments } from '../records/kinds/relation-arguments.ts';
import { readSpan } from '../records/spans.ts';
import { TOKEN_SPAN_FIELDS } from '../records/kinds/token-spans.ts';
import { areUtterances, isUserPhrase } from '../records/kinds/text-parts.ts';
import { taggedTokens } from '../tagged-tokens.ts';

/** Fields of a record. An object without any of them may contain records. */
const RECORD_FIELDS = ['tokens', 'words', 'text', 'label_names', 'content', 'paragraphs', 'passages', 'tokenized_text'];

/** Levels of objects that are searched for records. */
const MAX_DEPTH = 2;

/**
 * The records in a JSON value that is not a record itself: the rows of a table by columns, or of the datasets server; the items of the
 * only array in an object; a pair of a text and its spans; a list of pairs of a word and its tag.
 *
 * @returns undefined if the value is a record, or unknown
 */
export function recordsIn(value: unknown): JsonObject[] | { message: string } | undefined {
  if (Array.isArray(value)) {
    const record = recordOfTuple(value);
    if (record !== undefined) return [record];
    return value.length > 0 && value.every(isRecordLike) ? recordsOf(value) : undefined;
  }
  if (!isObject(value) || isTask(value)) return undefined;
  const { rows, features } = value;
  if (Array.isArray(rows) && rows.every((row) => isObject(row) && isObject(row['row']))) {
    return [...namesIn(features), ...rows.map((row) => (row as { row: JsonObject }).row)];
  }
  if (Array.isArray(value['sentences']) && Array.isArray(value['ner'])) return undefined; // DyGIE++
  const lifted = withLists(value);
  if (lifted !== undefined) return [lifted];
  if (isUsual(value) || isDatasaur(value) || isUserPhrase(value) || isCasJson(value) || isDialogue(value))
    return undefined;
  if (ofChat(value) !== undefined) return undefined;
  const form = formOf(value);
  if (form !== undefined) return [form];
  const intents = ofIntents(value);
  if (intents !== undefined) return intents;
  const records = ofRelations(value) ?? turnsOfLogs(value);
  if (records !== undefined) return records;
  const columns = byColumns(value);
  if (columns !== undefined) return columns;
  if (RECORD_FIELDS.some((name) => value[name] !== undefined) || isStrings(value['sentence'])) return undefined;
  if (isObject(value['features']) && !Array.isArray(value['rows'])) {
    const names = namesIn(value['features']);
    if (names.length > 0) return names;
  }
  if (quotedEntities.read(withoutNesting(value) ?? value, {}) !== undefined) return undefined; // its entities look like texts
  if (areRecordsById(value)) return Object.entries(value).map(([id, record]) => withId(id, record as JsonObject));
  const all = Object.values(value);
  const tagged = all.filter(areTaggedTokens);
  if (all.length > 1 && all.every((tokens) => Array.isArray(tokens) && taggedTokens({ tokens })))
    return all.map((tokens) => ({ tokens })); // by their texts
  if (tagged.length === 1) return [{ ...value, tokens: tagged[0] }];
  const lists = listsIn(value, 0, isRecordLike);
  if (lists.length === 0 && !hasText(value)) lists.push(...listsIn(value, 0, hasText));
  if (lists.length === 0) return ofDocuments(value);
  if (lists.length > 1) {
    const names = lists.map(([name]) => name).join(', ');
    return { message: `The object has several lists of records (${names}). Save each in a file of its own.` };
  }
  const [list] = lists;
  if (list === undefined) return undefined;
  const [name, items] = list;
  return [...namesBeside(value), ...(name === RASA_EXAMPLES ? withoutEntities : recordsOf)(items)];
}

/**
 * A record whose lists with a value for each token are in an object, with these lists as fields of its own: `{"tokens": […], "tags": {"ner":
 * […], "pos": […]}}`. Undefined if it has tags or spans of its own, or if several objects have such lists.
 */
function withLists(record: JsonObject): JsonObject | undefined {
  const { tokens, words = tokens } = record;
  const haveOwn = [...TAG_FIELDS, ...TOKEN_SPAN_FIELDS].some((name) => Array.isArray(record[name]));
  if (!isStrings(words) || haveOwn) return undefined;
  const ofTokens = (object: JsonObject) =>
    Object.entries(object).filter(([, list]) => Array.isArray(list) && list.length === words.length);
  const haveTags = (lists: [string, unknown][]) =>
    lists.some(
      ([name, list]) =>
        (isStrings(list) && areTags(list)) || (TAG_FIELDS.includes(name) && areLabels(list as unknown[])),
    );
  const [lists, another] = Object.values(record).filter(isObject).map(ofTokens).filter(haveTags);
  if (lists === undefined || another !== undefined) return undefined;
  const rest = Object.entries(record).filter(([name, value]) => !isObject(value) || !TAG_FIELDS.includes(name));
  return { ...Object.fromEntries(lists), ...Object.fromEntries(rest) };
}

/** Whether all values are names or ids of tags. */
function areLabels(values: readonly unknown[]): boolean {
  return isStrings(values) || values.every(Number.isInteger);
}

/** The examples of Rasa's JSON. */
const RASA_EXAMPLES = 'common_examples';

/** Examples, of which some have entities: the others have none. */
function withoutEntities(items: readonly unknown[]): JsonObject[] {
  const records = recordsOf(items);
  const isAnnotated = records.some(({ entities }) => Array.isArray(entities) && entities.length > 0);
  return isAnnotated ? records.map((record) => ({ entities: [], ...record })) : records;
}

/** The objects and tuples of a list as records. */
function recordsOf(list: readonly unknown[]): JsonObject[] {
  return list.flatMap((item): JsonObject[] => {
    const record = Array.isArray(item) ? recordOfTuple(item) : item;
    return isObject(record) ? [record] : [];
  });
}

/** `label_names` of the ids beside a list of records: `"id2label": {"0": "O"}`, `"label2id": {"O": 0}`. */
function namesBeside({ id2label, label2id }: JsonObject): JsonObject[] {
  const pairs = isObject(id2label)
    ? Object.entries(id2label)
    : Object.entries(isObject(label2id) ? label2id : {}).map(([name, id]): [string, unknown] => [String(id), name]);
  const names = isStrings(id2label) ? id2label : pairs.map((_, id) => pairs.find(([one]) => one === String(id))?.[1]);
  return names.length > 0 && isStrings(names) ? [{ label_names: names }] : [];
}

/** Whether an object has tokens with a string each, or a text: most files have such records only. */
function isUsual({ tokens, words = tokens, text }: JsonObject): boolean {
  const first: unknown = Array.isArray(words) ? words[0] : undefined;
  return typeof text === 'string' || (typeof first === 'string' && !first.includes(' '));
}

/** A task of Label Studio, a record of Argilla 2, or a row of Labelbox. */
function isTask(value: JsonObject): boolean {
  const { data, fields, annotations, completions, responses, data_row: row, projects } = value;
  return (
    (isObject(data) && (annotations ?? completions) !== undefined) ||
    (isObject(fields) && typeof responses === 'object') ||
    (isObject(row) && isObject(projects)) ||
    'Labeled Data' in value
  );
}

/** The texts of each intent, in the files of SNIPS and in the data sets of `snips-nlu`; undefined if it is none. */
function ofIntents(value: JsonObject): JsonObject[] | undefined {
  const lists = Object.entries(isObject(value['intents']) ? value['intents'] : value).map(
    ([intent, list]) => [intent, isObject(list) ? list['utterances'] : list] as const,
  );
  if (lists.length === 0 || !lists.every(([, list]) => Array.isArray(list))) return undefined;
  if (!areUtterances(lists.flatMap(([, list]) => list as unknown[]))) return undefined;
  return lists.flatMap(([intent, list]) => (list as JsonObject[]).map((record) => ({ ...record, intent })));
}

/** The sentences of each relation in FewRel; undefined if it is none. */
function ofRelations(value: JsonObject): JsonObject[] | undefined {
  const lists = Object.entries(value);
  const isArguments = (item: unknown) => isObject(item) && typeof relationArguments.read(item, {}) === 'object';
  if (
    lists.length === 0 ||
    !lists.every(([, list]) => Array.isArray(list) && list.length > 0 && list.every(isArguments))
  )
    return undefined;
  return lists.flatMap(([relation, list]) => (list as JsonObject[]).map((record) => ({ ...record, relation })));
}

/** Levels of lists that are searched for sentences. */
const MOST_LISTS = 4;

/** The sentences of documents, in their only lists of objects: `{"documents": [{"sentences": [{"words": […]}]}]}`. */
function ofDocuments(value: JsonObject, depth = 0): JsonObject[] | undefined {
  const form = formOf(value);
  if (form !== undefined) return [form];
  const lists = Object.values(value).filter((list) => Array.isArray(list) && list.length > 0 && list.every(isObject));
  const [list, another] = lists as JsonObject[][];
  if (list === undefined || another !== undefined || depth === MOST_LISTS) return undefined;
  if (depth > 0 && list.every((item) => isRecordLike(item) || hasText(item))) return list;
  const inner = list.map((item) => ofDocuments(item, depth + 1));
  return inner.every((records) => records !== undefined)
    ? inner.flatMap((records, i) => records.map((record) => ({ doc_id: String(i), ...record })))
    : undefined;
}

/** Boxes of a page with a label and the words in it: FUNSD, XFUND, CORD. What is called other is no entity. */
function formOf(value: JsonObject): JsonObject | undefined {
  const [boxes, another] = Object.values(value).filter(
    (list) => Array.isArray(list) && list.length > 0 && list.every(isBox),
  );
  if (boxes === undefined || another !== undefined) return undefined;
  const words = (boxes as Box[]).flatMap(({ words, label, category }) => {
    const type = label ?? category!;
    const inside = words.filter(({ text }) => text.trim() !== '');
    return inside.map(
      ({ text }, w) => [text, type.toLowerCase() === 'other' ? 'O' : `${w === 0 ? 'B' : 'I'}-${type}`] as const,
    );
  });
  return { tokens: words.map(([word]) => word), ner_tags: words.map(([, tag]) => tag) };
}

interface Box {
  words: { text: string }[];
  label?: string;
  category?: string;
}

function isBox(item: unknown): item is Box {
  if (!isObject(item) || typeof (item['label'] ?? item['category']) !== 'string') return false;
  const { words } = item;
  const isPlaced = (word: unknown) => isObject(word) && typeof word['text'] === 'string' && (word['box'] ?? word['quad']) !== undefined; // prettier-ignore
  return Array.isArray(words) && words.every(isPlaced);
}

/** Whether the members of an object are records of the same shape; their names are ids. */
function areRecordsById(value: JsonObject): boolean {
  const members = Object.values(value);
  if (members.length < 2 && !Object.keys(value).every(isNumeral)) return false;
  const [first] = members;
  return (
    isObject(first) &&
    members.every((member) => isRecordLike(member) || hasText(member)) &&
    members.every((member) => Object.keys(member as JsonObject).some((name) => first[name] !== undefined))
  );
}

/** A record with the name of its member as its id, unless it has one. */
function withId(id: string, record: JsonObject): JsonObject {
  return record['id'] === undefined && record['_id'] === undefined ? { id, ...record } : record;
}

/** Whether a list has words with tags of a scheme. */
function areTaggedTokens(value: unknown): boolean {
  const tags = Array.isArray(value) ? taggedTokens({ tokens: value as unknown[] })?.tags : undefined;
  return tags !== undefined && areTags(tags.filter((tag) => tag !== null));
}

/** Whether a value is a list of words with a tag each, as objects or pairs. */
function areWordsWithTags(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 2) return false;
  if (value.every((pair) => isStrings(pair) && pair.length === 2 && !/\s/.test(pair.join('')))) return true;
  return value.every(isObject) && !value.some(isBox) && taggedTokens({ tokens: value }) !== undefined;
}

/** The lists of objects or tuples in an object, with their names. */
function listsIn(
  value: JsonObject,
  depth: number,
  isItem: (item: unknown) => boolean,
): [name: string, items: unknown[]][] {
  return Object.entries(value).flatMap(([name, member]): [string, unknown[]][] => {
    if (Array.isArray(member)) return member.some(isItem) ? [[name, member]] : [];
    return isObject(member) && depth + 1 < MAX_DEPTH ? listsIn(member, depth + 1, isItem) : [];
  });
}

/** Whether an object or a tuple has the form of a known record. */
export function isRecordLike(item: unknown): boolean {
  if (Array.isArray(item)) return recordOfTuple(item) !== undefined;
  if (!isObject(item) || typeof item['start'] === 'number') return false; // a span
  return (
    RECORD_FIELDS.some((name) => item[name] !== undefined) ||
    ['data', 'fields'].some((name) => isObject(item[name])) || // Label Studio, Argilla 2
    isTask(item) ||
    isUserPhrase(item) ||
    (typeof item['utterance'] === 'string' && Array.isArray(item['frames'])) || // Schema-Guided Dialogue
    taggedTokens(item) !== undefined ||
    Object.values(item).some(areWordsWithTags) ||
    (Array.isArray(item['ner']) && (item['sentences'] ?? item['sentence']) !== undefined) // DyGIE++, W2NER
  );
}

/** Whether an object has tokens or a text, under any name, or a string with spans. */
export function hasText(item: unknown): boolean {
  if (!isObject(item)) return false;
  const values = Object.values(item);
  const isText = (value: unknown) =>
    typeof value === 'string' ? value.length > 12 && /\s/.test(value) : isStrings(value) && value.length > 0;
  const areSpans = (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.every((span) => readSpan(span, '') !== undefined);
  return values.some(isText) || (values.some((value) => typeof value === 'string') && values.some(areSpans));
}

/** `[text, {"entities": […]}]`, `[text, [spans]]`, `[[tokens], [tags]]` or `[[word, tag], …]` as an object. */
function recordOfTuple(tuple: readonly unknown[]): JsonObject | undefined {
  const [first, second] = tuple;
  if (tuple.length === 2 && typeof first === 'string') {
    if (isObject(second)) return { text: first, ...second };
    return Array.isArray(second) ? { text: first, entities: second } : undefined;
  }
  if (tuple.length === 2 && isStrings(first) && isStrings(second) && first.length === second.length) {
    const haveLetters = (values: readonly string[]) => values.every(hasSchemeLetter);
    if (haveLetters(first) && !haveLetters(second)) return { tokens: second, tags: first };
    const areWords = first.length === 2 || haveLetters([first.at(-1)!, second.at(-1)!]); // `[["Ada", "NN", "B-PER"], …]`
    if (!areWords || haveLetters(second)) return { tokens: first, tags: second };
  }
  if (tuple.length > 0 && tuple.every((token) => isObject(token) && typeof token['start'] !== 'number')) {
    const record = { tokens: [...tuple] };
    if (taggedTokens(record) !== undefined) return record;
  }
  const rows = tuple as readonly string[][];
  const isRows =
    tuple.length > 0 && tuple.every((row) => isStrings(row) && row.length > 1 && row.length === rows[0]!.length);
  return isRows ? { tokens: rows.map(([word]) => word), tags: rows.map((row) => row.at(-1)) } : undefined;
}

/** `label_names` of ClassLabel features, as `datasets` describes them. */
export function namesIn(features: unknown): JsonObject[] {
  const entries = Array.isArray(features)
    ? features.filter(isObject).map(({ name, type }): [unknown, unknown] => [name, type])
    : Object.entries(isObject(features) ? features : {});
  const named = entries.flatMap(([name, type]) => {
    const names = classNames(type);
    return typeof name === 'string' && names !== undefined ? [[name, names] as const] : [];
  });
  return named.length === 0 ? [] : [{ label_names: Object.fromEntries(named) }];
}

/** The names of a ClassLabel, or of a sequence of them. */
export function classNames(type: unknown): string[] | undefined {
  const found: unknown = Array.isArray(type) ? type[0] : type;
  if (!isObject(found)) return undefined;
  return isStrings(found['names']) ? found['names'] : classNames(found['feature']);
}

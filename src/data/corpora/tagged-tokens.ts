import { isObject, isStrings, type JsonObject } from './json/values.ts';
import { roleOfName } from './layout/names.ts';
import { areChunkTypes } from './layout/tag-profile.ts';
import { areTags } from './records/kinds/joined-tags.ts';

/** Names of the word and of the tag: our own first, then those of CoreNLP, Stanza and others. */
const WORDS = ['text', 'word', 'token', 'form', 'originalText'];
const TAGS = ['tag', 'ner', 'ner_tag', 'entity', 'label'];

/** Fields of such tokens. */
const FIELDS = ['tokens', 'words', 'sentence', 'token'];

/** Tokens that are objects with a word and a tag, in a field of a record. */
interface TaggedTokens {
  field: string;
  tokens: string[];
  tags: (string | null)[];
  /** The name of the tag in the objects. */
  name: string;
  /** Names of further tags. */
  others: string[];
  /** Whether tags are lists: then tokens with several, of which the first was taken. */
  several?: number;
}

export function taggedTokens(record: JsonObject): TaggedTokens | undefined {
  const field = FIELDS.find((one) => Array.isArray(record[one]));
  if (field === undefined) return undefined;
  const written = record[field] as unknown[];
  const tokens = withoutLists(written);
  const [first] = tokens;
  if (!isObject(first)) return undefined;
  const word = WORDS.find((name) => typeof first[name] === 'string');
  const usual = TAGS.find((tag) =>
    first[tag] === null ? tokens.some((one) => isTagged(one, tag)) : isTagged(first, tag),
  );
  if (word === undefined) return undefined;
  const layers = Object.keys(first).filter((field) => !TAGS.includes(field) && areTagsIn(tokens, field));
  const name = usual ?? layers.find((layer) => roleOfName(layer) === 'tag') ?? layers[0];
  if (name === undefined) return undefined;
  const [words, tags]: [string[], (string | null)[]] = [[], []];
  for (const token of tokens) {
    if (!isObject(token) || typeof token[word] !== 'string') return undefined;
    const tag = token[name];
    if (tag !== null && typeof tag !== 'string') return undefined;
    words.push(token[word]);
    tags.push(tag);
  }
  const isList = (token: unknown) => isObject(token) && Array.isArray(token[name]);
  const lists = written.filter(isList) as Record<string, unknown[]>[];
  return {
    field,
    tokens: words,
    tags,
    name,
    others: layers.filter((layer) => layer !== name),
    ...(lists.length > 0 && { several: lists.filter((token) => token[name]!.length > 1).length }),
  };
}

/** Tokens with the first tag in place of a list of tags, and O in place of an empty one: `{"word": "Ada", "ner": ["B-PER"]}`. */
function withoutLists(tokens: readonly unknown[]): readonly unknown[] {
  const hasLists = tokens.some((token) => isObject(token) && TAGS.some((name) => Array.isArray(token[name])));
  return hasLists ? tokens.map((token) => (isObject(token) ? withFirst(token) : token)) : tokens;
}

function withFirst(token: JsonObject): JsonObject {
  const lists = TAGS.filter((name) => isStrings(token[name])).map((name) => [
    name,
    (token[name] as string[])[0] ?? 'O',
  ]);
  return { ...token, ...Object.fromEntries(lists) };
}

/** Whether tokens have tags of a scheme in a field of any name but those of words, and of other columns than tags. */
function areTagsIn(tokens: readonly unknown[], field: string): boolean {
  const role = roleOfName(field);
  if (WORDS.includes(field) || (role !== undefined && role !== 'tag' && role !== 'layer')) return false;
  const tags = tokens.map((token) => (isObject(token) ? token[field] : undefined));
  const areNumbers = tags.every((tag) => tag === '0'); // such as the head of the only word
  return (
    typeof tags[0] === 'string' &&
    areTags([tags[0]]) &&
    !areNumbers &&
    isStrings(tags) &&
    areTags(tags) &&
    !areChunkTypes(typesOf(tags))
  );
}

function typesOf(tags: readonly string[]): Set<string> {
  return new Set(tags.flatMap((tag) => /^[^-_:][-_:](.+)$/s.exec(tag)?.[1] ?? []));
}

function isTagged(token: unknown, tag: string): boolean {
  return isObject(token) && typeof token[tag] === 'string';
}

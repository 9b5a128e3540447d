import { isObject, type JsonObject } from './json/values.ts';

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
}

export function taggedTokens(record: JsonObject): TaggedTokens | undefined {
  const field = FIELDS.find((one) => Array.isArray(record[one]));
  if (field === undefined) return undefined;
  const tokens = record[field] as unknown[];
  const [first] = tokens;
  if (!isObject(first)) return undefined;
  const word = WORDS.find((name) => typeof first[name] === 'string');
  const name = TAGS.find((tag) =>
    first[tag] === null ? tokens.some((one) => isTagged(one, tag)) : isTagged(first, tag),
  );
  if (word === undefined || name === undefined) return undefined;
  const [words, tags]: [string[], (string | null)[]] = [[], []];
  for (const token of tokens) {
    if (!isObject(token) || typeof token[word] !== 'string') return undefined;
    const tag = token[name];
    if (tag !== null && typeof tag !== 'string') return undefined;
    words.push(token[word]);
    tags.push(tag);
  }
  return { field, tokens: words, tags, name };
}

function isTagged(token: unknown, tag: string): boolean {
  return isObject(token) && typeof token[tag] === 'string';
}

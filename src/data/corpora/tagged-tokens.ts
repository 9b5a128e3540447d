import { isObject, type JsonObject } from './json-values.ts';

/** Names of the word and of the tag: our own first, then those of CoreNLP, Stanza and others. */
const WORDS = ['text', 'word', 'token', 'form', 'originalText'];
const TAGS = ['tag', 'ner', 'ner_tag', 'entity', 'label'];

/** Fields of such tokens. */
const FIELDS = ['tokens', 'words', 'sentence', 'token'];

/** Tokens that are objects with a word and a tag, in a field of a record. */
interface TaggedTokens {
  field: string;
  tokens: string[];
  tags: string[];
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
  const name = TAGS.find((tag) => typeof first[tag] === 'string');
  if (word === undefined || name === undefined) return undefined;
  const [words, tags]: [string[], string[]] = [[], []];
  for (const token of tokens) {
    if (!isObject(token) || typeof token[word] !== 'string' || typeof token[name] !== 'string') return undefined;
    words.push(token[word]);
    tags.push(token[name]);
  }
  return { field, tokens: words, tags, name };
}

import { isObject, type JsonObject } from './json-values.ts';

/** Names of the word and of the tag: our own first, then those of CoreNLP, Stanza and others. */
const WORDS = ['text', 'word', 'token', 'form', 'originalText'];
const TAGS = ['tag', 'ner', 'ner_tag', 'entity', 'label'];

/** Tokens that are objects with a word and a tag. @returns also the name of the tag */
export function taggedTokens({ tokens }: JsonObject): { tokens: string[]; tags: string[]; name: string } | undefined {
  if (!Array.isArray(tokens) || tokens.length === 0) return undefined;
  const [first] = tokens as unknown[];
  if (!isObject(first)) return undefined;
  const word = WORDS.find((name) => typeof first[name] === 'string');
  const name = TAGS.find((tag) => typeof first[tag] === 'string');
  if (word === undefined || name === undefined) return undefined;
  const [words, tags]: [string[], string[]] = [[], []];
  for (const token of tokens as unknown[]) {
    if (!isObject(token) || typeof token[word] !== 'string' || typeof token[name] !== 'string') return undefined;
    words.push(token[word]);
    tags.push(token[name]);
  }
  return { tokens: words, tags, name };
}

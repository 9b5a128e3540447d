import { hasSchemeLetter } from '../../../tags/tag-style.ts';
import { isStrings, type JsonObject } from '../../json/values.ts';
import { TAG_FIELDS, TOKEN_FIELDS } from '../../json/fields.ts';
import type { RecordKind } from '../record.ts';

/** Fields with the sentences of a document, as lists of words. */
const SENTENCE_FIELDS = [...TOKEN_FIELDS, 'sentences', 'sents'];

/** A document as a list of sentences, each a list of words, and as many lists of tags: `"tokens": [["Ada", "left"]]`. */
export const nestedSentences: RecordKind = {
  title: 'sentences of words, with a tag for each',
  read(record) {
    const name = SENTENCE_FIELDS.find((field) => areSentences(record[field]));
    if (name === undefined) return undefined;
    const sentences = record[name] as string[][];
    const fitting = Object.keys(record).filter((field) => field !== name && fits(record[field], sentences));
    const field =
      TAG_FIELDS.find((tags) => fitting.includes(tags)) ?? fitting.find((tags) => areLettered(record, tags));
    if (field === undefined) return undefined;
    const tags = record[field] as string[][];
    return { sentences: sentences.map((tokens, s) => ({ tokens, tags: tags[s]! })) };
  },
};

function areSentences(value: unknown): value is string[][] {
  return Array.isArray(value) && value.length > 0 && value.every(isStrings) && value.some(({ length }) => length > 0);
}

/** Whether a value has a string for each word. */
function fits(value: unknown, sentences: readonly string[][]): boolean {
  return (
    areSentences(value) &&
    value.length === sentences.length &&
    value.every(({ length }, s) => length === sentences[s]!.length)
  );
}

function areLettered(record: JsonObject, field: string): boolean {
  return (record[field] as string[][]).flat().every(hasSchemeLetter);
}

import { StudioError } from '../../lib/errors.ts';
import { UNKNOWN, type Vocabulary } from '../vocabulary/vocabulary.ts';
import { characterForm } from '../vocabulary/word-keys.ts';
import type { EncodedCorpus, EncodedSentence } from './batch.ts';

/** A sentence to encode. */
export interface SentenceToEncode {
  tokens: readonly string[];
  /** [T] in the training style, or empty. */
  tags: readonly string[];
}

/**
 * Converts words, forms and tags to ids. Keeps empty sentences.
 *
 * @throws StudioError BadCorpus if only some tokens of a sentence have a tag, or the vocabulary lacks a tag
 */
export function encodeCorpus(vocabulary: Vocabulary, sentences: Iterable<SentenceToEncode>): EncodedCorpus {
  const rows = new Map<string, number>(); // by form, so that each is normalized once
  const formIds = new Map<string, number>();
  const forms: Int32Array[] = [];
  const encoded: EncodedSentence[] = [];

  function formId(token: string): number {
    const form = characterForm(token, vocabulary.options);
    const known = formIds.get(form);
    if (known !== undefined) return known;
    formIds.set(form, forms.length);
    return forms.push(vocabulary.characterIdsOf(form)) - 1;
  }

  function wordRow(token: string): number {
    const known = rows.get(token);
    if (known !== undefined) return known;
    const row = vocabulary.wordRow(token);
    rows.set(token, row);
    return row;
  }

  for (const { tokens, tags } of sentences) {
    if (tags.length > 0 && tags.length !== tokens.length) {
      throw new StudioError(
        'BadCorpus',
        `Sentence ${encoded.length + 1} has ${tokens.length} tokens but ${tags.length} tags. Expected one tag per token, or none.`,
      );
    }
    encoded.push({
      words: Int32Array.from(tokens, wordRow),
      forms: Int32Array.from(tokens, formId),
      tags: Int32Array.from(tags, (tag) => vocabulary.tagId(tag)),
    });
  }
  return { sentences: encoded, forms };
}

/** Keys of the words without a row, in order of first occurrence. Before tagging, their vectors are looked up. */
export function unknownKeys(vocabulary: Vocabulary, sentences: Iterable<{ tokens: readonly string[] }>): string[] {
  const keys = new Set<string>();
  for (const { tokens } of sentences) {
    for (const token of tokens) {
      const key = vocabulary.key(token);
      if (vocabulary.wordRow(token) === 0 && key !== UNKNOWN) keys.add(key);
    }
  }
  return [...keys];
}

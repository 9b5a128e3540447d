import { StudioError } from '../lib/errors.ts';
import type { EncodedCorpus, EncodedSentence } from './batch.ts';
import { UNKNOWN, type Vocabulary } from './vocabulary/vocabulary.ts';
import { characterForm } from './vocabulary/word-keys.ts';

/** A sentence to encode: `tags` one a token in the scheme of the vocabulary's tags, or empty where there is no gold. */
export interface SentenceToEncode {
  tokens: readonly string[];
  tags: readonly string[];
}

/** Sentences as numbers, in their order; empty sentences stay, with empty arrays. */
export function encodeCorpus(vocabulary: Vocabulary, sentences: Iterable<SentenceToEncode>): EncodedCorpus {
  const rows = new Map<string, number>(); // by form as written: each is normalised once
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
        `Sentence ${encoded.length + 1} has ${tokens.length} tokens but ${tags.length} tags; give every token one.`,
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

/** Keys of the words that have no row, in order of appearance: those to look for in the vectors before tagging. */
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

import { StudioError } from '../../lib/errors.ts';
import { UNKNOWN, type Vocabulary } from '../vocabulary/vocabulary.ts';
import { characterForm } from '../vocabulary/word-keys.ts';
import { encoderMissing, type EncoderFeatures } from '../features/encoder-features.ts';
import { float16Table } from '../../lib/float16.ts';
import { FeatureEncoder, type FeatureSource } from '../features/encode-features.ts';
import { IndicatorEncoder } from '../features/indicators.ts';
import { WINDOW_TOKENS } from './links.ts';
import type { EncodedCorpus, EncodedSentence } from './batch.ts';

/** A sentence to encode. */
export interface SentenceToEncode extends FeatureSource {
  /** [T] in the training style, or empty. */
  tags: readonly string[];
  /** Consecutive sentences with the same number form a document; undefined for a sentence without a document. */
  document?: number | undefined;
  /** Share of the epochs that include the sentence. */
  weight?: number | undefined;
  /** The tags that its tokens may have: see `TagSets`. */
  allowed?: EncodedSentence['allowed'] | undefined;
}

/**
 * Converts words, forms and tags to ids. Keeps empty sentences.
 *
 * @param encoder with the features of all sentences; required by a vocabulary with an encoder
 * @throws StudioError BadCorpus if only some tokens of a sentence have a tag, or the vocabulary lacks a tag; NotReady without the encoder
 */
export function encodeCorpus(
  vocabulary: Vocabulary,
  sentences: Iterable<SentenceToEncode>,
  encoder?: Pick<EncoderFeatures, 'of'>,
): EncodedCorpus {
  const identity = vocabulary.features?.encoder;
  if (identity !== undefined && encoder === undefined) throw encoderMissing(identity);
  const rows = new Map<string, number>(); // by form: each form is normalized once
  const formIds = new Map<string, number>();
  const forms: Int32Array[] = [];
  const encoded: EncodedSentence[] = [];
  const linkKeys = vocabulary.unlinked && new LinkKeys(vocabulary);
  const windows = new Windows();
  const indicators = vocabulary.features?.indicators && new IndicatorEncoder(vocabulary);
  // Name lists and columns are among the features of a feature CRF.
  const features = vocabulary.features && !indicators && new FeatureEncoder(vocabulary);

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

  for (const sentence of sentences) {
    const { tokens, tags, document, weight = 1, allowed } = sentence;
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
      ...(linkKeys && { document: windows.next(document, tokens.length), keys: linkKeys.of(tokens) }),
      ...(features && { features: features.of(sentence) }),
      ...(indicators && { indicators: indicators.of(sentence) }),
      ...(weight < 1 && { weight }),
      ...(allowed && { allowed }),
      ...(identity && { encoded: encoder!.of(tokens) }),
    });
  }
  return {
    sentences: encoded,
    forms,
    ...(features && { features: features.encoded }),
    ...(identity && { encoder: { width: identity.width, halves: float16Table() } }),
  };
}

/** Splits long documents into windows of whole sentences, and numbers the windows consecutively. */
export class Windows {
  #document: number | undefined;
  #number = -1;
  #tokens = 0;

  /** The window of the next sentence; undefined for a sentence without a document. */
  next(document: number | undefined, tokens: number): number | undefined {
    if (document === undefined || document !== this.#document || this.#tokens + tokens > WINDOW_TOKENS) {
      this.#number++;
      this.#tokens = 0;
    }
    this.#document = document;
    this.#tokens += tokens;
    return document === undefined ? undefined : this.#number;
  }
}

/** Link keys: tokens that are equal in lower case have the same key. Words without letters, and those in `unlinked`, have none. */
class LinkKeys {
  readonly #vocabulary: Vocabulary;
  readonly #unlinked: ReadonlySet<number>;
  readonly #keys = new Map<string, number>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#unlinked = new Set(vocabulary.unlinked);
  }

  of(tokens: readonly string[]): Int32Array {
    return Int32Array.from(tokens, (token) => {
      const word = token.toLowerCase();
      const known = this.#keys.get(word);
      if (known !== undefined) return known;
      const isLinked = /\p{L}/u.test(word) && !this.#unlinked.has(this.#vocabulary.wordRow(word));
      const key = isLinked ? this.#keys.size : -1;
      this.#keys.set(word, key);
      return key;
    });
  }
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

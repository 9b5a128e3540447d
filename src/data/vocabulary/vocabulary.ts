import { defined } from '../../lib/assert.ts';
import { hashWord } from '../../lib/word-hash.ts';
import { StudioError } from '../../lib/errors.ts';
import type { FeatureTables } from './features.ts';
import { characterForm, plainPunctuation, wordKey, type WordNormalization } from './word-keys.ts';

/** Entry 0 of the words and of the characters. Represents everything without an entry. */
export const UNKNOWN = '<unk>';

export interface VocabularyOptions extends WordNormalization {
  /** Minimum frequency in training for a word to get a row. Words with a pretrained vector always get one. */
  minFrequency: number;
  /** Maximum number of characters, from the start of a form, in the input of the character encoder. */
  maxFormLength: number;
  /** `words` has hashes in place of keys (`hashedEntry`), so that a model file holds no training words. */
  hashedWords?: boolean;
}

/** The replacement of a key if words are hashed. */
export function hashedEntry(key: string): string {
  return `#${hashWord(key).toString(16)}`;
}

/** A vocabulary as plain JSON. */
export interface VocabularyData {
  options: VocabularyOptions;
  /** [V] keys (see word-keys.ts), or their hashes (`hashedWords`); the first is `UNKNOWN`. */
  words: readonly string[];
  /** [V] frequencies in training; for row 0, the number of training tokens without a row. */
  frequencies: readonly number[];
  /** [Vc] code points; the first is `UNKNOWN`. */
  characters: readonly string[];
  /** [K] */
  tags: readonly string[];
  /** Rows of words that are not linked (`unlinkedWords`); for models that read documents only. */
  unlinked?: readonly number[] | undefined;
  /** Additional inputs of a token; for models that have them. */
  features?: FeatureTables | undefined;
}

export interface VocabularySource {
  train: readonly TokenizedSentence[];
  /** Other corpora, such as dev and test: their words get a row if they have a pretrained vector. */
  others: readonly (readonly TokenizedSentence[])[];
  tags: readonly string[];
  /** Whether a key has a pretrained vector. */
  hasVector: (key: string) => boolean;
  options: VocabularyOptions;
}

interface TokenizedSentence {
  tokens: readonly string[];
}

/** Maps words, characters and tags to ids. */
export class Vocabulary {
  readonly options: VocabularyOptions;
  readonly words: readonly string[];
  readonly frequencies: readonly number[];
  readonly characters: readonly string[];
  readonly tags: readonly string[];
  readonly unlinked: readonly number[] | undefined;
  readonly features: FeatureTables | undefined;
  readonly #wordRows: Map<string, number>;
  readonly #characterIds: Map<string, number>;
  readonly #tagIds: Map<string, number>;

  constructor({ options, words, frequencies, characters, tags, unlinked, features }: VocabularyData) {
    this.options = { ...options };
    this.words = words;
    this.frequencies = frequencies;
    this.characters = characters;
    this.tags = tags;
    this.unlinked = unlinked;
    this.features = features;
    this.#wordRows = indexOf(words, 'word');
    this.#characterIds = indexOf(characters, 'character');
    this.#tagIds = indexOf(tags, 'tag');
    const damage =
      wrongFirst(words, 'word') ??
      wrongFirst(characters, 'character') ??
      (frequencies.length === words.length
        ? undefined
        : `it has ${words.length} words and ${frequencies.length} frequencies, expected one per word`);
    if (damage !== undefined) {
      throw new StudioError('BadModel', `The vocabulary of the model is damaged: ${damage}. Export the model again.`);
    }
  }

  /** The key under which a form is looked up. */
  key(form: string): string {
    return wordKey(form, this.options);
  }

  /** Row of a form, or of the form with plain punctuation, in the word table; 0 if neither has a row. */
  wordRow(form: string): number {
    const key = this.key(form);
    return this.#wordRows.get(this.#entry(key)) ?? this.#wordRows.get(this.#entry(plainPunctuation(key))) ?? 0;
  }

  /** The entry of a key in `words`: the key or its hash. */
  #entry(key: string): string {
    return this.options.hashedWords === true ? hashedEntry(key) : key;
  }

  /** Ids of the characters of a form, for the character encoder; between 1 and `maxFormLength` of them. */
  characterIdsOf(form: string): Int32Array {
    const ids: number[] = [];
    for (const character of characterForm(form, this.options)) {
      if (ids.length === this.options.maxFormLength) break;
      ids.push(this.#characterId(character));
    }
    return Int32Array.from(ids.length > 0 ? ids : [0]);
  }

  #characterId(character: string): number {
    // Only the first character: plain punctuation replaces a dash by two hyphens.
    return this.#characterIds.get(character) ?? this.#characterIds.get(plainPunctuation(character).charAt(0)) ?? 0;
  }

  /** @throws StudioError BadCorpus if the vocabulary does not have the tag */
  tagId(tag: string): number {
    const id = this.#tagIds.get(tag);
    if (id === undefined) {
      throw new StudioError(
        'BadCorpus',
        `The model has no tag ${tag}; its tags are ${this.tags.join(' ')}. Train on data with this tag, or remove the gold tags.`,
      );
    }
    return id;
  }

  /** Whether the word of a row occurs once in training. Such words may be replaced by `UNKNOWN` during training. */
  isSingleton(row: number): boolean {
    return row > 0 && this.frequencies[row] === 1;
  }

  /** Returns a copy with rows appended for new words. */
  extend(keys: readonly string[]): Vocabulary {
    const entries = new Set(Array.from(keys, (key) => this.#entry(key)));
    const added = [...entries].filter((entry) => !this.#wordRows.has(entry));
    return new Vocabulary({
      ...this.toJSON(),
      words: [...this.words, ...added],
      frequencies: [...this.frequencies, ...added.map(() => 0)],
    });
  }

  toJSON(): VocabularyData {
    return {
      options: { ...this.options },
      words: [...this.words],
      frequencies: [...this.frequencies],
      characters: [...this.characters],
      tags: [...this.tags],
      ...(this.unlinked && { unlinked: [...this.unlinked] }),
      ...(this.features && { features: this.features }),
    };
  }
}

/**
 * Builds the vocabulary of a model. The order of words is `UNKNOWN`; the words of the training corpus by descending frequency
 * (ties in order of first occurrence); the words of other corpora that have a pretrained vector, in order of first occurrence.
 * Characters are those of the training corpus, by descending frequency.
 */
export function buildVocabulary({ train, others, tags, hasVector, options }: VocabularySource): Vocabulary {
  const forms = countForms(train);
  const keys = countBy(forms, (form) => [wordKey(form, options)]);
  const characters = countBy(forms, (form) => characterForm(form, options));
  const words = [UNKNOWN];
  const frequencies = [0];
  for (const [key, frequency] of byDescendingCount(keys)) {
    if (key !== UNKNOWN && (frequency >= options.minFrequency || hasVector(key))) {
      words.push(key);
      frequencies.push(frequency);
    } else {
      frequencies[0]! += frequency;
    }
  }
  const kept = new Set(words);
  for (const corpus of others) {
    for (const form of countForms(corpus).keys()) {
      const key = wordKey(form, options);
      if (kept.has(key) || !hasVector(key)) continue;
      kept.add(key);
      words.push(key);
      frequencies.push(keys.get(key) ?? 0);
    }
  }
  return new Vocabulary({
    options,
    words,
    frequencies,
    characters: [UNKNOWN, ...byDescendingCount(characters).map(([character]) => character)],
    tags: [...tags],
  });
}

/** Counts the distinct forms, as written, in order of first occurrence. */
export function countForms(sentences: Iterable<TokenizedSentence>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { tokens } of sentences) {
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return counts;
}

function countBy(forms: Map<string, number>, partsOf: (form: string) => Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [form, count] of forms) {
    for (const part of partsOf(form)) counts.set(part, (counts.get(part) ?? 0) + count);
  }
  return counts;
}

/** Ties stay in order of first occurrence: `Array.sort` is stable. */
function byDescendingCount(counts: Map<string, number>): [string, number][] {
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** The first entry stands for unknown words or characters. @returns what is wrong with it */
function wrongFirst([first]: readonly string[], what: string): string | undefined {
  if (first === UNKNOWN) return undefined;
  return first === undefined ? `it has no ${what}s` : `its first ${what} is ${first}, expected ${UNKNOWN}`;
}

function indexOf(entries: readonly string[], what: string): Map<string, number> {
  const index = new Map(entries.map((entry, id) => [entry, id]));
  if (index.size < entries.length) {
    const duplicate = defined(
      entries.find((entry, id) => index.get(entry) !== id),
      () => `no duplicate ${what}`,
    );
    throw new StudioError(
      'BadModel',
      `The vocabulary of the model is damaged: it contains the ${what} ${JSON.stringify(duplicate)} twice. Export the model again.`,
    );
  }
  return index;
}

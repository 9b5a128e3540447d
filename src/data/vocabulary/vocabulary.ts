import { defined } from '../../lib/assert.ts';
import { StudioError } from '../../lib/errors.ts';
import { characterForm, plainPunctuation, wordKey, type WordNormalization } from './word-keys.ts';

/** Row 0 of the words and of the characters: whatever is not in the table. */
export const UNKNOWN = '<unk>';

export interface VocabularyOptions extends WordNormalization {
  /** Words of training seen at least so often get a row; 1 keeps all. Words with a pretrained vector get one anyway. */
  minFrequency: number;
  /** Characters of a form that the character encoder sees, from its start. */
  maxFormLength: number;
}

/** A vocabulary as plain JSON. */
export interface VocabularyData {
  options: VocabularyOptions;
  /** [V] keys (see word-keys.ts); the first is the unknown word. */
  words: string[];
  /** [V] how often each occurs in training; of row 0, how many tokens of training have no row. */
  frequencies: number[];
  /** [Vc] code points; the first is the unknown character. */
  characters: string[];
  /** [K] */
  tags: string[];
}

export interface VocabularySource {
  train: readonly TokenizedSentence[];
  /** Dev, test…: their words get a row where they have a pretrained vector. */
  others: readonly (readonly TokenizedSentence[])[];
  tags: readonly string[];
  /** Whether a key has a pretrained vector. */
  hasVector: (key: string) => boolean;
  options: VocabularyOptions;
}

interface TokenizedSentence {
  tokens: readonly string[];
}

/** Words, characters and tags as numbers. */
export class Vocabulary {
  readonly options: VocabularyOptions;
  readonly words: readonly string[];
  readonly frequencies: readonly number[];
  readonly characters: readonly string[];
  readonly tags: readonly string[];
  private readonly wordRows: Map<string, number>;
  private readonly characterIds: Map<string, number>;
  private readonly tagIds: Map<string, number>;

  constructor({ options, words, frequencies, characters, tags }: VocabularyData) {
    this.options = { ...options };
    this.words = words;
    this.frequencies = frequencies;
    this.characters = characters;
    this.tags = tags;
    this.wordRows = indexOf(words, 'word');
    this.characterIds = indexOf(characters, 'character');
    this.tagIds = indexOf(tags, 'tag');
    if (words[0] !== UNKNOWN || characters[0] !== UNKNOWN || frequencies.length !== words.length) {
      throw new StudioError(
        'BadModel',
        `A vocabulary must begin with ${UNKNOWN} and have as many frequencies as words; found words ${words.length} from ` +
          `${words[0]}, characters from ${characters[0]}, ${frequencies.length} frequencies. The model file is damaged: export it again.`,
      );
    }
  }

  /** The key under which a form is looked up. */
  key(form: string): string {
    return wordKey(form, this.options);
  }

  /** Row of a form in the word table, or else of the form with plain punctuation; 0 where neither has one. */
  wordRow(form: string): number {
    const key = this.key(form);
    return this.wordRows.get(key) ?? this.wordRows.get(plainPunctuation(key)) ?? 0;
  }

  /** The characters that the character encoder sees, cut to the maximum length, at least one. */
  characterIdsOf(form: string): Int32Array {
    const ids: number[] = [];
    for (const character of characterForm(form, this.options)) {
      if (ids.length === this.options.maxFormLength) break;
      ids.push(this.characterId(character));
    }
    return Int32Array.from(ids.length > 0 ? ids : [0]);
  }

  private characterId(character: string): number {
    // the first only: a dash is one character
    return this.characterIds.get(character) ?? this.characterIds.get(plainPunctuation(character).charAt(0)) ?? 0;
  }

  /** Id of a tag; fails with `BadCorpus` where the vocabulary does not have it. */
  tagId(tag: string): number {
    const id = this.tagIds.get(tag);
    if (id === undefined) {
      throw new StudioError(
        'BadCorpus',
        `The tag ${tag} is none of the model's: ${this.tags.join(' ')}. Train on data that has it, or leave the gold tags out.`,
      );
    }
    return id;
  }

  /** Whether the word of a row occurs once in training: those are what learning the unknown word may replace. */
  isSingleton(row: number): boolean {
    return row > 0 && this.frequencies[row] === 1;
  }

  /** The same vocabulary with rows added at its end, for words that training did not have. */
  extend(keys: readonly string[]): Vocabulary {
    const added = [...new Set(keys)].filter((key) => !this.wordRows.has(key));
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
    };
  }
}

/**
 * Rows: the unknown word; words of training by falling frequency (ties in order of appearance); then the words of the other
 * corpora that have a pretrained vector, in order of appearance. Characters are those of training, by falling frequency.
 */
export function buildVocabulary({ train, others, tags, hasVector, options }: VocabularySource): Vocabulary {
  const forms = countForms(train);
  const keys = countBy(forms, (form) => [wordKey(form, options)]);
  const characters = countBy(forms, (form) => characterForm(form, options));
  const words = [UNKNOWN];
  const frequencies = [0];
  for (const [key, frequency] of byFallingCount(keys)) {
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
    characters: [UNKNOWN, ...byFallingCount(characters).map(([character]) => character)],
    tags: [...tags],
  });
}

/** Distinct forms, as written, and how often each occurs, in order of appearance. */
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

/** `Array.sort` is stable: ties stay in order of appearance. */
function byFallingCount(counts: Map<string, number>): [string, number][] {
  return [...counts].sort(([, a], [, b]) => b - a);
}

function indexOf(entries: readonly string[], what: string): Map<string, number> {
  const index = new Map(entries.map((entry, id) => [entry, id]));
  if (index.size < entries.length) {
    const twice = defined(
      entries.find((entry, id) => index.get(entry) !== id),
      () => `no ${what} is there twice`,
    );
    throw new StudioError(
      'BadModel',
      `The ${what} ${JSON.stringify(twice)} is in the vocabulary twice. Export the model again.`,
    );
  }
  return index;
}

import { assert } from '../lib/assert.ts';
import { randomUniform, shuffle, streamKey } from '../lib/rng.ts';
import type { Batch, CharLstmLookups, EncodedCorpus, EncodedSentence } from './batch.ts';
import { distinct, distinctPairs, placesIn } from './batches/distinct.ts';
import { lookupFromIndex, raggedFromLengths, raggedRow, raggedRows, type Ragged } from './batches/ragged.ts';

export interface BatchOptions {
  /** Vc, for a character LSTM; other encoders need no look-ups of single characters. */
  alphabet?: number;
  /** Each pair of a word and a form is one input, wherever it stands: for a model that drops nothing of it. */
  distinctInputs?: boolean;
  /**
   * Learning the unknown word: each token becomes row 0 with the probability of its row, `probabilities` [V] (Lample et
   * al. 2016 §4.1: singletons with 0.5). Its characters stay. The draw is a function of `key` and the token's place.
   */
  unknownReplacement?: { probabilities: Float32Array; key: number };
}

/** Spread of the lengths that share a batch: ±10 %, so that batches differ between epochs. */
const LENGTH_NOISE = 0.1;

/** @param sentences indices into the corpus, none of an empty sentence; any order */
export function makeBatch(corpus: EncodedCorpus, sentences: ArrayLike<number>, options: BatchOptions = {}): Batch {
  const order = Int32Array.from(sentences); // [B]
  const lengthOf = (index: number) => sentenceOf(corpus, index).words.length;
  order.sort((a, b) => lengthOf(b) - lengthOf(a) || a - b);
  const layout = raggedFromLengths(order.map(lengthOf));

  const words = timeMajor(corpus, order, layout, 'words'); // [N]
  replaceByUnknown(words, options);
  const forms = timeMajor(corpus, order, layout, 'forms'); // [N]
  const pairs = options.distinctInputs === true ? distinctPairs(words, forms) : undefined;
  const inputs = pairs ?? { first: words, second: forms }; // [P]
  const distinctWords = distinct(words); // [W]
  const distinctForms = byFallingSize(distinct(forms), corpus.forms); // [U]
  const characters = raggedFromLengths(distinctForms.map((form) => corpus.forms[form]!.length));
  const chars = charactersTimeMajor(distinctForms, corpus.forms, characters); // [C]
  const hasGold = order.every((index) => sentenceOf(corpus, index).tags.length > 0);

  return {
    sentences: order,
    layout,
    words: distinctWords,
    inputWords: lookupFromIndex(placesIn(distinctWords, inputs.first), distinctWords.length),
    forms: characters,
    chars,
    inputForms: lookupFromIndex(placesIn(distinctForms, inputs.second), distinctForms.length),
    tokenInputs: pairs?.index,
    charLstm: options.alphabet === undefined ? undefined : charLstmLookups(characters, chars, options.alphabet),
    tags: hasGold ? timeMajor(corpus, order, layout, 'tags') : new Int32Array(0),
  };
}

/**
 * One epoch: every sentence that is not empty, once, in batches of similar length, as lists of indices in a shuffled order.
 * The last of the sorted list may make a smaller batch. The same `key` gives the same batches.
 */
export function epochBatches(corpus: EncodedCorpus, batchSize: number, key: number): Int32Array[] {
  const lengths = corpus.sentences.map(({ words }, index) => {
    const noise = 2 * randomUniform(streamKey(key, 0), index) - 1; // also the order among equal lengths
    return words.length * (1 + LENGTH_NOISE * noise);
  });
  const order = byFallingLength(lengths);
  assert(
    Number.isInteger(batchSize) && batchSize >= 1,
    () => `batches: size must be a positive integer, got ${batchSize}`,
  );
  const count = Math.ceil(order.length / batchSize);
  const batches = Array.from({ length: count }, (_, i) => order.slice(i * batchSize, (i + 1) * batchSize));
  return shuffle(batches, streamKey(key, 1));
}

/**
 * Every sentence that is not empty, once, longest first: for tagging and scoring.
 *
 * @param maxTokens of a batch, where it has more than one sentence
 */
export function evaluationBatches(corpus: EncodedCorpus, maxTokens: number): Int32Array[] {
  const lengths = corpus.sentences.map(({ words }) => words.length);
  const order = byFallingLength(lengths);
  const batches: Int32Array[] = [];
  for (let start = 0, end = 0, tokens = 0; start < order.length; start = end, tokens = 0) {
    while (end < order.length && (end === start || tokens + lengths[order[end]!]! <= maxTokens)) {
      tokens += lengths[order[end++]!]!;
    }
    batches.push(order.slice(start, end));
  }
  return batches;
}

/** Indices, those of length 0 left out. */
function byFallingLength(lengths: readonly number[]): Int32Array {
  const order = lengths.map((_, index) => index).filter((index) => lengths[index]! > 0);
  return Int32Array.from(order.sort((a, b) => lengths[b]! - lengths[a]! || a - b));
}

function sentenceOf({ sentences }: EncodedCorpus, index: number): EncodedSentence {
  const sentence = sentences[index];
  assert(sentence !== undefined, () => `batch: no sentence ${index} among ${sentences.length}`);
  return sentence;
}

/** [N] one value a token, in the batch's layout. */
function timeMajor(
  corpus: EncodedCorpus,
  order: Int32Array,
  layout: Ragged,
  what: 'words' | 'forms' | 'tags',
): Int32Array {
  const rows = new Int32Array(raggedRows(layout));
  const { stepOffsets } = layout;
  for (let b = 0; b < order.length; b++) {
    const values = corpus.sentences[order[b]!]![what];
    for (let t = 0; t < values.length; t++) rows[stepOffsets[t]! + b] = values[t]!;
  }
  return rows;
}

/** [C] @param forms [U] of the corpus */
function charactersTimeMajor(forms: Int32Array, chars: readonly Int32Array[], layout: Ragged): Int32Array {
  const rows = new Int32Array(raggedRows(layout));
  const { stepOffsets } = layout;
  for (let u = 0; u < forms.length; u++) {
    const ids = chars[forms[u]!]!;
    for (let t = 0; t < ids.length; t++) rows[stepOffsets[t]! + u] = ids[t]!;
  }
  return rows;
}

function charLstmLookups(forms: Ragged, chars: Int32Array, alphabet: number): CharLstmLookups {
  const last = Int32Array.from(forms.lengths, (length, u) => raggedRow(forms, u, length - 1)); // [U]
  const first = Int32Array.from(forms.lengths, (_, u) => u); // [U]
  return {
    embedded: lookupFromIndex(chars, alphabet),
    last: lookupFromIndex(last, chars.length),
    first: lookupFromIndex(first, chars.length),
  };
}

/** Longest first; of equal ones in their order. */
function byFallingSize(forms: Int32Array, chars: readonly Int32Array[]): Int32Array {
  let longest = 0;
  for (const form of forms) longest = Math.max(longest, chars[form]!.length);
  const ends = new Int32Array(longest + 1); // [length] where the next one of it goes, counted from those that are longer
  for (const form of forms) ends[chars[form]!.length]!++;
  for (let length = longest, before = 0; length >= 0; length--) {
    const count = ends[length]!;
    ends[length] = before;
    before += count;
  }
  const sorted = new Int32Array(forms.length);
  for (const form of forms) sorted[ends[chars[form]!.length]!++] = form;
  return sorted;
}

/** In place. */
function replaceByUnknown(words: Int32Array, { unknownReplacement }: BatchOptions): void {
  if (unknownReplacement === undefined) return;
  const { probabilities, key } = unknownReplacement;
  for (let n = 0; n < words.length; n++) {
    if (randomUniform(key, n) < probabilities[words[n]!]!) words[n] = 0;
  }
}

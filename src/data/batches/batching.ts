import { assert } from '../../lib/assert.ts';
import { randomUniform, shuffle } from '../../lib/rng.ts';
import type { Batch, CharLstmLookups, EncodedCorpus, EncodedSentence } from './batch.ts';
import { batchFeatures, featureIds, type FeatureDropout } from './batch-features.ts';
import { batchIndicators } from './batch-indicators.ts';
import { encodedRows } from './encoded-rows.ts';
import { distinct, distinctRows, placesIn } from './distinct.ts';
import { isSameWindow, linksOf } from './links.ts';
import { textRows } from './text-rows.ts';
import { sentenceLinks } from './sentence-links.ts';
import { lookupFromIndex, raggedFromLengths, raggedRow, raggedRows, type Ragged } from './ragged.ts';

export interface BatchOptions {
  /** Vc, the size of the character table. Set for a character LSTM only, which needs `Batch.charLstm`. */
  alphabet?: number;
  /** Share one input between all tokens with the same word, form and features. Not possible with dropout on the inputs. */
  distinctInputs?: boolean;
  /**
   * Trains the vector of the unknown word: replaces each word by row 0 with the probability of its row, `probabilities` [V] (Lample
   * et al. 2016 §4.1: 0.5 for singletons). Keeps its characters. Draws depend on `key` and the position of the token.
   */
  unknownReplacement?: { probabilities: Float32Array; key: number };
  /** Whether words attend to those of their sentence. */
  attention?: boolean;
  /** Whether each sentence is a text with one class. */
  texts?: boolean;
  /** Not with `distinctInputs`. */
  featureDropout?: FeatureDropout | undefined;
}

/** Keys of the random streams of an epoch (lib/rng.ts). */
export interface EpochKeys {
  lengths: number;
  /** Of which documents are split into batches of consecutive sentences. */
  documents: number;
  /** Of which sentences with a weight are included. */
  weights: number;
  order: number;
}

/** Random change of lengths before sorting, ±10%, so that batches differ between epochs. */
const LENGTH_NOISE = 0.1;

/** @param sentences indices in the corpus, in any order; must not be empty sentences */
export function makeBatch(corpus: EncodedCorpus, sentences: ArrayLike<number>, options: BatchOptions = {}): Batch {
  const order = Int32Array.from(sentences); // [B]
  let hasGold = true;
  for (const index of order) hasGold &&= sentenceOf(corpus, index).tags.length > 0;
  const lengthOf = (index: number) => corpus.sentences[index]!.words.length;
  order.sort((a, b) => lengthOf(b) - lengthOf(a) || a - b);
  const layout = raggedFromLengths(order.map(lengthOf));

  const words = timeMajor(layout, (b) => corpus.sentences[order[b]!]!.words); // [N]
  replaceByUnknown(words, options);
  const forms = timeMajor(layout, (b) => corpus.sentences[order[b]!]!.forms); // [N]
  const rowsOf = (sequenceOf: (b: number) => Int32Array) => timeMajor(layout, sequenceOf);
  // The encoder features of a word depend on its sentence: every token is a separate input.
  const isShared = options.distinctInputs === true && corpus.encoder === undefined;
  const shared = isShared ? distinctRows([words, forms, ...featureIds(corpus, order, rowsOf)]) : undefined;
  const [inputWords, inputForms] = [words, forms].map((of) => shared?.rows.map((n) => of[n]!) ?? of) as [
    Int32Array,
    Int32Array,
  ]; // [P]
  const distinctWords = distinct(words); // [W]
  const distinctForms = longestFirst(distinct(forms), corpus.forms); // [U]
  const characters = raggedFromLengths(distinctForms.map((form) => corpus.forms[form]!.length));
  const chars = timeMajor(characters, (u) => corpus.forms[distinctForms[u]!]!); // [C]
  const tags = hasGold ? timeMajor(layout, (b) => corpus.sentences[order[b]!]!.tags) : new Int32Array(0);

  return {
    sentences: order,
    layout,
    words: distinctWords,
    inputWords: lookupFromIndex(placesIn(distinctWords, inputWords), distinctWords.length),
    forms: characters,
    chars,
    inputForms: lookupFromIndex(placesIn(distinctForms, inputForms), distinctForms.length),
    features: batchFeatures(corpus, order, rowsOf, shared?.rows, options.featureDropout),
    encoded: encodedRows(corpus, order, layout),
    tokenInputs: shared?.index,
    charLstm: options.alphabet === undefined ? undefined : charLstmLookups(characters, chars, options.alphabet),
    links: linksOf(corpus, order, layout),
    indicators: batchIndicators(corpus, order, layout),
    ...(options.attention === true && { attention: sentenceLinks(layout) }),
    ...(options.texts === true && { texts: textRows(layout, tags) }),
    tags,
    excluded: hasGold ? excludedTags(corpus, order, layout) : undefined,
  };
}

/**
 * The batches of one epoch: every sentence that is not empty, once. Sentences of a batch have similar lengths; batches are in
 * random order, and one may be smaller than `batchSize`. The same keys give the same batches. For a model that reads documents, a
 * different random half of the documents in each epoch is split into batches of consecutive sentences, which have links. The sentences of
 * the other half are batched by length, so that the model also learns to work without links.
 *
 * A sentence with a weight is included in that share of the epochs. The expected gradient is that of the weighted loss of
 * CrossWeigh (Wang et al. 2019, arXiv:1909.01441); sampling takes less time and works on every device.
 *
 * @returns indices in the corpus
 */
export function epochBatches(corpus: EncodedCorpus, batchSize: number, keys: EpochKeys): Int32Array[] {
  assert(
    Number.isInteger(batchSize) && batchSize >= 1,
    () => `batches: batchSize must be a positive integer, got ${batchSize}`,
  );
  const lengths = corpus.sentences.map(({ words }, index) => {
    const noise = 2 * randomUniform(keys.lengths, index) - 1; // also orders sentences of the same length
    return words.length * (1 + LENGTH_NOISE * noise);
  });
  let order = indicesByLength(lengths);
  if (readsDocuments(corpus)) {
    const sentences = shuffle(windowsOf(corpus), keys.documents).flat();
    const alone = new Set(sentences.slice(0, batchSize * Math.floor(sentences.length / (2 * batchSize))));
    order = Int32Array.from([...order.filter((s) => alone.has(s)), ...sentences.slice(alone.size)]);
  }
  order = withWeights(corpus, order, keys.weights);
  const count = Math.ceil(order.length / batchSize);
  const batches = Array.from({ length: count }, (_, i) => order.slice(i * batchSize, (i + 1) * batchSize));
  return shuffle(batches, keys.order);
}

/** Weights are summed as integers: with rounding errors, the number of sentences would differ between epochs. */
const WEIGHT_UNITS = 2 ** 20;

/**
 * Samples the sentences of an epoch by weight and keeps their order. Systematic sampling: every epoch has the same number of sentences.
 *
 * @param order indices in the corpus
 */
function withWeights({ sentences }: EncodedCorpus, order: Int32Array, key: number): Int32Array {
  if (sentences.every(({ weight }) => weight === undefined)) return order;
  const drawn = new Set<number>();
  let rest = WEIGHT_UNITS / 2;
  for (const index of shuffle([...order], key)) {
    rest += Math.round((sentences[index]!.weight ?? 1) * WEIGHT_UNITS);
    if (rest < WEIGHT_UNITS) continue;
    rest -= WEIGHT_UNITS;
    drawn.add(index);
  }
  return order.filter((index) => drawn.has(index));
}

/**
 * The batches for tagging and scoring: every sentence that is not empty, once, longest first.
 *
 * @param maxTokens per batch; a longer sentence is a batch by itself
 * @returns indices in the corpus
 */
export function evaluationBatches(corpus: EncodedCorpus, maxTokens: number): Int32Array[] {
  const lengths = corpus.sentences.map(({ words }) => words.length);
  // Units that are never split: sentences or, for a model that reads documents, windows of a document.
  const units = readsDocuments(corpus) ? windowsOf(corpus) : Array.from(indicesByLength(lengths), (s) => [s]);
  const batches: number[][] = [];
  let tokens = Infinity; // of the last batch
  for (const unit of units) {
    const size = unit.reduce((sum, s) => sum + lengths[s]!, 0);
    if (tokens + size > maxTokens) {
      batches.push([]);
      tokens = 0;
    }
    batches.at(-1)!.push(...unit);
    tokens += size;
  }
  return batches.map((sentences) => Int32Array.from(sentences));
}

/** Whether the corpus is for a model that reads documents. */
function readsDocuments({ sentences }: EncodedCorpus): boolean {
  return sentences.some(({ keys }) => keys !== undefined);
}

/** The non-empty sentences of each document, or of each window of a long document, in order. */
function windowsOf({ sentences }: EncodedCorpus): number[][] {
  const windows: number[][] = [];
  for (const [s, sentence] of sentences.entries()) {
    if (sentence.words.length === 0) continue;
    const last = windows.at(-1);
    if (last !== undefined && isSameWindow(sentences[last[0]!], sentence)) last.push(s);
    else windows.push([s]);
  }
  return windows;
}

/** Indices by descending length, without lengths of 0. */
function indicesByLength(lengths: readonly number[]): Int32Array {
  const order = lengths.map((_, index) => index).filter((index) => lengths[index]! > 0);
  return Int32Array.from(order.sort((a, b) => lengths[b]! - lengths[a]! || a - b));
}

function sentenceOf({ sentences }: EncodedCorpus, index: number): EncodedSentence {
  const sentence = sentences[index];
  assert(sentence !== undefined, () => `batch: no sentence ${index} of ${sentences.length}`);
  return sentence;
}

/**
 * Concatenates sequences in a ragged layout.
 *
 * @param sequenceOf the values of sequence b, [lengths[b]]
 * @returns one value per row
 */
function timeMajor(layout: Ragged, sequenceOf: (b: number) => Int32Array): Int32Array {
  const { lengths, stepOffsets } = layout;
  const rows = new Int32Array(raggedRows(layout));
  for (let b = 0; b < lengths.length; b++) {
    const values = sequenceOf(b);
    for (let t = 0; t < values.length; t++) rows[stepOffsets[t]! + b] = values[t]!;
  }
  return rows;
}

/** [N, K] 1 for each tag that a token does not have; undefined if all tags are known. */
function excludedTags({ sentences }: EncodedCorpus, order: Int32Array, layout: Ragged): Uint8Array | undefined {
  if (!order.some((index) => sentences[index]!.allowed !== undefined)) return undefined;
  const sets = Array.from(order, (index) => sentences[index]!.allowed);
  const K = sets.flatMap((set) => set ?? []).find((set) => set !== undefined)?.length;
  if (K === undefined) return undefined;
  const excluded = new Uint8Array(raggedRows(layout) * K).fill(1);
  order.forEach((index, b) => {
    sentences[index]!.tags.forEach((tag, t) => {
      const at = raggedRow(layout, b, t) * K;
      excluded[at + tag] = 0;
      sets[b]?.[t]?.forEach((isAllowed, k) => (excluded[at + k] = 1 - isAllowed));
    });
  });
  return excluded;
}

/** @param forms U forms of C characters */
function charLstmLookups(forms: Ragged, chars: Int32Array, alphabet: number): CharLstmLookups {
  const last = Int32Array.from(forms.lengths, (length, u) => raggedRow(forms, u, length - 1)); // [U]
  const first = Int32Array.from(forms.lengths, (_, u) => u); // [U]
  return {
    embedded: lookupFromIndex(chars, alphabet),
    last: lookupFromIndex(last, chars.length),
    first: lookupFromIndex(first, chars.length),
  };
}

/** Sorts forms by descending length: a stable counting sort. */
function longestFirst(forms: Int32Array, chars: readonly Int32Array[]): Int32Array {
  let longest = 0;
  for (const form of forms) longest = Math.max(longest, chars[form]!.length);
  const ends = new Int32Array(longest + 1); // by length: the count, then the position of the next form
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

/** Replaces words by row 0, in place. */
function replaceByUnknown(words: Int32Array, { unknownReplacement }: BatchOptions): void {
  if (unknownReplacement === undefined) return;
  const { probabilities, key } = unknownReplacement;
  for (let n = 0; n < words.length; n++) {
    if (randomUniform(key, n) < probabilities[words[n]!]!) words[n] = 0;
  }
}

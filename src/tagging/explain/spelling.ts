import { forwardBackward, marginals, viterbi } from '../../crf/decode.ts';
import { UNKNOWN, type Vocabulary } from '../../data/vocabulary/vocabulary.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import {
  cosines,
  distributionOf,
  filterResponses,
  highestColumns,
  inCaseOf,
  largest,
  variantsOf,
  type Variant,
} from '../../insight/characters.ts';
import type { Milliseconds } from '../../lib/units.ts';
import { decodingScores } from '../../model/crf-scores.ts';
import type { TaggerModel } from '../../model/model.ts';
import { wordFeatures, wordRowsOf, type WordFeatures } from '../../model/observe.ts';
import { withSentence, type PlaceInText, type SentenceOfText } from './sentence-of-text.ts';
import { scoreSentences } from '../texts/text.ts';

/** Selects a word of a text. */
export interface SpellingQuery extends PlaceInText {
  token: number;
  /** An additional spelling to compare. */
  spelling: string | undefined;
}

/** How a model responds to the spelling of a word. Plain data. */
export interface Spelling {
  word: string;
  encoder: 'cnn' | 'lstm' | 'none';
  /** The characters that the encoder reads. */
  characters: string[];
  /** For a CNN: the filters in which this word exceeds other words most, in descending order. */
  filters: FiringFilter[];
  variants: SpeltVariant[];
  /** Nearest words by centred character features, in the same case as the word. Empty without a character encoder. */
  nearestByCharacters: NearWord[];
  /** Nearest words by word vector. Empty for a word without a vector. */
  nearestByVector: NearWord[];
  /** Number of compared words of the vocabulary, the most frequent ones; 0 if they are private. */
  compared: number;
  milliseconds: Milliseconds;
}

export interface FiringFilter {
  filter: number;
  /** [L] response at each character; the window is the character and its neighbours. */
  responses: Float32Array;
  /** Position of the maximum. */
  winner: number;
  /** Standard deviations by which the maximum exceeds the mean of other words. */
  deviations: number;
}

/** Another spelling of the word, in the same sentence. */
export interface SpeltVariant extends Variant {
  /** Similarity of centred character features to those of the original spelling. Undefined without a character encoder. */
  similarity: number | undefined;
  /** Whether it has its own vector. */
  isKnown: boolean;
  /** Tag on the best path. */
  tag: string;
  /** Marginal probability of that tag. */
  probability: number;
}

export interface NearWord {
  word: string;
  similarity: number;
}

const MOST_WORDS = 10_000;
const FILTERS = 8;
const NEAREST = 8;

/** @param stored vectors for words outside the vocabulary */
export async function inspectSpelling(
  model: TaggerModel,
  { token, spelling, ...place }: SpellingQuery,
  stored?: StoredVectors,
  signal?: AbortSignal,
): Promise<Spelling> {
  const startedAt = performance.now();
  const found = await withSentence(model, place, { signal }, (sentence) => Promise.resolve(sentence));
  const { tokens } = found;
  const { vocabulary, config } = model;
  const word = tokens[token]!;
  const variants = variantsOf(word, spelling);
  // The words of a private model are unknown: filters are then compared with the words of the sentence.
  const keys = vocabulary.options.hashedWords === true ? [] : vocabulary.words.slice(0, MOST_WORDS);
  const others = keys.length === 0 ? tokens : keys.map((key) => inCaseOf(key, word));

  const made = await wordFeatures(model, [...variants.map((variant) => variant.spelling), ...others]);
  const features = made && new FeatureSpace(made, config.charFeatures, variants.length);
  const row = vocabulary.wordRow(word);
  const key = vocabulary.key(word);
  const vectors = keys.length === 0 ? new Float32Array() : await wordRowsOf(model, keys.length); // [words, E]
  const vector = row > 0 ? await wordRowsOf(model, 1, row) : (await stored?.find([key]))?.get(key);
  const isOther = (i: number) => keys[i] !== UNKNOWN && i !== row && keys[i] !== key;
  const near = (similarities: Float64Array, names: readonly string[]): NearWord[] =>
    largest(similarities, NEAREST, isOther).map((i) => ({ word: names[i]!, similarity: similarities[i]! }));

  return {
    word,
    encoder: config.charEncoder,
    characters: [...word].slice(0, vocabulary.options.maxFormLength),
    filters: features === undefined ? [] : features.firing(vocabulary.characterIdsOf(word)),
    variants: await inSentence(model, found, token, variants, features, stored, signal),
    nearestByCharacters: features === undefined || keys.length === 0 ? [] : near(features.toOthers(), others),
    nearestByVector: vector === undefined ? [] : near(cosines(vector, vectors), keys),
    compared: keys.length,
    milliseconds: performance.now() - startedAt,
  };
}

/** Character features of variants, the first of which is the word itself, and of other words. */
class FeatureSpace {
  readonly #own: Float32Array; // [variants, F]
  readonly #others: Float32Array; // [words, F]
  readonly #filters: WordFeatures['filters'];
  readonly #distribution: ReturnType<typeof distributionOf>;
  readonly #width: number;

  constructor({ features, filters }: WordFeatures, F: number, variants: number) {
    this.#width = F;
    this.#own = features.subarray(0, variants * F);
    this.#others = features.subarray(variants * F);
    this.#filters = filters;
    this.#distribution = distributionOf(this.#others, F);
  }

  get #word(): Float32Array {
    return this.#own.subarray(0, this.#width);
  }

  /** [words] */
  toOthers(): Float64Array {
    return cosines(this.#word, this.#others, this.#distribution.mean);
  }

  /** [variants] */
  toVariants(): Float64Array {
    return cosines(this.#word, this.#own, this.#distribution.mean);
  }

  firing(chars: Int32Array): FiringFilter[] {
    if (this.#filters === undefined) return [];
    const { tables, bias } = this.#filters;
    const F = this.#width;
    const responses = filterResponses(tables, bias, chars); // [L, F]
    return highestColumns(this.#word, this.#distribution, FILTERS).map(({ column, deviations }) => {
      const own = Float32Array.from(chars, (_, p) => responses[p * F + column]!);
      return { filter: column, responses: own, winner: own.indexOf(Math.max(...own)), deviations };
    });
  }
}

/** Tags the sentence, in its context, with each variant in the place of the word, in one batch. */
async function inSentence(
  model: TaggerModel,
  { tokens, window, index }: SentenceOfText,
  token: number,
  variants: readonly Variant[],
  features: FeatureSpace | undefined,
  stored?: StoredVectors,
  signal?: AbortSignal,
): Promise<SpeltVariant[]> {
  const { vocabulary } = model;
  const K = vocabulary.tags.length;
  const scores = await decodingScores(model);
  const similarities = features?.toVariants();
  const known = await knownSpellings(vocabulary, variants, stored);
  const spelt: SpeltVariant[] = [];
  const sentences = variants.flatMap(({ spelling }, document) =>
    window.map((one, i) => ({ tokens: i === index ? tokens.with(token, spelling) : one.tokens, document })),
  );
  for await (const { sentence, emissions } of scoreSentences(model, sentences, stored, signal)) {
    if (sentence % window.length !== index) continue;
    const variant = sentences[sentence]!.document;
    const tag = viterbi(emissions, scores).tags[token]!;
    spelt[variant] = {
      ...variants[variant]!,
      similarity: similarities?.[variant],
      isKnown: known.has(variants[variant]!.spelling),
      tag: vocabulary.tags[tag]!,
      probability: marginals(forwardBackward(emissions, scores))[token * K + tag]!,
    };
  }
  return spelt;
}

async function knownSpellings(
  vocabulary: Vocabulary,
  variants: readonly Variant[],
  stored?: StoredVectors,
): Promise<ReadonlySet<string>> {
  const spellings = variants.map(({ spelling }) => spelling);
  const unknown = spellings.filter((spelling) => vocabulary.wordRow(spelling) === 0);
  const found = await stored?.find(unknown.map((spelling) => vocabulary.key(spelling)));
  return new Set(spellings.filter((one) => vocabulary.wordRow(one) > 0 || found?.has(vocabulary.key(one))));
}

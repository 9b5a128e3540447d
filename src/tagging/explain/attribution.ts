import { sentenceEmissions, viterbi } from '../../crf/decode.ts';
import { IndicatorEncoder } from '../../data/features/indicators.ts';
import type { EncodedCorpus, EncodedSentence } from '../../data/batches/batch.ts';
import { TagReader } from '../../data/tags/tag-spans.ts';
import { trainingStyle } from '../../data/tags/training-tags.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { targetAt, targetScore } from '../../insight/target.ts';
import type { Milliseconds } from '../../lib/units.ts';
import { decodingScores } from '../../model/crf-scores.ts';
import type { TaggerModel } from '../../model/model.ts';
import { inputGradients, withUnknown } from '../../model/observe.ts';
import { emissionBatches } from '../../model/predict.ts';
import { withSentence, type PlaceInText, type SentenceOfText } from './sentence-of-text.ts';

/** Selects an entity or a tag of a text by one of its tokens. */
export interface AttributionQuery extends PlaceInText {
  token: number;
  /** Tag id; undefined: the tag on the path. */
  tag: number | undefined;
}

/** Attribution of a prediction to the words of its sentence. Plain data. */
export interface Attribution {
  tokens: string[];
  target: {
    first: number;
    /** Tags of the target's tokens. */
    tags: string[];
    /** Type of the entity; undefined for a single tag. */
    type: string | undefined;
  };
  /** Log-probability of the target, F = log p(target | x). */
  logProbability: number;
  /** Attribution of each token. */
  words: WordAttribution[];
  /** F of the sentence without the rest of its text; undefined if it has no links to the rest. */
  logProbabilityAlone: number | undefined;
  /** Whether the model has a network, and other inputs: name lists or columns; an encoder. */
  inputs: { network: boolean; features: boolean; encoder: boolean };
  milliseconds: Milliseconds;
}

export interface WordAttribution {
  /** F with this word replaced by the unknown word, and its characters and other inputs hidden. */
  logProbabilityWithout: number;
  /** The tags of the target's tokens on the new path, if they differ. */
  flipsTo: string[] | undefined;
  /** (x of the unknown word − x) · dF/dx over the dimensions of the word vector: the first-order change in F. */
  wordEstimate: number;
  /** The same over the character features; 0 without them. */
  characterEstimate: number;
  /** The same over further inputs: name lists, columns, an encoder; 0 without them. Of a feature CRF, over the features that read the word. */
  featureEstimate: number;
}

/**
 * Leave-one-out (exact: a forward pass per word, in one batch), and gradient × input with the unknown word as the baseline. The target
 * stays the same if the path changes. Words with redundant evidence may both have small leave-one-out values.
 *
 * @param stored vectors for words outside the vocabulary
 */
export async function attribute(
  model: TaggerModel,
  { token, tag, ...place }: AttributionQuery,
  stored?: StoredVectors,
  signal?: AbortSignal,
): Promise<Attribution> {
  const startedAt = performance.now();
  return await withSentence(model, place, { stored, signal }, async (found) => {
    const { tokens, vocabulary, corpus, index } = found;
    const scores = await decodingScores(model);
    const { corpus: extended, without } = withUnknown(corpus);
    const sentence = corpus.sentences[index]!;
    const alone = { ...sentence, document: undefined };
    const indicators = vocabulary.features?.indicators && new IndicatorEncoder(vocabulary);
    const hidden = tokens.map((_, t) => ({
      ...without(sentence, t),
      ...(indicators && { indicators: indicators.of({ tokens }, t) }),
    }));
    const variants = [sentence, alone, ...hidden];
    const [asRead, asAlone, ...others] = (await emissionsOf(model, found, extended, variants, signal)) as [
      Float32Array,
      Float32Array,
      ...Float32Array[],
    ];

    const names = vocabulary.tags;
    const reader = new TagReader(trainingStyle(model.config, model.style));
    const pathOf = (emissions: Float32Array) => Array.from(viterbi(emissions, scores).tags, (one) => names[one]!);
    const path = pathOf(asRead);
    const target = targetAt(reader, names, path, token, tag);
    const logProbabilityOf = (emissions: Float32Array) => targetScore({ emissions, scores }, target).logProbability;
    const { logProbability, gradient } = targetScore({ emissions: asRead, scores }, target);
    const isNetwork = indicators === undefined;
    const estimate = isNetwork
      ? await networkEstimates(model, found, gradient)
      : (t: number) => ({ ...NO_ESTIMATE, featureEstimate: changeOf(asRead, others[t]!, gradient) });
    return {
      tokens,
      target: { first: target.first, tags: target.tags.map((one) => names[one]!), type: target.type },
      logProbability,
      logProbabilityAlone: corpus.sentences.length > 1 ? logProbabilityOf(asAlone) : undefined,
      words: others.map((emissions, t) => {
        const end = target.first + target.tags.length;
        const onPath = pathOf(emissions).slice(target.first, end);
        const isKept = onPath.every((name, i) => name === path[target.first + i]);
        return {
          logProbabilityWithout: logProbabilityOf(emissions),
          flipsTo: isKept ? undefined : onPath,
          ...estimate(t),
        };
      }),
      inputs: {
        network: isNetwork,
        features: !isNetwork || (corpus.features?.length ?? 0) > 0,
        encoder: corpus.encoder !== undefined,
      },
      milliseconds: performance.now() - startedAt,
    };
  });
}

type Estimates = Pick<WordAttribution, 'wordEstimate' | 'characterEstimate' | 'featureEstimate'>;

const NO_ESTIMATE: Estimates = { wordEstimate: 0, characterEstimate: 0, featureEstimate: 0 };

/** The first-order change in F for each word. @param gradient [T, K] dF/de */
async function networkEstimates(
  model: TaggerModel,
  { corpus, index, extraRows }: SentenceOfText,
  gradient: Float32Array,
): Promise<(t: number) => Estimates> {
  const { inputs, gradients, unknown } = await inputGradients(model, corpus, index, gradient, extraRows);
  const { wordDim, charEncoder, charFeatures } = model.config;
  const known = wordDim + (charEncoder === 'none' ? 0 : charFeatures);
  const width = unknown.length;
  const part = (t: number, from: number, to: number) => {
    let sum = 0;
    for (let i = from; i < to; i++) sum += (unknown[i]! - inputs[t * width + i]!) * gradients[t * width + i]!;
    return sum;
  };
  return (t) => ({
    wordEstimate: part(t, 0, wordDim),
    characterEstimate: part(t, wordDim, known),
    featureEstimate: part(t, known, width),
  });
}

/** (e without the word − e) · dF/de: emissions are linear in features. */
function changeOf(emissions: Float32Array, without: Float32Array, gradient: Float32Array): number {
  return gradient.reduce((sum, slope, i) => sum + (without[i]! - emissions[i]!) * slope, 0);
}

/**
 * Puts each variant of a sentence in its place, in a separate copy of the document, and computes all of them in one batch.
 *
 * @param corpus with the forms of the variants
 * @returns emissions of each variant, [T, K]
 */
async function emissionsOf(
  model: TaggerModel,
  { corpus: { sentences: window }, index, extraRows }: SentenceOfText,
  corpus: EncodedCorpus,
  variants: readonly EncodedSentence[],
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const sentences = variants.flatMap((variant, document) =>
    window.with(index, variant).map((one) => (one.document === undefined ? one : { ...one, document })),
  );
  const found: Float32Array[] = [];
  for await (const { batch, emissions } of emissionBatches(model, { ...corpus, sentences }, { extraRows, signal })) {
    for (const [b, place] of batch.sentences.entries()) {
      if (place % window.length !== index) continue;
      const variant = (place - index) / window.length;
      found[variant] = sentenceEmissions(emissions, model.vocabulary.tags.length, batch.layout, b);
    }
  }
  return found;
}

import { sentenceEmissions, viterbi } from '../crf/decode.ts';
import { TagReader } from '../data/tags/tag-spans.ts';
import { trainingStyle } from '../data/tags/training-tags.ts';
import { tokenize } from '../data/text/tokenizer.ts';
import type { StoredVectors } from '../data/vectors/stored-vectors.ts';
import { targetAt, targetScore } from '../insight/target.ts';
import { defined } from '../lib/assert.ts';
import type { Milliseconds } from '../lib/units.ts';
import { decodingScores } from '../model/crf-scores.ts';
import { encodeSentences, type TaggerModel } from '../model/model.ts';
import { inputGradients, withUnknown } from '../model/observe.ts';
import { extendVocabulary } from '../model/out-of-vocabulary.ts';
import { emissionBatches } from '../model/predict.ts';

/** What is asked about a text: an entity or a tag, by one of its tokens. */
export interface AttributionQuery {
  text: string;
  /** Which of the sentences with words. */
  sentence: number;
  token: number;
  /** An id; undefined: the one on the path. */
  tag: number | undefined;
}

/** Why a model gives some tokens these tags: what each word adds. Plain data. */
export interface Attribution {
  tokens: string[];
  target: {
    first: number;
    /** One for each of its tokens. */
    tags: string[];
    /** Of the entity; undefined: a single tag. */
    type: string | undefined;
  };
  /** Of the target: F = log p(target | x). */
  logProbability: number;
  /** Of each token. */
  words: WordAttribution[];
  milliseconds: Milliseconds;
}

export interface WordAttribution {
  /** F without this word: the unknown word in its place, its characters hidden, too. */
  logProbabilityWithout: number;
  /** The tags that the target's tokens then have on the path, where they are others. */
  flipsTo: string[] | undefined;
  /** (x of the unknown word − x) · dF/dx over the dimensions of the word vector: the change in F to the first order. */
  wordEstimate: number;
  /** The same over the character features; 0 without them. */
  characterEstimate: number;
}

/**
 * Leave-one-out (exact: a forward pass for each word, in one batch) beside gradient × input from the unknown word as the baseline. The
 * target stays the same where the path changes. Words that back each other up may both get little of the former.
 *
 * @param stored vectors for words outside the vocabulary
 */
export async function attribute(
  model: TaggerModel,
  { text, sentence: index, token, tag }: AttributionQuery,
  stored?: StoredVectors,
  signal?: AbortSignal,
): Promise<Attribution> {
  const startedAt = performance.now();
  const sentences = tokenize(text).filter((tokens) => tokens.length > 0);
  const tokens = defined(sentences[index], () => `attribute: no sentence ${index} of ${sentences.length}`).map(
    (one) => one.text,
  );
  const own = [{ tokens, tags: [] }];
  const { vocabulary, extraRows } = await extendVocabulary(model, own, stored);
  try {
    const scores = await decodingScores(model);
    const { corpus, without } = withUnknown(await encodeSentences(model, vocabulary, own, signal));
    const sentence = corpus.sentences[0]!;
    const variants = { ...corpus, sentences: [sentence, ...tokens.map((_, t) => without(sentence, t))] };
    const emissions: Float32Array[] = variants.sentences.map(() => new Float32Array(0));
    for await (const { batch, emissions: rows } of emissionBatches(model, variants, { extraRows, signal })) {
      for (const [b, variant] of batch.sentences.entries()) {
        emissions[variant] = sentenceEmissions(rows, vocabulary.tags.length, batch.layout, b);
      }
    }

    const names = vocabulary.tags;
    const reader = new TagReader(trainingStyle(model.config, model.style));
    const [paths, best] = [emissions.map((rows) => viterbi(rows, scores).tags), emissions[0]!];
    const path = Array.from(paths[0]!, (one) => names[one]!);
    const target = targetAt(reader, names, path, token, tag);
    const { logProbability, gradient } = targetScore({ emissions: best, scores }, target);
    const { inputs, gradients, unknown } = await inputGradients(model, corpus, sentence, gradient, extraRows);
    const { wordDim } = model.config;
    return {
      tokens,
      target: { first: target.first, tags: target.tags.map((one) => names[one]!), type: target.type },
      logProbability,
      words: tokens.map((_, t) => {
        const end = target.first + target.tags.length;
        const onPath = Array.from(paths[t + 1]!.subarray(target.first, end), (one) => names[one]!);
        const isKept = onPath.every((name, i) => name === path[target.first + i]);
        const width = unknown.length;
        const part = (from: number, to: number) => {
          let sum = 0;
          for (let i = from; i < to; i++) sum += (unknown[i]! - inputs[t * width + i]!) * gradients[t * width + i]!;
          return sum;
        };
        return {
          logProbabilityWithout: targetScore({ emissions: emissions[t + 1]!, scores }, target).logProbability,
          flipsTo: isKept ? undefined : onPath,
          wordEstimate: part(0, wordDim),
          characterEstimate: part(wordDim, width),
        };
      }),
      milliseconds: performance.now() - startedAt,
    };
  } finally {
    extraRows?.dispose();
  }
}

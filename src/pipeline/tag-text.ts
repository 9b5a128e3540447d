import {
  forwardBackward,
  marginals,
  nBest,
  sentenceEmissions,
  spanProbability,
  viterbi,
  type CrfParameters,
  type Lattice,
  type TagPath,
} from '../crf/decode.ts';
import type { Span } from '../data/corpus.ts';
import type { StoredVectors } from '../data/embeddings/stored-vectors.ts';
import { encodeCorpus } from '../data/encode.ts';
import { convertTags, TagReader } from '../data/tag-spans.ts';
import { formatTag } from '../data/tag-style.ts';
import { tokenize, type TypedToken } from '../data/tokenizer.ts';
import { decodingScores, type TaggerModel } from '../model/model.ts';
import { emissionBatches } from '../model/predict.ts';
import { findFurtherWords } from './further-words.ts';
import type { Reading, TaggedEntity, TaggedSentence, TaggedText } from './tagged-text.ts';
import { trainingStyle } from './tags.ts';

/** A reading that is less likely is not told of. */
const LEAST_LIKELY = 0.05;

/** Paths in which other readings are looked for. */
const PATHS = 8;

/**
 * Splits a text into sentences and tags them.
 *
 * @param stored vectors for words that the vocabulary lacks
 */
export async function tagText(
  model: TaggerModel,
  text: string,
  stored?: StoredVectors,
  signal?: AbortSignal,
): Promise<TaggedText> {
  const started = performance.now();
  const sentences = await tagSentences(model, tokenize(text), stored, signal);
  return { sentences, milliseconds: performance.now() - started };
}

/** Tags sentences that are split already; an empty one stays empty. */
export async function tagSentences(
  model: TaggerModel,
  sentences: readonly (readonly TypedToken[])[],
  stored?: StoredVectors,
  signal?: AbortSignal,
): Promise<TaggedSentence[]> {
  const forms = sentences.map((tokens) => ({ tokens: tokens.map(({ text }) => text), tags: [] }));
  const { vocabulary, extraRows } = await findFurtherWords(model, forms, stored);
  const tagger = new SentenceTagger(model, await decodingScores(model));
  const tagged: TaggedSentence[] = sentences.map(() => ({ tokens: [], entities: [], otherReadings: [] }));
  try {
    const corpus = encodeCorpus(vocabulary, forms);
    for await (const { batch, emissions } of emissionBatches(model, corpus, { extraRows, signal })) {
      batch.sentences.forEach((sentence, b) => {
        const scores = sentenceEmissions(emissions, vocabulary.tags.length, batch.layout, b);
        tagged[sentence] = tagger.tag(sentences[sentence]!, scores);
      });
    }
  } finally {
    extraRows?.dispose();
  }
  return tagged;
}

/** Decodes one sentence after the other. */
class SentenceTagger {
  readonly #model: TaggerModel;
  readonly #scores: CrfParameters;
  readonly #reader: TagReader;

  constructor(model: TaggerModel, scores: CrfParameters) {
    this.#model = model;
    this.#scores = scores;
    this.#reader = new TagReader(trainingStyle(model.config, model.style));
  }

  /** @param emissions [T, K] */
  tag(tokens: readonly TypedToken[], emissions: Float32Array): TaggedSentence {
    const { vocabulary, style } = this.#model;
    const names = vocabulary.tags;
    const lattice = forwardBackward(emissions, this.#scores);
    const probabilities = marginals(lattice);
    const best = viterbi(emissions, this.#scores);
    const path = best.tags;
    const predicted = Array.from(path, (tag) => names[tag]!);
    const tags = convertTags(predicted, this.#reader, style);
    return {
      tokens: tokens.map(({ text, start, end }, t) => {
        const probability = probabilities[t * names.length + path[t]!]!;
        return { text, start, end, tag: tags[t]!, probability };
      }),
      entities: this.#reader.read(predicted).spans.map((span) => this.#entity(tokens, lattice, path, span)),
      otherReadings: this.#otherReadings(tokens, lattice, best),
    };
  }

  /** Different paths may say the same, as `O I-X` and `O B-X` do. */
  #otherReadings(tokens: readonly TypedToken[], lattice: Lattice, best: TagPath): Reading[] {
    if (Math.exp(best.score - lattice.logPartition) > 1 - LEAST_LIKELY) return [];
    const readings = new Map<string, Reading>();
    for (const { tags, logProbability } of nBest(lattice, PATHS)) {
      const { spans } = this.#reader.read(Array.from(tags, (tag) => this.#model.vocabulary.tags[tag]!));
      const entities = spans.map(({ start, end, type }) => ({
        type,
        start: tokens[start]!.start,
        end: tokens[end - 1]!.end,
      }));
      const key = JSON.stringify(entities);
      const former = readings.get(key)?.probability ?? 0;
      readings.set(key, { entities, probability: former + Math.exp(logProbability) });
    }
    const [, ...others] = readings.values(); // the first is that of the best path
    return others
      .filter(({ probability }) => probability >= LEAST_LIKELY)
      .sort((a, b) => b.probability - a.probability);
  }

  #entity(tokens: readonly TypedToken[], lattice: Lattice, path: Int32Array, span: Span): TaggedEntity {
    const { start: first, end, type } = span;
    const last = end - 1;
    const probability = this.#spanProbability(lattice, path, span);
    return { type, start: tokens[first]!.start, end: tokens[last]!.end, first, last, probability };
  }

  /** The tags of a span in BIOES say that it ends; in BIO what goes on has to be taken off. */
  #spanProbability(lattice: Lattice, path: Int32Array, { start, end, type }: Span): number {
    const { style } = this.#reader;
    const probability = spanProbability(lattice, start, path.subarray(start, end));
    const inside = this.#model.vocabulary.tags.indexOf(formatTag(style, { role: 'inside', type }));
    if (style.scheme !== 'BIO' || inside < 0 || end === path.length) return probability;
    const goesOn = spanProbability(lattice, start, [...path.subarray(start, end), inside]);
    return Math.max(0, probability - goesOn); // rounding may leave less than nothing
  }
}

import { ENTITY_RATIO_SETTINGS } from '../config/entity-ratio.ts';
import { DEFAULT_CONFIG, type RunConfig } from '../config/schema.ts';
import type { Sentence, Span } from '../data/corpus.ts';
import { standardStyle } from '../data/tags/tag-style.ts';
import { tagsOfSpans } from '../data/tags/tag-spans.ts';
import type { VectorLookup } from '../data/vectors/vector-lookup.ts';
import { randomUniform } from '../lib/rng.ts';
import { modelParts, type ModelParts, type TaggerModel } from '../model/model.ts';
import { randomKey } from '../model/streams.ts';
import { train, type DataWithoutDev, type TrainerEvent } from '../model/trainer.ts';
import { disposeWeights, downloadWeights, uploadWeights, type HostWeights } from '../model/weights.ts';
import { prepareRun, resolveConfig, trainingData } from './prepare.ts';

/** Tag style of annotated sentences. */
const STYLE = standardStyle('BIO');

/**
 * Settings of the model that makes suggestions. It is retrained often: half the default width, and about half the epochs. The entity
 * ratio only matters for sentences with unknown words (docs/results.md).
 */
export const LEARNER_SETTINGS = {
  hidden: 100,
  epochs: 12,
  ...ENTITY_RATIO_SETTINGS,
} as const satisfies Partial<RunConfig>;

/** Settings of further training, which starts from good weights. */
const FURTHER_SETTINGS = { epochs: 2, learningRate: 0.001 } as const satisfies Partial<RunConfig>;

/** Up to this many tokens (times epochs), training from scratch takes about two seconds, and is always done. */
const QUICK_TOKENS = 30_000;

/** With more tokens, training from scratch is worthwhile once the data has grown by this factor since the last one. */
const WORTH_GROWTH = 1.3;

/** Tokens per epoch of further training: a random part of the annotated sentences. */
const FURTHER_TOKENS = 20_000;

/** The data that a learner is trained on. */
export interface LearnerSource {
  /** Annotated sentences, optionally with other training data. */
  train: readonly Sentence[];
  /** Texts that the model will tag: their words get a row in the word table if they have a vector. */
  pool: readonly { tokens: readonly string[] }[];
  vectors: VectorLookup | undefined;
}

/** A trained model of the learner, with its weights on the host. */
export interface LearnerModel {
  parts: ModelParts;
  host: HostWeights;
  from: 'scratch' | 'model';
  /** Number of training sentences. */
  sentences: number;
  /** Number of words with a pretrained vector; 0 without vectors. */
  vectors: number;
}

/** The state from which a learner continues after a reload. */
export interface SavedLearner {
  model: LearnerModel;
  /** Sentences when it was last trained from scratch. */
  scratchSentences: number;
}

/** An annotated sentence as training data. */
export function annotatedSentence(tokens: readonly string[], spans: readonly Span[]): Sentence {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  return { tokens: [...tokens], tags: tagsOfSpans(STYLE, sorted, tokens.length), spans: sorted, line: 0 };
}

/** A model with its initial weights on the device, and its training data. There is no dev. */
export function prepareLearner(
  settings: Partial<RunConfig>,
  { train: sentences, pool, vectors }: LearnerSource,
): { model: TaggerModel; data: DataWithoutDev } {
  const config = resolveConfig({ ...DEFAULT_CONFIG, ...settings, patience: 0 }, { vectors, style: STYLE });
  const untagged = pool.map(({ tokens }) => ({ tokens: [...tokens], tags: [], spans: [], line: 0 }));
  const dev = sentences.slice(0, 1); // required by `prepareRun`, but not scored
  const source = { train: sentences, dev, others: [untagged], style: STYLE, vectors, columns: [] };
  const { model, data } = prepareRun(config, source);
  return { model, data: withoutDev(data) };
}

/** A sentence of which single spans are decided: its other words are unknown. @param refused spans that are wrong */
export function partlyAnnotatedSentence(
  tokens: readonly string[],
  spans: readonly Span[],
  refused: readonly Span[],
): Sentence {
  const isDecided = (t: number) => spans.some(({ start, end }) => start <= t && t < end);
  const unknown = [...tokens.keys()].filter((t) => !isDecided(t));
  return { ...annotatedSentence(tokens, spans), unknown: { tokens: unknown, refused } };
}

function prepareFurther(
  { parts: { config, vocabulary, style }, host }: LearnerModel,
  { train: sentences, vectors }: LearnerSource,
): { model: TaggerModel; data: DataWithoutDev } {
  const parts = modelParts({ ...config, ...FURTHER_SETTINGS }, vocabulary, style);
  const part = randomPart(sentences, FURTHER_TOKENS, randomKey(0, 'furtherSentences', sentences.length));
  const data = trainingData(parts, { train: part, dev: part.slice(0, 1), vectors });
  return { model: { ...parts, weights: uploadWeights(host) }, data: withoutDev(data) };
}

function withoutDev({ train, fingerprint, unknownProbabilities }: DataWithoutDev): DataWithoutDev {
  return { train, fingerprint, unknownProbabilities };
}

/** A model that learns during annotation: trained from scratch if that is quick or pays off, else from its last weights. */
export class Learner {
  #last: LearnerModel | undefined;
  /** Sentences when it was last trained from scratch. */
  #scratchSentences = 0;

  /** The last model that was trained to the end. */
  get last(): LearnerModel | undefined {
    return this.#last;
  }

  /** Discards the model: the next one is trained from scratch. */
  forget(): void {
    this.#last = undefined;
  }

  /** Undefined before there is a model. */
  save(): SavedLearner | undefined {
    return this.#last && { model: this.#last, scratchSentences: this.#scratchSentences };
  }

  /** Continues from a state of `save`. */
  restore({ model, scratchSentences }: SavedLearner): void {
    this.#last = model;
    this.#scratchSentences = scratchSentences;
  }

  /** Whether the data has grown so much that training from scratch is worthwhile, which takes several times as long as further training. */
  shouldTrainFromScratch({ train: sentences }: Pick<LearnerSource, 'train'>): boolean {
    return sentences.length >= WORTH_GROWTH * this.#scratchSentences;
  }

  /**
   * Trains a model and yields the trainer's events: from the last model, or from scratch if that is quick, necessary or requested. When
   * training is complete, `last` is the new model.
   *
   * @throws StudioError Cancelled if the signal is aborted; `last` is unchanged
   */
  async *train(source: LearnerSource, signal?: AbortSignal, fromScratch = false): AsyncGenerator<TrainerEvent, void> {
    const previous = fromScratch || this.#mustTrainFromScratch(source) ? undefined : this.#last;
    const { model, data } =
      previous === undefined ? prepareLearner(LEARNER_SETTINGS, source) : prepareFurther(previous, source);
    try {
      for await (const event of train(model, data, signal)) yield event;
      if (signal?.aborted) return;
      const { weights, ...parts } = model;
      const host = await downloadWeights(weights);
      const sentences = source.train.length;
      const from = previous === undefined ? 'scratch' : 'model';
      this.#last = { parts, host, from, sentences, vectors: countVectors(source) };
      if (previous === undefined) this.#scratchSentences = sentences;
    } finally {
      disposeWeights(model.weights);
    }
  }

  #mustTrainFromScratch(source: LearnerSource): boolean {
    const { train: sentences } = source;
    if (this.#last?.vectors !== countVectors(source)) return true;
    const { vocabulary } = this.#last.parts;
    const types = new Set(sentences.flatMap(({ spans }) => spans.map(({ type }) => type)));
    const isNew = (type: string) => !vocabulary.tags.includes(`S-${type}`) && !vocabulary.tags.includes(`B-${type}`);
    if ([...types].some(isNew)) return true;
    const tokens = sentences.reduce((sum, sentence) => sum + sentence.tokens.length, 0);
    return tokens * LEARNER_SETTINGS.epochs <= QUICK_TOKENS;
  }
}

function countVectors({ vectors }: LearnerSource): number {
  return vectors?.vectors.words.length ?? 0;
}

/** A random sample of the sentences, in order, with about `tokens` tokens in total; all sentences if they have fewer. */
function randomPart(sentences: readonly Sentence[], tokens: number, key: number): readonly Sentence[] {
  const total = sentences.reduce((sum, sentence) => sum + sentence.tokens.length, 0);
  if (total <= tokens) return sentences;
  return sentences.filter((_, index) => randomUniform(key, index) < tokens / total);
}

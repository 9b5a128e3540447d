import {
  forwardBackward,
  pathMarginals,
  stepFactors,
  viterbi,
  type Lattice,
  type StepFactors,
  type TagPath,
  probabilityOf,
} from '../crf/decode.ts';
import { nBest } from '../crf/n-best.ts';
import type { Transitions } from '../crf/transitions.ts';
import { tagKind, type Span, type TagStyle } from '../data/corpus.ts';
import { convertTags, tagsAsSpans, TagReader } from '../data/tags/tag-spans.ts';
import type { TextToken } from '../data/text/tokenizer.ts';
import { confidenceOf } from '../eval/calibration.ts';
import type { Confidence } from '../eval/review-budget.ts';
import { SpanScorer } from './span-probability.ts';
import type { Reading, TaggedEntity, TaggedSentence, TaggedToken } from './tagged-text.ts';
import { trainingStyle, type ModelTags } from '../data/tags/training-tags.ts';
import { softmax } from '../lib/softmax.ts';

/** Minimum probability of a reading. */
const MIN_PROBABILITY = 0.05;

/** Number of best paths to derive readings from. */
const N_BEST = 8;

/** Requested results besides the entities. Default: all. */
export interface Wanted {
  tokens?: boolean;
  otherReadings?: boolean;
}

/** Decodes emissions to tags and entities with their confidence. Without a scheme each token is an entity; a text with one class is one. */
export class SentenceTagger {
  readonly #tags: readonly string[]; // [K]
  readonly #style: TagStyle;
  readonly #scores: Transitions<Float32Array>;
  readonly #factors: StepFactors;
  readonly #reader: TagReader;
  readonly #scorer: SpanScorer;
  readonly #confidence: Confidence | undefined;

  constructor(model: ModelTags & { confidence?: Confidence | undefined }, scores: Transitions<Float32Array>) {
    const { config, style, vocabulary } = model;
    this.#tags = vocabulary.tags;
    this.#style = style;
    this.#scores = scores;
    this.#factors = stepFactors(scores);
    this.#reader = new TagReader(trainingStyle(config, style));
    this.#scorer = new SpanScorer(model);
    this.#confidence = model.confidence;
  }

  /**
   * Decodes one sentence.
   *
   * @param tokens [T]
   * @param emissions [T, K]
   */
  tag(tokens: readonly TextToken[], emissions: Float32Array, wanted: Wanted = {}): TaggedSentence {
    if (tagKind(this.#style) === 'classes') return this.#classified(tokens, emissions);
    const withTokens = wanted.tokens ?? true;
    const withReadings = wanted.otherReadings ?? true;
    const best = viterbi(emissions, this.#scores);
    const predicted = this.#predicted(best);
    const spans = this.#isPerToken ? tagsAsSpans(predicted) : this.#reader.read(predicted).spans;
    // Probabilities take longer to compute than tags.
    if (spans.length === 0 && !withTokens && !withReadings) return { tokens: [], entities: [], otherReadings: [] };
    const lattice = forwardBackward(emissions, this.#scores, this.#factors);
    const tagged = withTokens || this.#isPerToken ? this.#taggedTokens(tokens, predicted, lattice, best.tags) : [];
    return {
      tokens: withTokens ? tagged : [],
      entities: this.#isPerToken
        ? tagged.map(({ tag: type, start, end, probability }, t) => ({
            type,
            start,
            end,
            first: t,
            last: t,
            ...this.#rated(type, probability),
          }))
        : spans.map((span) => this.#entity(tokens, lattice, span, best.tags)),
      otherReadings: withReadings ? this.#otherReadings(tokens, lattice, best) : [],
    };
  }

  /**
   * The tags of one sentence, in the style of the training file: a third of the time of `tag`, which computes probabilities.
   *
   * @param emissions [T, K], T ≥ 1
   * @returns [T]
   */
  tags(emissions: Float32Array): string[] {
    return this.#written(this.#predicted(viterbi(emissions, this.#scores)));
  }

  #predicted({ tags }: TagPath): string[] {
    return Array.from(tags, (tag) => this.#tags[tag]!);
  }

  #written(predicted: readonly string[]): string[] {
    return convertTags(predicted, this.#reader, this.#style);
  }

  /** A text with one class: an entity that covers it; the other readings are all other classes. */
  #classified(tokens: readonly TextToken[], emissions: Float32Array): TaggedSentence {
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (first === undefined || last === undefined) return { tokens: [], entities: [], otherReadings: [] };
    const probabilities = softmax(emissions.subarray(0, this.#tags.length)); // the same for all tokens
    const classes = this.#tags
      .map((type, k) => ({ type, probability: probabilities[k]! }))
      .sort((a, b) => b.probability - a.probability);
    const [{ type, probability }, ...others] = classes as [(typeof classes)[number], ...typeof classes];
    const range = { start: first.start, end: last.end };
    return {
      tokens: tokens.map((token) => ({ ...token, tag: type, probability })),
      entities: [{ type, ...range, first: 0, last: tokens.length - 1, ...this.#rated(type, probability) }],
      otherReadings: others.map((other) => ({
        entities: [{ type: other.type, ...range }],
        probability: other.probability,
      })),
    };
  }

  #taggedTokens(
    tokens: readonly TextToken[],
    predicted: readonly string[],
    lattice: Lattice,
    path: Int32Array,
  ): TaggedToken[] {
    const probabilities = pathMarginals(lattice, path);
    const tags = this.#written(predicted);
    return tokens.map(({ text, start, end }, t) => ({
      text,
      start,
      end,
      tag: tags[t]!,
      probability: probabilities[t]!,
    }));
  }

  get #isPerToken(): boolean {
    return this.#style.scheme === 'none';
  }

  /** Adds up the probabilities of paths with the same entities, such as `O I-X` and `O B-X`. */
  #otherReadings(tokens: readonly TextToken[], lattice: Lattice, best: TagPath): Reading[] {
    if (Math.exp(best.score - lattice.logPartition) > 1 - MIN_PROBABILITY) return [];
    const readings = new Map<string, Reading>();
    for (const { tags, logProbability } of nBest(lattice, N_BEST)) {
      const names = Array.from(tags, (tag) => this.#tags[tag]!);
      const spans = this.#isPerToken ? tagsAsSpans(names) : this.#reader.read(names).spans;
      const key = spans.map(({ start, end, type }) => `${start} ${end} ${type}`).join('\n');
      const known = readings.get(key);
      if (known !== undefined) {
        known.probability = Math.min(1, known.probability + probabilityOf(logProbability));
        continue;
      }
      const entities = spans.map(({ start, end, type }) => ({
        type,
        start: tokens[start]!.start,
        end: tokens[end - 1]!.end,
      }));
      readings.set(key, { entities, probability: probabilityOf(logProbability) });
    }
    const [, ...others] = readings.values(); // the first reading is that of the best path
    return others
      .filter(({ probability }) => probability >= MIN_PROBABILITY)
      .sort((a, b) => b.probability - a.probability);
  }

  #entity(tokens: readonly TextToken[], lattice: Lattice, span: Span, path: Int32Array): TaggedEntity {
    const { start: first, end, type } = span;
    const last = end - 1;
    const probability = this.#scorer.probability(lattice, span, path.subarray(first, end));
    const rated = this.#rated(type, probability);
    return { type, start: tokens[first]!.start, end: tokens[last]!.end, first, last, ...rated };
  }

  #rated(type: string, probability: number): Pick<TaggedEntity, 'probability' | 'review'> {
    const { calibration, threshold } = this.#confidence ?? {};
    const confidence = confidenceOf(calibration, type, probability);
    return threshold === undefined
      ? { probability: confidence }
      : { probability: confidence, review: confidence < threshold };
  }
}

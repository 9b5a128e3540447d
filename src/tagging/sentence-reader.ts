import {
  forwardBackward,
  marginals,
  pathMarginals,
  stepFactors,
  viterbi,
  type Lattice,
  type StepFactors,
} from '../crf/decode.ts';
import type { Transitions } from '../crf/transitions.ts';
import type { Span } from '../data/corpus.ts';
import { TagReader, tagsOfSpans } from '../data/tags/tag-spans.ts';
import { overlaps, sameTokens } from '../eval/match-spans.ts';
import { trainingStyle, type ModelTags } from '../data/tags/training-tags.ts';
import { SpanScorer } from './span-probability.ts';

/** A span with the probability that exactly its tokens are an entity of its type. */
export interface ProbableSpan extends Span {
  probability: number;
}

/** The predictions of a model for a sentence, and their uncertainty. */
export interface SentenceReading {
  /** The entities of the best path, in order. */
  spans: ProbableSpan[];
  /** [T] the probability that the best path's tag is wrong. */
  doubt: Float32Array;
  /** −log P(y* | x), with y* the best path. */
  surprise: number;
}

export interface SuggestedSpan extends ProbableSpan {
  /** Other entities that overlap it, most probable first. The remaining probability is that of no entity. */
  alternatives: ProbableSpan[];
}

/** The entities that a model suggests for a sentence. */
export interface SuggestedEntities {
  /** The entities of the best path, in order. */
  spans: SuggestedSpan[];
  /** Entities that do not overlap `spans`, in order: not on the best path, but probable enough to review. */
  possible: ProbableSpan[];
}

/** A gold entity, and the prediction of a model for its tokens. */
export interface GoldEvidence {
  gold: ProbableSpan;
  /** Probability that its tokens are outside of entities. */
  outside: number;
  /** The most probable entity on the same tokens with another type. */
  otherType: ProbableSpan | undefined;
  /** The most probable entity that overlaps these tokens, but has other boundaries. */
  otherTokens: ProbableSpan | undefined;
}

/** A model's evidence on the labels of a sentence that it was not trained on. */
export interface LabelEvidence {
  gold: GoldEvidence[];
  /** Entities of the best path that overlap no gold entity, with the probability that their tokens are outside of entities. */
  gaps: { span: ProbableSpan; outside: number }[];
  /** Minimum probability of a gold tag: the usual score of a sentence (cleanlab's self-confidence). */
  worstToken: number;
}

/** Maximum tokens by which an alternative may extend beyond a suggestion on either side. */
const REACH = 2;

/** Maximum alternatives of a suggestion; less probable ones are omitted. */
const MAX_ALTERNATIVES = 4;
const LEAST_ALTERNATIVE = 0.02;

/** Minimum probability, and maximum length in tokens, of reported entities that are not on the best path. */
const LEAST_POSSIBLE = 0.2;
const LONGEST_POSSIBLE = 6;

function moreProbable(a: ProbableSpan | undefined, b: ProbableSpan): ProbableSpan {
  return a === undefined || b.probability > a.probability ? b : a;
}

/** [T] the probability that each tag of a path is wrong. */
function doubtOf(lattice: Lattice, path: Int32Array): Float32Array {
  return pathMarginals(lattice, path).map((probability) => Math.max(0, 1 - probability));
}

/** Converts emissions of sentences to entities with their uncertainty. */
export class SentenceReader {
  readonly #tags: readonly string[]; // [K]
  readonly #scores: Transitions<Float32Array>;
  readonly #factors: StepFactors;
  readonly #reader: TagReader;
  readonly #scorer: SpanScorer;
  readonly #types: readonly string[];

  constructor(model: ModelTags, scores: Transitions<Float32Array>) {
    this.#tags = model.vocabulary.tags;
    this.#scores = scores;
    this.#factors = stepFactors(scores);
    this.#reader = new TagReader(trainingStyle(model.config, model.style));
    this.#scorer = new SpanScorer(model);
    const types = this.#tags.map((tag) => this.#reader.parse(tag)?.type ?? '');
    this.#types = [...new Set(types)].filter((type) => type !== '');
  }

  /** @param emissions [T, K], T ≥ 1 */
  read(emissions: Float32Array): SentenceReading {
    return this.#read(emissions, this.lattice(emissions));
  }

  #read(emissions: Float32Array, lattice: Lattice): SentenceReading {
    const { tags: path, score } = viterbi(emissions, this.#scores);
    const spans = this.#reader
      .read(Array.from(path, (tag) => this.#tags[tag]!))
      .spans.map((span) => ({ ...span, probability: this.#scorer.probability(lattice, span) }));
    return { spans, doubt: doubtOf(lattice, path), surprise: lattice.logPartition - score };
  }

  /** `doubt` of `read`, without the entities: several times as fast. @param emissions [T, K], T ≥ 1 */
  doubt(emissions: Float32Array): Float32Array {
    return doubtOf(this.lattice(emissions), viterbi(emissions, this.#scores).tags);
  }

  /** @param emissions [T, K], T ≥ 1 */
  suggest(emissions: Float32Array): SuggestedEntities {
    const lattice = this.lattice(emissions);
    const { spans, doubt } = this.#read(emissions, lattice);
    const length = doubt.length;
    const suggested = spans.map((span) => {
      const around = { from: Math.max(0, span.start - REACH), to: Math.min(length, span.end + REACH) };
      const others = this.#entitiesIn(lattice, around, LEAST_ALTERNATIVE, span.end - span.start + 2 * REACH);
      const isAlternative = (other: Span) =>
        overlaps(other, span) && !(sameTokens(other, span) && other.type === span.type);
      const alternatives = others.filter(isAlternative).toSorted((a, b) => b.probability - a.probability);
      return { ...span, alternatives: alternatives.slice(0, MAX_ALTERNATIVES) };
    });
    const possible: ProbableSpan[] = [];
    for (let from = 0; from < length; from++) {
      if (doubt[from]! < LEAST_POSSIBLE) continue;
      const to = Math.min(length, from + LONGEST_POSSIBLE);
      const [best] = this.#entitiesIn(lattice, { from, to }, LEAST_POSSIBLE, LONGEST_POSSIBLE)
        .filter((span) => span.start === from && ![...spans, ...possible].some((other) => overlaps(span, other)))
        .toSorted((a, b) => b.probability - a.probability);
      if (best !== undefined) possible.push(best);
    }
    return { spans: suggested, possible };
  }

  /**
   * The model's evidence on the labels of a sentence.
   *
   * @param emissions [T, K], T ≥ 1
   * @param spans gold, in order
   */
  judge(emissions: Float32Array, spans: readonly Span[]): LabelEvidence {
    const K = this.#tags.length;
    const lattice = this.lattice(emissions);
    const probabilities = marginals(lattice); // [T, K]
    const length = probabilities.length / K;
    const tags = tagsOfSpans(this.#reader.style, spans, length).map((tag) => this.#tags.indexOf(tag));
    const worstToken = tags.reduce((worst, tag, t) => Math.min(worst, probabilities[t * K + tag] ?? 0), 1);
    const predicted = this.#read(emissions, lattice).spans;
    const gold = spans.map((span): GoldEvidence => {
      const around = { from: Math.max(0, span.start - REACH), to: Math.min(length, span.end + REACH) };
      const others = this.#entitiesIn(lattice, around, 0, span.end - span.start + 2 * REACH);
      const far = predicted.filter((other) => overlaps(other, span)); // may extend beyond the span
      const ofTokens = (isSame: boolean) =>
        [...others, ...far]
          .filter((other) => sameTokens(other, span) === isSame && overlaps(other, span))
          .filter((other) => !isSame || other.type !== span.type)
          .reduce<ProbableSpan | undefined>(moreProbable, undefined);
      return {
        gold: { ...span, probability: this.probability(lattice, span) },
        outside: this.#scorer.outside(lattice, span),
        otherType: ofTokens(true),
        otherTokens: ofTokens(false),
      };
    });
    const gaps = predicted
      .filter((span) => !spans.some((other) => overlaps(span, other)))
      .map((span) => ({ span, outside: this.#scorer.outside(lattice, span) }));
    return { gold, gaps, worstToken };
  }

  /** All entities with a minimum probability in a range of tokens, of at most `longest` tokens. */
  #entitiesIn(lattice: Lattice, { from, to }: { from: number; to: number }, least: number, longest: number) {
    const found: ProbableSpan[] = [];
    for (let start = from; start < to; start++) {
      for (let end = start + 1; end <= Math.min(to, start + longest); end++) {
        for (const type of this.#types) {
          const probability = this.#scorer.probability(lattice, { start, end, type });
          if (probability >= least) found.push({ start, end, type, probability });
        }
      }
    }
    return found;
  }

  /** The forward and backward sums of a sentence, for `probability`. @param emissions [T, K], T ≥ 1 */
  lattice(emissions: Float32Array): Lattice {
    return forwardBackward(emissions, this.#scores, this.#factors);
  }

  /** The probability of any span. @param lattice of its sentence */
  probability(lattice: Lattice, span: Span): number {
    return this.#scorer.probability(lattice, span);
  }
}

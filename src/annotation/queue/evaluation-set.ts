import type { Span } from '../../data/corpus.ts';
import { randomUniform, streamKey } from '../../lib/rng.ts';
import type { AnnotatedSentence } from '../sets/set.ts';
import { spanAt } from '../spans/spans.ts';

/** The share of the sentences that is set aside for evaluation. */
export const EVALUATION_SHARE = 0.1;

/** Number of bootstrap resamples. */
const DRAWS = 1000;

/** Quality is reported from this many set-aside sentences on. With fewer, the interval is meaningless. */
export const LEAST_SENTENCES = 10;

/**
 * Whether a sentence is set aside: annotated like any other, but never trained on. This depends only on its words, so duplicates are on the
 * same side, and adding sentences to the set changes nothing.
 *
 * @param share of the sentences, in [0, 1)
 */
export function isSetAside(tokens: readonly string[], share = EVALUATION_SHARE): boolean {
  let key = streamKey(0xe7a1, tokens.length);
  for (const token of tokens) {
    for (let i = 0; i < token.length; i++) key = streamKey(key, token.charCodeAt(i));
    key = streamKey(key, 32);
  }
  return randomUniform(key, 0) < share;
}

/**
 * What is known of a sentence as training data: all of an accepted one; of an open one its spans, and which spans are wrong.
 *
 * @returns undefined if it is set aside, or nothing is known
 */
export function knownOf({
  state,
  tokens,
  spans,
  refused,
}: Pick<AnnotatedSentence, 'state' | 'tokens' | 'spans' | 'refused'>):
  | { unknown: number[]; refused: readonly Span[] }
  | undefined {
  if (isSetAside(tokens)) return undefined;
  if (state === 'accepted') return { unknown: [], refused: [] };
  if (state !== 'open' || spans.length + refused.length === 0) return undefined;
  return { unknown: [...tokens.keys()].filter((t) => spanAt(spans, t) === undefined), refused };
}

/** Gold and predicted entities of a set-aside sentence. */
export interface EvaluatedSentence {
  gold: readonly Span[];
  predicted: readonly Span[];
}

/** Quality on the set-aside sentences, with its 95% interval. */
export interface Quality {
  f1: number;
  low: number;
  high: number;
  sentences: number;
  /** Number of gold entities. */
  entities: number;
}

/**
 * F1 with a percentile bootstrap interval (Efron & Tibshirani 1993, chapter 13). Sentences are resampled, not entities, since the entities
 * of a sentence are not independent.
 *
 * @returns undefined while there are too few sentences, or no entities
 */
export function measureQuality(evaluated: readonly EvaluatedSentence[], key = 1): Quality | undefined {
  const counts = evaluated.map(countsOf);
  const sentences = counts.length;
  const total = counts.reduce(add, NONE);
  if (sentences < LEAST_SENTENCES || total.gold + total.predicted === 0) return undefined;
  const drawn = Array.from({ length: DRAWS }, (_, draw) => {
    let sum = NONE;
    const stream = streamKey(key, draw);
    for (let i = 0; i < sentences; i++) sum = add(sum, counts[Math.floor(randomUniform(stream, i) * sentences)]!);
    return f1Of(sum);
  }).sort((a, b) => a - b);
  const [low, high] = [drawn[Math.floor(0.025 * DRAWS)]!, drawn[Math.ceil(0.975 * DRAWS) - 1]!];
  return { f1: f1Of(total), low, high, sentences, entities: total.gold };
}

interface Counts {
  gold: number;
  predicted: number;
  correct: number;
}

const NONE: Counts = { gold: 0, predicted: 0, correct: 0 };

function countsOf({ gold, predicted }: EvaluatedSentence): Counts {
  const keyOf = ({ start, end, type }: Span) => `${start} ${end} ${type}`;
  const found = new Set(predicted.map(keyOf));
  const correct = gold.filter((span) => found.has(keyOf(span))).length;
  return { gold: gold.length, predicted: predicted.length, correct };
}

function add(a: Counts, b: Counts): Counts {
  return { gold: a.gold + b.gold, predicted: a.predicted + b.predicted, correct: a.correct + b.correct };
}

/** 2·correct / (gold + predicted); 0 where undefined. */
function f1Of({ gold, predicted, correct }: Counts): number {
  return gold + predicted === 0 ? 0 : (2 * correct) / (gold + predicted);
}

/** A point of the learning curve. */
export interface CurvePoint {
  /** Number of training sentences. */
  sentences: number;
  f1: number;
}

/** The curve with another point. It replaces a point with the same number of sentences. */
export function withPoint(curve: readonly CurvePoint[], point: CurvePoint | undefined): CurvePoint[] {
  if (point === undefined) return [...curve];
  return [...curve.filter(({ sentences }) => sentences !== point.sentences), point];
}

/** How many more sentences one more point of F1 will take, or why this cannot be estimated. */
export type Forecast =
  | { kind: 'sentences'; more: number }
  /** The fitted curve levels off before another point of F1. */
  | { kind: 'limit'; f1: number }
  | { kind: 'unknown'; reason: 'few-points' | 'no-trend' };

/** Fewer points cannot determine a curve with two parameters. */
const LEAST_POINTS = 4;

/** The trend of a flatter curve may be rounding: the error falls by less than 1.4% when the sentences double. */
const LEAST_SLOPE = -0.02;

/** A forecast beyond this multiple of the current number of sentences is not reliable. */
const FURTHEST = 10;

/**
 * Fits the error as a power law of the number of sentences, 1 − F1 = a·n^−b (Cortes et al. 1993; Hestness et al. 2017, arXiv:1712.00409),
 * by least squares on logarithms, with more weight on later points, and solves it for one more point of F1.
 */
export function forecast(curve: readonly CurvePoint[]): Forecast {
  const points = curve.filter(({ sentences, f1 }) => sentences > 0 && f1 > 0 && f1 < 1);
  const last = points.at(-1);
  if (last === undefined || new Set(points.map(({ sentences }) => sentences)).size < LEAST_POINTS) {
    return { kind: 'unknown', reason: 'few-points' };
  }
  const [mean, slope] = weightedLine(
    points.map(({ sentences, f1 }) => [Math.log(sentences), Math.log(1 - f1), Math.sqrt(sentences)]),
  );
  if (!(slope < LEAST_SLOPE)) return { kind: 'unknown', reason: 'no-trend' };
  const fitted = Math.exp(mean + slope * Math.log(last.sentences));
  const wanted = fitted - 0.01;
  if (wanted <= 0) return { kind: 'limit', f1: 1 - fitted };
  const needed = Math.exp((Math.log(wanted) - mean) / slope);
  const more = Math.max(1, Math.round(needed - last.sentences));
  if (more > FURTHEST * last.sentences) return { kind: 'limit', f1: 1 - fitted };
  return { kind: 'sentences', more };
}

/** Least squares of y = c + s·x. @param points x, y, weight @returns c and s */
function weightedLine(points: readonly (readonly [x: number, y: number, weight: number])[]): [number, number] {
  const sum = (f: (x: number, y: number) => number) => points.reduce((total, [x, y, w]) => total + w * f(x, y), 0);
  const weight = sum(() => 1);
  const [meanX, meanY] = [sum((x) => x) / weight, sum((_, y) => y) / weight];
  const variance = sum((x) => (x - meanX) ** 2);
  const slope = variance === 0 ? NaN : sum((x, y) => (x - meanX) * (y - meanY)) / variance;
  return [meanY - slope * meanX, slope];
}

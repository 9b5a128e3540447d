import type { Calibration, Prediction } from './calibration.ts';

// Entities of at least a threshold are accepted as they are; the others are read by a person.

/** What a model knows about its own reliability. Part of its file. */
export interface Confidence {
  /** Undefined: confidence is the probability of the CRF. */
  calibration?: Calibration | undefined;
  /** Entities below are to be reviewed. Undefined: not chosen. */
  threshold?: number | undefined;
}

/** What a threshold means on given data. */
export interface ReviewBudget {
  threshold: number;
  /** Accepted entities. */
  accepted: number;
  /** All entities. */
  entities: number;
  /** Share of the accepted entities that are right, and its 95% interval. */
  precision: number;
  interval: [low: number, high: number];
  /** Sentences with an entity to review. */
  sentences: number;
}

/** Thresholds are multiples of it. */
const STEP = 0.001;
/** The precision of fewer entities is no ground to choose a threshold. */
const LEAST_ACCEPTED = 30;
/** Two-sided 95% quantile of the normal distribution. */
const Z = 1.959964;

/** The Wilson interval of a share (Wilson 1927), 95%. @param of at least 1 */
export function wilsonInterval(count: number, of: number): [low: number, high: number] {
  const share = count / of;
  const scale = 1 + Z ** 2 / of;
  const centre = share + Z ** 2 / (2 * of);
  const half = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  return [Math.max(0, (centre - half) / scale), Math.min(1, (centre + half) / scale)];
}

/** @param predictions with their confidence as probability */
export function budgetAt(threshold: number, predictions: readonly Prediction[]): ReviewBudget {
  const accepted = predictions.filter(({ probability }) => probability >= threshold);
  const right = accepted.filter(({ isCorrect }) => isCorrect).length;
  const below = predictions.filter(({ probability }) => probability < threshold);
  return {
    threshold,
    accepted: accepted.length,
    entities: predictions.length,
    precision: accepted.length === 0 ? 0 : right / accepted.length,
    interval: accepted.length === 0 ? [0, 1] : wilsonInterval(right, accepted.length),
    sentences: new Set(below.map(({ sentence }) => sentence)).size,
  };
}

/** The lowest threshold whose accepted entities have at least this precision; undefined if none has. */
export function budgetOfPrecision(precision: number, predictions: readonly Prediction[]): ReviewBudget | undefined {
  const sorted = predictions.toSorted((a, b) => b.probability - a.probability);
  let found: number | undefined;
  let [accepted, right] = [0, 0];
  for (const threshold of thresholds().reverse()) {
    for (; accepted < sorted.length && sorted[accepted]!.probability >= threshold; accepted++) {
      right += Number(sorted[accepted]!.isCorrect);
    }
    if (accepted >= LEAST_ACCEPTED && right >= precision * accepted) found = threshold;
  }
  return found === undefined ? undefined : budgetAt(found, predictions);
}

/** The highest threshold with at most so many sentences to read. */
export function budgetOfReading(sentences: number, predictions: readonly Prediction[]): ReviewBudget {
  const least = new Map<number, number>(); // of each sentence, the lowest confidence
  for (const { sentence, probability } of predictions) {
    least.set(sentence, Math.min(probability, least.get(sentence) ?? 1));
  }
  const sorted = [...least.values()].toSorted((a, b) => a - b);
  const first = sorted[sentences]; // the first one that is not read must not be below the threshold
  const threshold = thresholds().findLast((one) => first === undefined || one <= first) ?? 0;
  return budgetAt(threshold, predictions);
}

/** Ascending. */
function thresholds(): number[] {
  return Array.from({ length: Math.round(1 / STEP) }, (_, i) => Math.round(i * STEP * 1000) / 1000);
}

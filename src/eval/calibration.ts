import { mean } from './summary.ts';

// How often an entity of a given probability is right. A CRF is overconfident: of the entities with probability 0.99, fewer than 99% are.

/** A predicted entity, and whether gold has it. */
export interface Prediction {
  type: string;
  /** In [0, 1]. */
  probability: number;
  isCorrect: boolean;
  /** Index of its sentence. */
  sentence: number;
  /** The half of the data that it is in, by document: each is calibrated on the other, so that figures are of unseen documents. */
  half: 0 | 1;
}

/** logit(confidence) = slope · logit(probability) + shift: 1 / slope is a temperature (Platt 1999; Guo et al. 2017). */
export interface Scale {
  slope: number;
  shift: number;
}

/** From the probability of an entity to its confidence: the share of such entities that are right. */
export interface Calibration {
  all: Scale;
  /** Of the types with enough entities. */
  byType: Record<string, Scale>;
}

/** Fewer entities do not determine a scale. */
export const LEAST_ENTITIES = 50;
/** Fewer entities of a type are calibrated with all others. */
const LEAST_OF_TYPE = 200;
/** A flatter scale says that probabilities do not tell right from wrong. */
const LEAST_SLOPE = 0.05;
/** Probabilities are held this far from 0 and 1: the logits of closer ones are rounding. */
const MARGIN = 1e-5;
const MOST_STEPS = 100;

/** The confidence in an entity, in (0, 1); without a calibration, its probability. */
export function confidenceOf(calibration: Calibration | undefined, type: string, probability: number): number {
  if (calibration === undefined) return probability;
  const { slope, shift } = Object.hasOwn(calibration.byType, type) ? calibration.byType[type]! : calibration.all;
  return sigmoid(slope * logit(probability) + shift);
}

/** Fits a calibration; undefined with too few entities, or if their probabilities do not tell right from wrong. */
export function fitCalibration(predictions: readonly Prediction[]): Calibration | undefined {
  const all = predictions.length < LEAST_ENTITIES ? undefined : fitScale(predictions);
  if (all === undefined) return undefined;
  const byType = [...new Set(predictions.map(({ type }) => type))].toSorted().flatMap((type) => {
    const own = predictions.filter((prediction) => prediction.type === type);
    const scale = own.length < LEAST_OF_TYPE ? undefined : fitScale(own);
    return scale === undefined ? [] : [[type, scale] as const];
  });
  return { all, byType: Object.fromEntries(byType) };
}

/** The predictions with their confidence. */
export function withConfidence(
  predictions: readonly Prediction[],
  calibration: Calibration | undefined,
): readonly Prediction[] {
  return predictions.map((prediction) => {
    return { ...prediction, probability: confidenceOf(calibration, prediction.type, prediction.probability) };
  });
}

/** The predictions with their confidence, each from a calibration on the other half; undefined if a half is too small. */
export function crossCalibrated(predictions: readonly Prediction[]): readonly Prediction[] | undefined {
  const [first, second] = ([1, 0] as const).map((half) =>
    fitCalibration(predictions.filter((one) => one.half === half)),
  );
  if (first === undefined || second === undefined) return undefined;
  const calibrations = [first, second];
  return predictions.flatMap((prediction) => withConfidence([prediction], calibrations[prediction.half]));
}

/** A group of predictions with similar probabilities: a point of the reliability diagram. */
export interface ReliabilityBin {
  count: number;
  /** Mean of the probabilities. */
  probability: number;
  /** Share of correct predictions. */
  correct: number;
}

/** Bins of equal size, by ascending probability. */
export function reliability(predictions: readonly Prediction[], most = 10): ReliabilityBin[] {
  const sorted = predictions.toSorted((a, b) => a.probability - b.probability);
  const bins = Math.min(most, sorted.length);
  return Array.from({ length: bins }, (_, bin) => {
    const own = sorted.slice(Math.floor((bin * sorted.length) / bins), Math.floor(((bin + 1) * sorted.length) / bins));
    return {
      count: own.length,
      probability: mean(own.map(({ probability }) => probability)),
      correct: mean(own.map(({ isCorrect }) => Number(isCorrect))),
    };
  });
}

/** Expected calibration error: the mean distance of probability and share of correct predictions over bins of equal size. 0 without predictions. */
export function calibrationError(predictions: readonly Prediction[]): number {
  const sum = reliability(predictions).reduce(
    (total, { count, probability, correct }) => total + count * Math.abs(probability - correct),
    0,
  );
  return predictions.length === 0 ? 0 : sum / predictions.length;
}

/** Mean of −log of the probability given to what is the case: lower is better, for any number of predictions. 0 without predictions. */
export function logLoss(predictions: readonly Prediction[]): number {
  const sum = predictions.reduce((total, { probability, isCorrect }) => {
    const p = Math.min(1 - MARGIN, Math.max(MARGIN, probability));
    return total - Math.log(isCorrect ? p : 1 - p);
  }, 0);
  return predictions.length === 0 ? 0 : sum / predictions.length;
}

/**
 * The scale of the highest likelihood, by Newton's method with shortened steps. Targets are those of Platt (1999), so that it is finite.
 * Undefined if probabilities do not tell right from wrong, also because nothing is wrong.
 */
export function fitScale(predictions: readonly Pick<Prediction, 'probability' | 'isCorrect'>[]): Scale | undefined {
  const right = predictions.reduce((sum, { isCorrect }) => sum + Number(isCorrect), 0);
  const wrong = predictions.length - right;
  const points = predictions.map(({ probability, isCorrect }) => {
    return { x: logit(probability), target: isCorrect ? (right + 1) / (right + 2) : 1 / (wrong + 2) };
  });
  let scale: Scale = { slope: 1, shift: 0 };
  let loss = lossOf(points, scale);
  for (let step = 0; step < MOST_STEPS; step++) {
    const direction = newtonStep(points, scale);
    let size = 1;
    let next = scale;
    let lower = loss;
    for (; size > 1e-6; size /= 2) {
      next = { slope: scale.slope + size * direction.slope, shift: scale.shift + size * direction.shift };
      lower = lossOf(points, next);
      if (lower < loss) break;
    }
    if (!(lower < loss)) break;
    const isDone = loss - lower < 1e-12 * loss;
    [scale, loss] = [next, lower];
    if (isDone) break;
  }
  return scale.slope < LEAST_SLOPE ? undefined : scale;
}

interface Point {
  x: number;
  target: number;
}

/** Cross-entropy, summed. */
function lossOf(points: readonly Point[], { slope, shift }: Scale): number {
  return points.reduce((sum, { x, target }) => {
    const z = slope * x + shift;
    return sum + Math.max(z, 0) - target * z + Math.log1p(Math.exp(-Math.abs(z)));
  }, 0);
}

function newtonStep(points: readonly Point[], { slope, shift }: Scale): Scale {
  let [g1, g0, h11, h10, h00] = [0, 0, 1e-9, 0, 1e-9];
  for (const { x, target } of points) {
    const p = sigmoid(slope * x + shift);
    const [error, weight] = [p - target, p * (1 - p)];
    g1 += error * x;
    g0 += error;
    h11 += weight * x * x;
    h10 += weight * x;
    h00 += weight;
  }
  const determinant = h11 * h00 - h10 * h10;
  if (determinant <= 0) return { slope: -g1 / h11, shift: -g0 / h00 };
  return { slope: (h10 * g0 - h00 * g1) / determinant, shift: (h10 * g1 - h11 * g0) / determinant };
}

function logit(probability: number): number {
  const p = Math.min(1 - MARGIN, Math.max(MARGIN, probability));
  return Math.log(p / (1 - p));
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

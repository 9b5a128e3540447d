import { calibrationError, LEAST_ENTITIES, reliability, type Prediction, type ReliabilityBin } from './calibration.ts';
import { budgetAt, budgetOfPrecision, type ReviewBudget } from './review-budget.ts';

/** Precisions to choose from. */
export const PRECISIONS_OF_REVIEW = [0.9, 0.95, 0.98, 0.99] as const;

/** How far the confidence of a model can be relied on. Plain data. */
export interface ConfidenceReport {
  entities: number;
  sentences: number;
  /** Expected calibration error of the probabilities of the CRF, and after calibration; without one they are equal. */
  error: { before: number; after: number };
  /** Of the CRF, and after calibration. */
  bins: { before: ReliabilityBin[]; after: ReliabilityBin[] };
  /** By `PRECISIONS_OF_REVIEW`; undefined where no threshold reaches it. */
  budgets: { target: number; budget: ReviewBudget | undefined }[];
  /** With the threshold of the model, if it has one. */
  own: ReviewBudget | undefined;
}

/**
 * @param before with the probabilities of the CRF
 * @param after the same predictions with their confidence
 * @param sentences in the data
 */
export function confidenceReport(
  before: readonly Prediction[],
  after: readonly Prediction[],
  sentences: number,
  threshold?: number,
): ConfidenceReport {
  return {
    entities: before.length,
    sentences,
    error: { before: calibrationError(before), after: calibrationError(after) },
    bins: { before: reliability(before), after: reliability(after) },
    budgets: PRECISIONS_OF_REVIEW.map((target) => ({ target, budget: budgetOfPrecision(target, after) })),
    own: threshold === undefined ? undefined : budgetAt(threshold, after),
  };
}

/** Why a model is not calibrated on these predictions. @param crossed see `crossCalibrated` */
export function calibrationProblem(
  predictions: readonly Prediction[],
  crossed: readonly Prediction[] | undefined,
): string {
  const entities = predictions.length === 1 ? '1 entity' : `${predictions.length} entities`;
  if (crossed !== undefined) {
    return `On unseen documents, the probabilities of the ${entities} in the dev data are as good without calibration: they are kept as they are.`;
  }
  return predictions.length < 2 * LEAST_ENTITIES
    ? `The model finds ${entities} in the dev data: too few to calibrate its confidence. At least ${2 * LEAST_ENTITIES} are needed, half of them in each half of the data.`
    : 'The confidence of the model does not tell right from wrong entities on the dev data, or only one half of the data has enough entities.';
}

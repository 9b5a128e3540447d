import { tagKind, type Sentence } from '../../data/corpus.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { crossCalibrated, fitCalibration, logLoss, type Calibration, type Prediction } from '../../eval/calibration.ts';
import { calibrationProblem } from '../../eval/confidence-report.ts';
import type { TaggerModel } from '../../model/model.ts';
import { disposeWeights, uploadWeights, type HostWeights } from '../../model/weights.ts';
import { ratedEntities, type RatedEntity } from './rated-entities.ts';

/** A calibration on data that the model was not trained on. */
export interface Calibrated {
  /** From all of the data. Undefined: they do not suffice, or confidence is no better with it, for the reason `problem`. */
  calibration: Calibration | undefined;
  problem: string | undefined;
  /** With the probabilities of the CRF. */
  rated: RatedEntity[];
  /** The same with the confidence that a calibration on the other half gives; without a calibration, `rated`. */
  honest: readonly Prediction[];
}

/**
 * Models that give each text one class are not calibrated: a calibration is of entities, and their probabilities must sum to 1.
 *
 * @throws StudioError Cancelled
 */
export async function calibrate(
  model: TaggerModel,
  sentences: readonly Sentence[],
  stored?: StoredVectors,
  signal?: AbortSignal,
): Promise<Calibrated> {
  if (tagKind(model.style) === 'classes') {
    return { calibration: undefined, problem: 'Classes of texts are not calibrated.', rated: [], honest: [] };
  }
  const rated = await ratedEntities(model, sentences, stored, signal);
  const crossed = crossCalibrated(rated);
  if (crossed === undefined || logLoss(crossed) >= logLoss(rated)) {
    return { calibration: undefined, problem: calibrationProblem(rated, crossed), rated, honest: rated };
  }
  return { calibration: fitCalibration(rated), problem: undefined, rated, honest: crossed };
}

/** Calibrates a model whose run has ended on its dev data; undefined without any. @param weights that it has from now on */
export async function calibrateTrained(
  model: TaggerModel,
  weights: HostWeights | undefined,
  dev: readonly Sentence[],
  stored?: StoredVectors,
): Promise<Calibrated | undefined> {
  if (weights === undefined || dev.length === 0) return undefined;
  const copy = { ...model, weights: uploadWeights(weights) };
  try {
    return await calibrate(copy, dev, stored);
  } finally {
    disposeWeights(copy.weights);
  }
}

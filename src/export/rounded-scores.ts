import type { Scores } from '../eval/scores.ts';
import type { ModelToWrite } from './bundle-contents.ts';
import { decodeWeights, encodeWeights, type Precision } from './precision.ts';

/**
 * A model to export with the scores of the weights that are exported: rounding changes them. If they were not measured, the scores of the
 * exact weights are kept as `exactDev`.
 *
 * @param rounded scores of the rounded weights on the dev data of the model
 */
export function withOwnScores(bundle: ModelToWrite, precision: Precision, rounded?: Scores): ModelToWrite {
  const { dev, ...provenance } = bundle.provenance;
  if (precision === 'exact' || dev === undefined) return bundle;
  if (rounded !== undefined) return { ...bundle, provenance: { ...provenance, dev: rounded } };
  return isChanged(bundle, precision) ? { ...bundle, provenance: { ...provenance, exactDev: dev } } : bundle;
}

/** Whether rounding changes the weights. Those of a student, or of a model that was rounded before, stay. */
function isChanged({ weights, provenance }: ModelToWrite, precision: Precision): boolean {
  const rounded = decodeWeights(encodeWeights(weights, precision, provenance.student !== undefined));
  return Object.entries(weights).some(([name, { values }]) => {
    const others = rounded[name]!.values;
    return values.some((value, i) => value !== others[i]);
  });
}

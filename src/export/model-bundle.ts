import { compactVectorsFrom } from '../data/vectors/compact.ts';
import { MODEL_FILE_WORDS, type StoredVectors } from '../data/vectors/stored-vectors.ts';
import type { Provenance } from './bundle-format.ts';
import type { ModelBundle, ModelToWrite } from './bundle-contents.ts';
import { modelPenalties } from '../model/crf-scores.ts';
import { modelParts, type TaggerModel } from '../model/model.ts';
import { downloadWeights, uploadWeights, type HostWeights } from '../model/weights.ts';

/**
 * Collects a model for export.
 *
 * @param stored vectors for out-of-vocabulary words; those of the most frequent words are included
 * @param weights to export instead of those on the device
 */
export async function toBundle(
  model: TaggerModel,
  provenance: Provenance,
  stored?: StoredVectors,
  weights?: HostWeights,
): Promise<ModelToWrite> {
  const { config, vocabulary, style, confidence } = model;
  const exported = weights ?? (await downloadWeights(model.weights));
  const vectors = await stored?.extract(MODEL_FILE_WORDS);
  const penalties = modelPenalties(model);
  return { config, vocabulary, style, weights: exported, provenance, confidence, vectors, penalties };
}

/** Contents of a bundle that was read, for another export. */
export function toWrite(bundle: ModelBundle): ModelToWrite {
  const { config, vocabulary, style } = bundle;
  return { ...bundle, penalties: modelPenalties(modelParts(config, vocabulary, style)) };
}

/** Creates the model of a bundle, with its weights on the device. */
export function fromBundle({ config, vocabulary, style, weights, confidence }: ModelBundle): TaggerModel {
  return { ...modelParts(config, vocabulary, style), weights: uploadWeights(weights), confidence };
}

/** The out-of-vocabulary vectors of a bundle, for `tagText`. */
export function vectorsOf({ vectors }: ModelBundle): StoredVectors | undefined {
  return vectors && compactVectorsFrom(vectors);
}

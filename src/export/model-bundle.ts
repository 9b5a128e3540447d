import { compactVectorsFrom } from '../data/vectors/compact.ts';
import { TRAVELLING_WORDS, type StoredVectors } from '../data/vectors/stored-vectors.ts';
import type { Provenance } from './bundle-format.ts';
import type { ModelBundle, ModelToWrite } from './bundle.ts';
import { modelPenalties } from '../model/crf-scores.ts';
import { modelParts, type TaggerModel } from '../model/model.ts';
import { downloadWeights, uploadWeights, type HostWeights } from '../model/weights.ts';

/**
 * A model as it leaves the device.
 *
 * @param stored vectors for words that the vocabulary lacks; the most frequent go along
 * @param weights in place of those that are on the device
 */
export async function toBundle(
  model: TaggerModel,
  provenance: Provenance,
  stored?: StoredVectors,
  weights?: HostWeights,
): Promise<ModelToWrite> {
  const { config, vocabulary, style } = model;
  const taken = weights ?? (await downloadWeights(model.weights));
  const vectors = await stored?.extract(TRAVELLING_WORDS);
  return { config, vocabulary, style, weights: taken, provenance, vectors, penalties: modelPenalties(model) };
}

/** The model of a bundle, its weights on the device. */
export function fromBundle({ config, vocabulary, style, weights }: ModelBundle): TaggerModel {
  return { ...modelParts(config, vocabulary, style), weights: uploadWeights(weights) };
}

/** The vectors that came along, for `tagText`. */
export function vectorsOf({ vectors }: ModelBundle): StoredVectors | undefined {
  return vectors && compactVectorsFrom(vectors);
}

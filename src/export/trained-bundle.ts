import type { StoredVectors } from '../data/vectors/stored-vectors.ts';
import type { RunInputs } from '../runs/inputs.ts';
import { countsOf } from '../runs/sources.ts';
import type { RunEnd, StudyEvent } from '../runs/study.ts';
import type { ModelToWrite } from './bundle-contents.ts';
import type { Provenance } from './bundle-format.ts';
import { toBundle } from './model-bundle.ts';

/** How a model is trained, except for its device. @param best undefined before an epoch is scored */
export function provenanceOf(
  { names, source }: { names: RunInputs['names']; source: Pick<RunInputs['source'], 'train'> },
  vectors: string | undefined,
  best?: RunEnd['best'],
): Omit<Provenance, 'device'> {
  const data = { ...names, ...countsOf(source.train) };
  return { data, vectors, bestEpoch: best?.epoch ?? 0, dev: best?.scores };
}

/** What a model was trained on. */
export interface TrainedOn extends Pick<RunInputs, 'names' | 'source'> {
  vectors: { name: string; stored?: StoredVectors | undefined } | undefined;
}

/** The model of a run that has ended, for export. */
export function trainedBundle(
  { model, best, weights }: Pick<StudyEvent & { kind: 'end' }, 'model' | 'best' | 'weights'>,
  inputs: TrainedOn,
  device: { description: string },
): Promise<ModelToWrite> {
  const { vectors } = inputs;
  const provenance = { ...provenanceOf(inputs, vectors?.name, best), device: device.description };
  return toBundle(model, provenance, vectors?.stored, weights);
}

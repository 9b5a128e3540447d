import { fingerprintOfSentences } from '../data/fingerprint.ts';
import type { StoredVectors } from '../data/vectors/stored-vectors.ts';
import type { RunInputs } from '../runs/inputs.ts';
import { countsOf } from '../runs/sources.ts';
import type { RunEnd, StudyEvent } from '../runs/study.ts';
import type { ModelToWrite } from './bundle-contents.ts';
import type { Provenance } from './bundle-format.ts';
import { toBundle } from './model-bundle.ts';

/** The data of a run, as its model records them. */
export function recordedData(
  names: RunInputs['names'],
  { train, dev }: Pick<RunInputs['source'], 'train' | 'dev'>,
): Provenance['data'] {
  const fingerprints = { train: fingerprintOfSentences(train), dev: fingerprintOfSentences(dev) };
  return { ...names, ...countsOf(train), fingerprints };
}

/** How a model is trained, except for its device. @param best undefined before an epoch is scored */
export function provenanceOf(
  { names, source }: { names: RunInputs['names']; source: Pick<RunInputs['source'], 'train' | 'dev'> },
  vectors: string | undefined,
  best?: RunEnd['best'],
): Omit<Provenance, 'device'> {
  return { data: recordedData(names, source), vectors, bestEpoch: best?.epoch ?? 0, dev: best?.scores };
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

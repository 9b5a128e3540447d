import type { RunConfig } from '../../config/schema.ts';
import type { EncoderFeatures } from '../../data/features/encoder-features.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import type { Provenance } from '../../export/bundle-format.ts';
import { provenanceOf, recordedData } from '../../export/trained-bundle.ts';
import { lineage } from '../../export/lineage.ts';
import { prepareFurther } from '../../runs/further.ts';
import { encoderOf, prepareRun, type RunSource } from '../../runs/prepare.ts';
import type { LoadedFiles } from '../files/loaded-files.ts';
import type { TrainedModel } from '../models/trained-model.ts';

/** The starting point of a run: how to create its model, and the metadata of that model. */
export interface RunStart {
  prepare: typeof prepareRun;
  /** Encoder features that the run uses. */
  encoder: EncoderFeatures | undefined;
  name: string;
  /** Provenance without the device, which is chosen later. */
  provenance: Omit<Provenance, 'device'>;
  stored: StoredVectors | undefined;
}

/** Starts from a new model. */
export function startFromScratch(config: RunConfig, files: LoadedFiles, source: RunSource): RunStart {
  const { name: vectors, stored } = files.vectors;
  const names = files.names();
  const provenance = provenanceOf({ names, source }, vectors);
  return { prepare: prepareRun, encoder: encoderOf(config, source), name: modelName(names.train), provenance, stored };
}

/** `eng-model` for `eng.train`, so that exports of models of different corpora can be told apart. @param train name of the file, or `2 files (a.train … b.train)` */
export function modelName(train: string): string {
  const [, stem = ''] = /^(?:\d+ files \()?([^,/.\s)]+)/u.exec(train) ?? [];
  const name = stem.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').replaceAll(/^-+|-+$/g, '');
  return name === '' ? 'tagsmith-model' : `${name}-model`;
}

/**
 * Starts from a copy of a model, to train it further with other settings, and with types that it lacks.
 *
 * @throws StudioError BadCorpus if the files have another kind of tags; Cancelled
 */
export async function startFromModel(
  previous: TrainedModel,
  files: LoadedFiles,
  source: RunSource,
  signal: AbortSignal,
): Promise<RunStart> {
  const { name, model, stored, provenance } = previous;
  files.encoder.attach(model);
  files.requireCompatibleTags({ name: `the model ${name}`, style: model.style });
  const names = files.names();
  const train = lineage(provenance.data.train, names.train);
  const data = recordedData({ ...names, train }, source);
  return {
    prepare: await prepareFurther(model, source, stored, { signal }),
    encoder: model.encoder,
    name,
    provenance: { data, vectors: provenance.vectors, bestEpoch: 0, dev: undefined },
    stored,
  };
}

import { architectureOf, type RunConfig } from '../../config/schema.ts';
import type { EncoderFeatures } from '../../data/features/encoder-features.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import type { Provenance } from '../../export/bundle-format.ts';
import { modelParts } from '../../model/model.ts';
import { uploadWeights } from '../../model/weights.ts';
import { encoderOf, prepareRun, trainingData, type RunSource } from '../../runs/prepare.ts';
import { countsOf } from '../../runs/sources.ts';
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
  const data = { ...files.names(), ...countsOf(source.train) };
  const provenance = { data, vectors, bestEpoch: 0, dev: undefined };
  return { prepare: prepareRun, encoder: encoderOf(config, source), name: 'tagsmith-model', provenance, stored };
}

/**
 * Starts from a copy of a model, to train it further with other settings. It keeps its architecture and vocabulary.
 *
 * @throws StudioError BadCorpus if the files have another kind of tags
 */
export function startFromModel(previous: TrainedModel, files: LoadedFiles, source: RunSource): RunStart {
  const { name, host, stored, provenance } = previous;
  files.encoder.attach(previous.model);
  const { vocabulary, style, config: trainedWith, encoder } = previous.model;
  files.requireCompatibleTags({ name: `the model ${name}`, style });
  const architecture = architectureOf(trainedWith);
  const names = files.names();
  const train = lineage(provenance.data.train, names.train);
  const data = { ...names, train, ...countsOf(source.train) };
  return {
    prepare: (requested, corpora) => {
      const parts = { ...modelParts({ ...requested, ...architecture }, vocabulary, style), encoder };
      const encoded = trainingData(parts, corpora);
      return { model: { ...parts, weights: uploadWeights(host) }, data: encoded };
    },
    encoder,
    name,
    provenance: { data, vectors: provenance.vectors, bestEpoch: 0, dev: undefined },
    stored,
  };
}

/** The names of the files that a model was successively trained on. */
function lineage(previous: string, next: string): string {
  return previous.split(', then ').at(-1) === next ? previous : `${previous}, then ${next}`;
}

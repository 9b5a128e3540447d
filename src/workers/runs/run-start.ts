import { ARCHITECTURE_FIELDS } from '../../config/schema.ts';
import { StudioError } from '../../lib/errors.ts';
import { uploadWeights } from '../../model/weights.ts';
import { penaltiesOf, prepareRun, trainingData, type RunSource } from '../../runs/prepare.ts';
import { countsOf } from '../../runs/sources.ts';
import type { ModelKeeper } from './follow-runs.ts';
import type { LoadedFiles } from '../files/loaded-files.ts';
import type { TrainedModel } from '../models/trained-model.ts';

/** What a run begins with. */
export interface RunStart {
  /** @param device as the model card tells it */
  parts: (device: string) => ModelKeeper['parts'];
  prepare: typeof prepareRun;
}

/** @param former what `model` goes on from */
export function startOf(
  from: 'scratch' | 'model',
  former: TrainedModel | undefined,
  files: LoadedFiles,
  source: RunSource,
): RunStart {
  if (from === 'scratch') return startFromScratch(files, source);
  if (former === undefined) throw new StudioError('NotReady', 'There is no model to train further. Train one first.');
  return startFromModel(former, files, source);
}

function startFromScratch(files: LoadedFiles, source: RunSource): RunStart {
  const { name: vectors, stored } = files.vectors;
  const provenance = { data: { ...files.names(), ...countsOf(source.train) }, vectors, bestEpoch: 0, dev: undefined };
  return {
    parts: (device) => ({ name: 'tagsmith-model', provenance: { ...provenance, device }, stored }),
    prepare: prepareRun,
  };
}

/** A copy of a model, with new settings of how it is trained; what it is made of stays, its vocabulary too. */
function startFromModel(former: TrainedModel, files: LoadedFiles, source: RunSource): RunStart {
  const { name, host, stored, provenance } = former;
  const { vocabulary, style, config: made } = former.model;
  files.requireTagsLike({ name: `the model ${name}`, style });
  const architecture = Object.fromEntries(ARCHITECTURE_FIELDS.map((field) => [field, made[field]]));
  const names = files.names();
  const train = lineage(provenance.data.train, names.train);
  const data = { ...names, train, ...countsOf(source.train) };
  const begun = { data, vectors: provenance.vectors, bestEpoch: 0, dev: undefined };
  return {
    parts: (device) => ({ name, provenance: { ...begun, device }, stored }),
    prepare: (asked, corpora) => {
      const config = { ...asked, ...architecture };
      const parts = { config, vocabulary, style, penalties: penaltiesOf(config, vocabulary.tags, style) };
      const trained = trainingData(parts, corpora);
      return { model: { ...parts, weights: uploadWeights(host) }, data: trained };
    },
  };
}

/** What a model was trained on, one file after the other. */
function lineage(former: string, next: string): string {
  return former.split(', then ').at(-1) === next ? former : `${former}, then ${next}`;
}

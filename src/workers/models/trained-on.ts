import type { Sentence } from '../../data/corpus.ts';
import { fingerprintOfSentences } from '../../data/fingerprint.ts';
import { lastTrainedOn } from '../../export/lineage.ts';
import type { LoadedFiles } from '../files/loaded-files.ts';
import type { TrainedOn } from '../wire/payloads.ts';
import type { TrainedModel } from './trained-model.ts';

/** What a model was trained on, by its metadata, and these sentences, if the loaded training files have them. */
export function trainedOn(
  { provenance, model }: TrainedModel,
  files: LoadedFiles,
): { trainedOn: TrainedOn; sentences: readonly Sentence[] | undefined } {
  const { train, sentences, fingerprints } = provenance.data;
  const loaded = files.training(model.style);
  const isSame =
    loaded?.sentences.length === sentences &&
    (fingerprints === undefined
      ? loaded.files === lastTrainedOn(train)
      : fingerprintOfSentences(loaded.sentences) === fingerprints.train);
  const found = isSame ? loaded.sentences : undefined;
  return { trainedOn: { files: train, sentences, areLoaded: isSame }, sentences: found };
}

/** The dev sentences that a model was scored on, if the loaded files have them. */
export function devOf({ provenance, model }: TrainedModel, files: LoadedFiles): readonly Sentence[] | undefined {
  const { dev, fingerprints } = provenance.data;
  const loaded = files.dev(model.style);
  if (loaded === undefined) return undefined;
  const isSame =
    fingerprints === undefined
      ? files.training(model.style) !== undefined && files.names().dev === dev
      : fingerprintOfSentences(loaded) === fingerprints.dev;
  return isSame ? loaded : undefined;
}

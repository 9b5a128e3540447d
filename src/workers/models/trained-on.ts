import type { Sentence } from '../../data/corpus.ts';
import { lastTrainedOn } from '../../export/lineage.ts';
import type { LoadedFiles } from '../files/loaded-files.ts';
import type { TrainedOn } from '../wire/payloads.ts';
import type { TrainedModel } from './trained-model.ts';

/** What a model was trained on, by its metadata, and these sentences, if the loaded training files are the same by name and size. */
export function trainedOn(
  { provenance, model }: TrainedModel,
  files: LoadedFiles,
): { trainedOn: TrainedOn; sentences: readonly Sentence[] | undefined } {
  const { train, sentences } = provenance.data;
  const loaded = files.training(model.style);
  const isSame = loaded?.files === lastTrainedOn(train) && loaded.sentences.length === sentences;
  const found = isSame ? loaded.sentences : undefined;
  return { trainedOn: { files: train, sentences, areLoaded: isSame }, sentences: found };
}

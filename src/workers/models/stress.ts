import { withTypesAs } from '../../data/corpora/types-as.ts';
import { requireCompatibleTags } from '../../data/tags/training-tags.ts';
import { stressTests } from '../../tagging/scores/stress-tests.ts';
import type { FileStress } from '../wire/payloads.ts';
import type { Params } from '../wire/protocol.ts';
import type { ModelContext } from './model-slot.ts';
import { trainedOn } from './trained-on.ts';

/**
 * Scores the current model on a loaded corpus under the stress tests.
 *
 * @throws StudioError BadInput, BadCorpus, NotReady, Cancelled
 */
export async function stress(
  { files, models }: ModelContext,
  { id }: Params<'stress'>,
  signal: AbortSignal,
): Promise<FileStress> {
  if (models.current !== undefined) await files.readFor(models.current.model, id);
  const corpus = withTypesAs(files.answeredCorpus(id));
  return models.useSnapshot(async (model, stored) => {
    requireCompatibleTags(corpus, { name: 'the model', style: model.style });
    const { sentences, file, style } = corpus;
    const train = files.training(model.style)?.sentences;
    const { sentences: seen } = trainedOn(models.current!, files);
    const lists = files.lists.merged();
    return { file, ...(await stressTests(model, sentences, { style, train, seen, lists, stored, signal })) };
  });
}

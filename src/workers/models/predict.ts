import { predictionsFileName } from '../../data/corpora/write-predictions.ts';
import { annotate } from '../../tagging/scores/predictions.ts';
import type { Download } from '../wire/payloads.ts';
import type { Params } from '../wire/protocol.ts';
import type { ModelContext } from './model-slot.ts';

/** Writes the predictions of the current model for a loaded corpus, in its own format. @throws as `score` */
export async function predict(
  { files, models }: ModelContext,
  { id }: Params<'predict'>,
  signal: AbortSignal,
): Promise<Download> {
  if (models.current !== undefined) await files.readFor(models.current.model, id);
  const corpus = files.answeredCorpus(id);
  const bytes = await files.bytes(id);
  const text = await models.useSnapshot((model, stored) => annotate(model, corpus, bytes, stored, signal));
  return { name: predictionsFileName(corpus), contents: new Blob([text]) };
}

import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { readBundle } from '../../export/read-bundle.ts';
import { fromBundle, vectorsOf } from '../../export/model-bundle.ts';
import type { TaggerModel } from '../../model/model.ts';
import { disposeWeights } from '../../model/weights.ts';
import { inspectText, type Inspection } from '../../tagging/explain/inspect.ts';
import type { LoadedFiles } from '../files/loaded-files.ts';
import type { Params } from '../wire/protocol.ts';
import type { ModelContext } from './model-slot.ts';

/**
 * Loads an exported model on the device for one task. Out-of-vocabulary words get vectors from the loaded file, if the model was trained
 * with it.
 *
 * @throws StudioError BadModel
 */
export async function withStoredModel<T>(
  contents: Blob,
  files: LoadedFiles,
  task: (model: TaggerModel, stored: StoredVectors | undefined) => Promise<T>,
): Promise<T> {
  const bundle = readBundle(new Uint8Array(await contents.arrayBuffer()));
  const model = fromBundle(bundle);
  files.encoder.attach(model);
  try {
    return await task(model, await files.vectors.storedFor(vectorsOf(bundle)));
  } finally {
    disposeWeights(model.weights);
  }
}

/** Inspects a text with an exported model. The current one is kept. @throws StudioError NotReady during a run; BadModel, Cancelled */
export function inspectStored(
  { activity, files, models }: ModelContext,
  { model: contents, text }: Params<'inspectStored'>,
  signal: AbortSignal,
): Promise<Inspection> {
  return activity.whileIdle('read another model', async () => {
    await models.ensureDevice();
    return withStoredModel(contents, files, (model, stored) => inspectText(model, text, stored, signal));
  });
}

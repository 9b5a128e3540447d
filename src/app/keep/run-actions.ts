import { serializeError } from '../../lib/errors.ts';
import type { ModelInfo, ScoreReport } from '../../workers/wire/payloads.ts';
import { ask, attempt } from '../trainer/bridge.ts';
import { saveFile } from '../ui/save-file.ts';
import {
  makerRecorded,
  recordChanged,
  recordOf,
  recordsDeleted,
  useHistoryStore,
  type RunRecord,
} from '../stores/runs/history.ts';
import { failureOver, failureReported, noticeAdded } from '../stores/notices.ts';
import { recipeLoaded } from '../stores/recipe.ts';
import { modelExported, modelSaved, modelUnsaved, selectModel, useWorkspaceStore } from '../stores/workspace.ts';
import { addFiles } from '../files/files.ts';
import { runArchive } from './run-archive.ts';

/** Stores the current model as that of a run. @param epoch the run's best @param f1 of that epoch on dev */
export async function keepModel(id: RunRecord['id'], epoch: number, f1: number): Promise<void> {
  const model = currentModel();
  if (model !== undefined) makerRecorded(model.id, id);
  try {
    const { contents } = await ask('exportModel', {});
    if (recordOf(id) === undefined) return; // deleted in the meantime
    await runArchive.saveModel(id, { ...(model && { name: model.name }), epoch, f1 }, contents);
    if (runArchive.isStored(id) && currentModelId() === model?.id) modelSaved();
  } catch (error) {
    const { code } = serializeError(error);
    // The trainer is gone, or there is no model yet: the previously stored model is kept.
    if (code !== 'NotReady' && code !== 'Cancelled')
      failureReported('store the model of this run', serializeError(error));
  }
}

/** Stores a checkpoint of the run in progress, or of one that was just stopped. Does nothing for runs that cannot be resumed. */
export async function keepCheckpoint(id: RunRecord['id']): Promise<void> {
  try {
    const saved = await ask('checkpoint', {});
    const reason = recordOf(id)?.reason;
    if (reason !== undefined && reason !== 'stopped') return; // it has finished in the meantime
    if (saved !== undefined) await runArchive.saveCheckpoint(id, saved.epoch, saved.contents);
  } catch (error) {
    const { code } = serializeError(error);
    if (code !== 'NotReady' && code !== 'Cancelled')
      failureReported('store a checkpoint of this run', serializeError(error)); // no trainer
  }
}

/**
 * Notes whose model the current one is when a run ends without a better one to store: its own is saved if it was stored before the end,
 * or before the run was resumed; without a scored epoch it is not stored.
 */
export function noteEndedModel(id: RunRecord['id']): void {
  const model = currentModelId();
  if (model !== undefined) makerRecorded(model, id);
  if (runArchive.isStored(id)) modelSaved();
}

/** Applies the recipe of a run. */
export function applyRecipeOf({ recipe }: RunRecord): void {
  recipeLoaded(recipe);
}

/** Makes the model of a run the current one. */
export async function activateModel({ id, name, model: kept }: RunRecord): Promise<void> {
  await withModel({ id, name }, 'use', async (bundle) => {
    const before = currentModelId();
    await addFiles([new File([bundle], `${kept?.name ?? name}.zip`)]);
    const model = currentModelId();
    if (model !== undefined && model !== before) makerRecorded(model, id);
  });
}

/** Adds the score of a file to the run that made the current model. */
export async function noteScore({ file, scores }: ScoreReport): Promise<void> {
  const { makers, current } = useHistoryStore.getState();
  const record = recordOf(makers[currentModelId() ?? -1] ?? '');
  if (record === undefined || record.id === current) return; // the weights of a run in progress are not final
  const others = record.scored.filter((one) => one.file !== file);
  recordChanged(record.id, { scored: [...others, { file, overall: scores.overall }] });
  await runArchive.saveRecord(record.id);
}

/** Chooses the confidence below which the current model's entities are to be reviewed, and stores the model again. */
export async function chooseThreshold(threshold: number | undefined): Promise<void> {
  if ((await attempt('choose the threshold', ask('chooseThreshold', { threshold }))) === undefined) return;
  const { makers } = useHistoryStore.getState();
  const record = recordOf(makers[currentModelId() ?? -1] ?? '');
  if (record?.model === undefined) modelUnsaved();
  else await keepModel(record.id, record.model.epoch, record.model.f1);
}

function currentModel(): ModelInfo | undefined {
  return selectModel(useWorkspaceStore.getState());
}

function currentModelId(): ModelInfo['id'] | undefined {
  return currentModel()?.id;
}

export async function exportModelOf({ id, name }: RunRecord): Promise<void> {
  await withModel({ id, name }, 'export', async (bundle) => {
    saveFile(`${name}.zip`, bundle, 'application/zip');
    const { makers, current } = useHistoryStore.getState();
    if (makers[currentModelId() ?? -1] === id && current !== id) modelExported(); // during training, later epochs replace it
  });
}

async function withModel(
  { id, name }: Pick<RunRecord, 'id' | 'name'>,
  what: string,
  use: (bundle: Blob) => Promise<void>,
): Promise<void> {
  try {
    const bundle = await runArchive.model(id);
    if (bundle !== undefined) {
      await use(bundle);
      failureOver(`${what} the model of ${name}`);
      return;
    }
    noticeAdded({
      kind: 'error',
      title: `Could not ${what} the model of ${name}`,
      holds: () => recordOf(id) !== undefined,
      message: 'It is no longer stored in this browser: another page deleted it, or the browser needed the space.',
    });
    recordChanged(id, { model: undefined });
  } catch (error) {
    failureReported(`${what} the model of ${name}`, serializeError(error));
  }
}

export async function renameRun(id: RunRecord['id'], name: string): Promise<void> {
  if (name.trim() === '') return;
  recordChanged(id, { name: name.trim() });
  await runArchive.saveRecord(id);
}

/** Deletes runs from the storage immediately. Until the deletion is dismissed, `undoDeletion` can restore them. */
export async function deleteRuns(records: readonly RunRecord[]): Promise<void> {
  const deleted = await Promise.all(
    records.map(async (record) => ({ record, ...(await runArchive.blobs(record.id)) })),
  );
  await runArchive.delete(records.map(({ id }) => id));
  recordsDeleted(deleted);
}

export function undoDeletion(): Promise<void> {
  return runArchive.restoreDeleted();
}

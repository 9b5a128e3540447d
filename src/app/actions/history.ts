import { serializeError } from '../../lib/errors.ts';
import type { ModelInfo, ScoreReport } from '../../workers/wire/protocol.ts';
import { ask } from '../bridge.ts';
import { saveFile } from '../save-file.ts';
import {
  makerKnown,
  recordChanged,
  recordOf,
  recordsDeleted,
  recordsRestored,
  useHistoryStore,
  type RunRecord,
} from '../stores/history.ts';
import { failedTo, noticed } from '../stores/notices.ts';
import { recipeLoaded } from '../stores/recipe.ts';
import { modelExported, modelSaved, selectModel, useWorkspaceStore } from '../stores/workspace.ts';
import { addFiles } from './data.ts';
import {
  checkpointOf,
  dropOldModels,
  dropRuns,
  isStored,
  keepRecord,
  modelOf,
  storeCheckpoint,
  storeModel,
} from './kept-runs.ts';

/** Keeps the model of the moment as that of a run. @param epoch the run's best @param f1 and what it has on dev */
export async function keepModel(id: RunRecord['id'], epoch: number, f1: number): Promise<void> {
  const model = presentModel();
  if (model !== undefined) makerKnown(model, id);
  try {
    const { contents } = await ask('exportModel', {});
    if (recordOf(id) === undefined) return; // deleted meanwhile
    const isKept = await storeModel(id, contents);
    recordChanged(id, { model: { epoch, f1, bytes: contents.size } });
    await keepRecord(id);
    await dropOldModels();
    if (isKept && presentModel() === model) modelSaved();
  } catch (error) {
    const { code } = serializeError(error);
    // There is no trainer any more, or no model yet: what was kept before stays.
    if (code !== 'NotReady' && code !== 'Cancelled') failedTo('keep the model of this run', serializeError(error));
  }
}

/** Keeps where the run that is under way, or was just stopped, can go on. Nothing for runs that cannot. */
export async function keepCheckpoint(id: RunRecord['id']): Promise<void> {
  try {
    const saved = await ask('checkpoint', {});
    const reason = recordOf(id)?.reason;
    if (reason !== undefined && reason !== 'stopped') return; // it has come to its end meanwhile
    if (saved !== undefined) await storeCheckpoint(id, saved.epoch, saved.contents);
  } catch (error) {
    const { code } = serializeError(error);
    if (code !== 'NotReady' && code !== 'Cancelled') failedTo('keep where this run is', serializeError(error)); // no trainer
  }
}

/** The model of a run that is over was kept before its end. */
export function keptBefore(id: RunRecord['id']): void {
  if (isStored(id)) modelSaved();
}

/** The next run is trained as this one was. */
export function takeRecipe({ recipe }: RunRecord): void {
  recipeLoaded(recipe);
}

/** The run's model tags, in place of the one that does. */
export async function takeModel({ id, name }: RunRecord): Promise<void> {
  await withModel({ id, name }, 'use', async (bundle) => {
    const before = presentModel();
    await addFiles([new File([bundle], `${name}.zip`)]);
    const model = presentModel();
    if (model !== undefined && model !== before) makerKnown(model, id);
  });
}

/** A file was scored with the model of the moment: its run has another figure. */
export async function noteScore({ file, scores }: ScoreReport): Promise<void> {
  const { makers, current } = useHistoryStore.getState();
  const record = recordOf(makers[presentModel() ?? -1] ?? '');
  if (record === undefined || record.id === current) return; // it has no weights of its own yet
  const others = record.scored.filter((one) => one.file !== file);
  recordChanged(record.id, { scored: [...others, { file, overall: scores.overall }] });
  await keepRecord(record.id);
}

function presentModel(): ModelInfo['id'] | undefined {
  return selectModel(useWorkspaceStore.getState())?.id;
}

export async function exportModelOf({ id, name }: RunRecord): Promise<void> {
  await withModel({ id, name }, 'export', async (bundle) => {
    saveFile(`${name}.zip`, bundle, 'application/zip');
    const { makers, current } = useHistoryStore.getState();
    if (makers[presentModel() ?? -1] === id && current !== id) modelExported(); // while it trains, it goes on from there
  });
}

async function withModel(
  { id, name }: Pick<RunRecord, 'id' | 'name'>,
  what: string,
  use: (bundle: Blob) => Promise<void>,
): Promise<void> {
  try {
    const bundle = await modelOf(id);
    if (bundle !== undefined) {
      await use(bundle);
      return;
    }
    noticed({
      kind: 'error',
      title: `Could not ${what} the model of ${name}`,
      message: 'This browser does not have it any more: another page deleted it, or the browser needed the room.',
    });
    recordChanged(id, { model: undefined });
  } catch (error) {
    failedTo(`${what} the model of ${name}`, serializeError(error));
  }
}

export async function renameRun(id: RunRecord['id'], name: string): Promise<void> {
  if (name.trim() === '') return;
  recordChanged(id, { name: name.trim() });
  await keepRecord(id);
}

/** Where they are seen no more, they are off the disk; `undoDeletion` writes them again. */
export async function deleteRuns(records: readonly RunRecord[]): Promise<void> {
  const kept = (record: RunRecord) =>
    Promise.all([modelOf, checkpointOf].map((read) => read(record.id).catch(() => undefined)));
  const reading = records.map(async (record) => {
    const [model, checkpoint] = await kept(record);
    return { record, model, checkpoint };
  });
  const deleted = await Promise.all(reading);
  await dropRuns(records);
  recordsDeleted(deleted);
}

export async function undoDeletion(): Promise<void> {
  const { deleted } = useHistoryStore.getState();
  recordsRestored();
  for (const { record, model, checkpoint } of deleted) {
    const { id, checkpoint: at } = record;
    if (model !== undefined) await storeModel(id, model);
    if (checkpoint !== undefined && at !== undefined) await storeCheckpoint(id, at.epoch, checkpoint);
    await keepRecord(id);
  }
}

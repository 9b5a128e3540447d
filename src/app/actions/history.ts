import { serializeError } from '../../lib/errors.ts';
import type { ModelInfo, ScoreReport } from '../../workers/protocol.ts';
import { ask } from '../bridge.ts';
import { saveFile } from '../download.ts';
import type { RunStorage } from '../run-storage.ts';
import {
  deletedForgotten,
  keepingSwitched,
  recordChanged,
  recordsAdded,
  recordsDeleted,
  useHistoryStore,
  type RunRecord,
} from '../stores/history.ts';
import { failedTo, noticed } from '../stores/notices.ts';
import { recipeLoaded } from '../stores/recipe.ts';
import { modelSaved, selectModel, useWorkspaceStore } from '../stores/workspace.ts';
import { addFiles } from './data.ts';

/** Models of older runs make room for new ones; what the runs came to stays. */
const MOST_MODELS = 20;

/** Undefined: there is no room in this browser, and runs stay on the page alone. */
let home: RunStorage | undefined;

/** As long as a person wants runs to be kept. */
const storage = () => (useHistoryStore.getState().isKeeping ? home : undefined);

/** Models of this visit, where they are not stored. */
const unstored = new Map<RunRecord['id'], Blob>();

/** Which run made a model of the trainer's. */
const makers = new Map<ModelInfo['id'], RunRecord['id']>();

let writing: Promise<unknown> = Promise.resolve();

/** Shows the runs of other visits, and keeps those of this one. */
export async function openHistory(opened: RunStorage): Promise<void> {
  home = opened;
  await stored(async () => recordsAdded((await storage()?.records()) ?? []));
}

export function closeHistory(): void {
  home = undefined;
  unstored.clear();
  makers.clear();
}

/** Writes one thing after the other, so that the last of a run is what stays. */
function stored(write: () => Promise<void>): Promise<void> {
  const turn = writing.then(write).catch((error: unknown) => {
    home = undefined;
    noticed({
      kind: 'error',
      title: 'Runs can no longer be kept in this browser',
      message: `They stay until the page is closed: export the model that you need. ${serializeError(error).message}`,
    });
  });
  writing = turn;
  return turn;
}

export function keepRecord(id: RunRecord['id']): Promise<void> {
  return stored(async () => {
    const record = recordOf(id);
    if (record !== undefined) await storage()?.saveRecord(record);
  });
}

/** Keeps the model of the moment as that of a run. @param epoch the run's best */
export async function keepModel(id: RunRecord['id'], epoch: number): Promise<void> {
  const model = presentModel();
  if (model !== undefined) makers.set(model, id);
  try {
    const { bytes } = await ask('exportModel', {});
    const bundle = new Blob([bytes]);
    await storeModel(id, bundle);
    recordChanged(id, { model: { epoch, bytes: bundle.size } });
    await keepRecord(id);
    await dropOldModels();
    if (!unstored.has(id) && presentModel() === model) modelSaved();
  } catch {
    // There is no trainer any more, or no model yet: what was kept before stays.
  }
}

/** Where nothing is stored, or no more, the page has it. */
async function storeModel(id: RunRecord['id'], bundle: Blob): Promise<void> {
  unstored.set(id, bundle);
  await stored(async () => {
    if (storage() === undefined) return;
    await storage()?.saveModel(id, bundle);
    unstored.delete(id);
  });
}

async function dropOldModels(): Promise<void> {
  const old = useHistoryStore
    .getState()
    .records.filter(({ model }) => model !== undefined)
    .slice(MOST_MODELS);
  for (const { id } of old) {
    unstored.delete(id);
    recordChanged(id, { model: undefined });
    await stored(async () => storage()?.deleteModel(id));
    await keepRecord(id);
  }
}

function modelOf(id: RunRecord['id']): Promise<Blob | undefined> {
  return unstored.has(id) ? Promise.resolve(unstored.get(id)) : (storage()?.model(id) ?? Promise.resolve(undefined));
}

function recordOf(id: RunRecord['id']): RunRecord | undefined {
  return useHistoryStore.getState().records.find((record) => record.id === id);
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
    if (model !== undefined && model !== before) makers.set(model, id);
  });
}

/** A file was scored with the model of the moment: its run has another figure. */
export async function noteScore({ file, scores }: ScoreReport): Promise<void> {
  const id = makers.get(presentModel() ?? -1);
  const record = id === undefined ? undefined : recordOf(id);
  if (record === undefined || useHistoryStore.getState().current === id) return; // it has no weights of its own yet
  const others = record.scored.filter((one) => one.file !== file);
  recordChanged(record.id, { scored: [...others, { file, overall: scores.overall }] });
  await keepRecord(record.id);
}

function presentModel(): ModelInfo['id'] | undefined {
  return selectModel(useWorkspaceStore.getState())?.id;
}

export async function exportModelOf({ id, name }: RunRecord): Promise<void> {
  await withModel({ id, name }, 'export', async (bundle) => saveFile(`${name}.zip`, bundle, 'application/zip'));
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

/** They are off the disk at once; `undoDeletion` writes them again. */
export async function deleteRuns(records: readonly RunRecord[]): Promise<void> {
  const models = await Promise.all(records.map(({ id }) => modelOf(id).catch(() => undefined)));
  recordsDeleted(records.map((record, i) => ({ record, model: models[i] })));
  await stored(async () => {
    for (const { id } of records) {
      unstored.delete(id);
      await storage()?.deleteRun(id);
    }
  });
}

export async function undoDeletion(): Promise<void> {
  const { deleted } = useHistoryStore.getState();
  deletedForgotten();
  recordsAdded(deleted.map(({ record }) => record));
  for (const { record, model } of deleted) {
    if (model !== undefined) await storeModel(record.id, model);
    await keepRecord(record.id);
  }
}

/** Off: what is stored is deleted, and the list stays until the page is closed. */
export async function keepRuns(isKeeping: boolean): Promise<void> {
  keepingSwitched(isKeeping);
  const records = () => useHistoryStore.getState().records;
  if (!isKeeping) {
    for (const { id, model } of records()) if (model && !unstored.has(id)) recordChanged(id, { model: undefined });
    await stored(async () => home?.clear());
    return;
  }
  await stored(async () => recordsAdded((await storage()?.records()) ?? []));
  for (const { id } of records()) {
    const bundle = unstored.get(id);
    if (bundle !== undefined) await storeModel(id, bundle);
    await keepRecord(id);
  }
}

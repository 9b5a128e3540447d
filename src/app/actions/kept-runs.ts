import { serializeError } from '../../lib/errors.ts';
import type { RunStorage } from '../run-storage.ts';
import {
  bestAmong,
  keepingHeard,
  keepingSwitched,
  recordChanged,
  recordOf,
  recordsAdded,
  recordsGone,
  useHistoryStore,
  type RunRecord,
} from '../stores/history.ts';
import { noticed } from '../stores/notices.ts';
import { modelUnsaved, useWorkspaceStore } from '../stores/workspace.ts';

/** Models of older runs make room for new ones, but for the best; what the runs came to stays. */
export const MOST_MODELS = 20;

/** They are several times as large as models. */
const MOST_CHECKPOINTS = 3;

/** Undefined: this page keeps nothing. */
let home: RunStorage | undefined;

/** As long as a person wants runs to be kept. */
const storage = () => (useHistoryStore.getState().isKeeping ? home : undefined);

/** Tells the other pages of this browser which run has changed. */
let pages: BroadcastChannel | undefined;

/** Models that are not stored: nobody wants it, or there is no room. */
const unstored = new Map<RunRecord['id'], Blob>();

/** Since a failure was told nothing could be written. */
let isFull = false;

let writing: Promise<unknown> = Promise.resolve();

/** Shows the runs of other visits, and keeps those of this one. */
export async function openHistory(opened: RunStorage): Promise<void> {
  home = opened;
  pages = new BroadcastChannel('tagsmith-runs');
  pages.addEventListener('message', ({ data }: MessageEvent<RunRecord['id']>) => void readAgain(data));
  addEventListener('storage', hearSwitch);
  await readAll();
}

export function closeHistory(): void {
  unstored.clear();
  isFull = false;
  if (home === undefined) return;
  home = undefined;
  pages?.close();
  removeEventListener('storage', hearSwitch);
}

function hearSwitch(event: StorageEvent): void {
  keepingHeard(event);
  if (storage() === undefined) forgetStored();
}

function readAll(): Promise<void> {
  return stored(async () => recordsAdded((await storage()?.records()) ?? []));
}

/** Another page has changed it. */
async function readAgain(id: RunRecord['id']): Promise<void> {
  if (storage() === undefined || useHistoryStore.getState().current === id) return;
  const record = await storage()?.record(id);
  if (record === undefined) recordsGone([id]);
  else recordsAdded([record]);
}

/** Writes one thing after the other, so that the last of a run is what stays. */
function stored(write: () => Promise<void>): Promise<void> {
  const turn = writing.then(write).catch((error: unknown) => {
    if (isFull) return;
    isFull = true;
    noticed({
      kind: 'error',
      title: 'This run could not be kept in this browser',
      message:
        'It stays until the page is closed: export the model if you need it, or delete runs to make room. ' +
        serializeError(error).message,
    });
  });
  writing = turn;
  return turn;
}

export function keepRecord(id: RunRecord['id']): Promise<void> {
  return stored(async () => {
    const record = recordOf(id);
    if (record === undefined) return;
    await storage()?.saveRecord(record);
    pages?.postMessage(id);
  });
}

/** Where nothing is stored, the page has it. @returns whether it is stored */
export async function storeModel(id: RunRecord['id'], bundle: Blob): Promise<boolean> {
  unstored.set(id, bundle);
  await stored(async () => {
    if (storage() === undefined) return;
    await storage()?.saveModel(id, bundle);
    isFull = false;
    if (storage() !== undefined) unstored.delete(id); // else the page has to have it from now on
  });
  return isStored(id);
}

/** Where the run can go on after it was stopped, or the page was closed; only what is stored is of use. */
export async function storeCheckpoint(id: RunRecord['id'], epoch: number, checkpoint: Blob): Promise<void> {
  await stored(async () => {
    if (storage() === undefined || recordOf(id) === undefined) return;
    await storage()?.saveCheckpoint(id, checkpoint);
    recordChanged(id, { checkpoint: { epoch, bytes: checkpoint.size } });
  });
  await keepRecord(id);
  const { records } = useHistoryStore.getState();
  const old = records.filter((record) => record.checkpoint !== undefined).slice(MOST_CHECKPOINTS);
  for (const record of old) await dropCheckpoint(record.id);
}

export async function dropCheckpoint(id: RunRecord['id']): Promise<void> {
  await stored(async () => {
    await storage()?.deleteCheckpoint(id); // in its turn: one may be about to be written
    recordChanged(id, { checkpoint: undefined });
  });
  await keepRecord(id);
}

/** Undefined: it is gone. */
export async function checkpointOf(id: RunRecord['id']): Promise<Blob | undefined> {
  return storage()?.checkpoint(id);
}

/** Of a run whose model is kept. */
export function isStored(id: RunRecord['id']): boolean {
  return storage() !== undefined && !unstored.has(id);
}

export async function dropOldModels(): Promise<void> {
  const { records } = useHistoryStore.getState();
  const old = records
    .filter(({ model }) => model !== undefined)
    .slice(MOST_MODELS)
    .filter((record) => bestAmong(records, record) !== record);
  for (const { id } of old) {
    unstored.delete(id);
    recordChanged(id, { model: undefined });
    await stored(async () => storage()?.deleteModel(id));
    await keepRecord(id);
  }
}

/** Undefined: it is gone. */
export async function modelOf(id: RunRecord['id']): Promise<Blob | undefined> {
  return unstored.get(id) ?? (await storage()?.model(id));
}

/** Off the disk, and off the page. */
export function dropRuns(records: readonly RunRecord[]): Promise<void> {
  return stored(async () => {
    for (const { id } of records) {
      unstored.delete(id);
      await storage()?.deleteRun(id);
      pages?.postMessage(id);
    }
    isFull = false;
  });
}

/** Off: nothing stays on the disk, and all of it on the page until that is closed. */
export async function keepRuns(isKeeping: boolean): Promise<void> {
  const { records, makers } = useHistoryStore.getState();
  if (!isKeeping) {
    for (const { id } of records) {
      const bundle = await modelOf(id).catch(() => undefined);
      if (bundle !== undefined) unstored.set(id, bundle);
    }
    keepingSwitched(false);
    forgetStored();
    const { model } = useWorkspaceStore.getState().workspace;
    if (model !== undefined && makers[model.id] !== undefined) modelUnsaved(); // others came from a file
    await stored(async () => home?.clear());
    return;
  }
  keepingSwitched(true);
  await readAll();
  for (const { id } of records) {
    const bundle = unstored.get(id);
    if (bundle !== undefined) await storeModel(id, bundle);
    await keepRecord(id);
  }
}

/** The models that are not on this page, and where runs could go on. */
function forgetStored(): void {
  for (const { id, model } of useHistoryStore.getState().records) {
    recordChanged(id, { checkpoint: undefined, ...(!unstored.has(id) && model && { model: undefined }) });
  }
}

import { serializeError } from '../../lib/errors.ts';
import type { RunStorage } from '../run-storage.ts';
import {
  keepingSwitched,
  recordChanged,
  recordOf,
  recordsAdded,
  useHistoryStore,
  type RunRecord,
} from '../stores/history.ts';
import { noticed } from '../stores/notices.ts';

/** Models of older runs make room for new ones; what the runs came to stays. */
const MOST_MODELS = 20;

/** Undefined: there is no room in this browser, and runs stay on the page alone. */
let home: RunStorage | undefined;

/** As long as a person wants runs to be kept. */
const storage = () => (useHistoryStore.getState().isKeeping ? home : undefined);

/** Models of this visit, where they are not stored. */
const unstored = new Map<RunRecord['id'], Blob>();

let writing: Promise<unknown> = Promise.resolve();

/** Shows the runs of other visits, and keeps those of this one. */
export async function openHistory(opened: RunStorage): Promise<void> {
  home = opened;
  await stored(async () => recordsAdded((await storage()?.records()) ?? []));
}

export function closeHistory(): void {
  home = undefined;
  unstored.clear();
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

/** Where nothing is stored, or no more, the page has it. @returns whether it is stored */
export async function storeModel(id: RunRecord['id'], bundle: Blob): Promise<boolean> {
  unstored.set(id, bundle);
  await stored(async () => {
    if (storage() === undefined) return;
    await storage()?.saveModel(id, bundle);
    unstored.delete(id);
  });
  return !unstored.has(id);
}

export async function dropOldModels(): Promise<void> {
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

/** Undefined: it is gone. */
export function modelOf(id: RunRecord['id']): Promise<Blob | undefined> {
  return unstored.has(id) ? Promise.resolve(unstored.get(id)) : (storage()?.model(id) ?? Promise.resolve(undefined));
}

/** Off the disk, and off the page. */
export function dropRuns(records: readonly RunRecord[]): Promise<void> {
  return stored(async () => {
    for (const { id } of records) {
      unstored.delete(id);
      await storage()?.deleteRun(id);
    }
  });
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

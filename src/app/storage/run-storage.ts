import { changesOf, isRunName, nextName, type RunRecord } from '../stores/history.ts';
import { databaseOpener, RUN_STORES, type StudioDatabase } from './database.ts';
import { deleteOldDatabases, importOldDatabases } from './old-databases.ts';
import { readRecord } from './stored-record.ts';

type RunId = RunRecord['id'];

/** What is stored beside a record. A part that is not named stays as it is; `undefined` deletes it. */
export interface RunBlobs {
  model?: Blob | undefined;
  checkpoint?: Blob | undefined;
}

/** Where runs stay while the page is closed. Each method does all that it says, or rejects and does nothing. */
export interface RunStorage {
  /** Takes over the runs of versions of the page that had three databases. @returns whether there were such databases */
  importOldRuns(): Promise<boolean>;
  /** Those that this version of the page can read. */
  records(): Promise<RunRecord[]>;
  record(id: RunId): Promise<RunRecord | undefined>;
  model(id: RunId): Promise<Blob | undefined>;
  checkpoint(id: RunId): Promise<Blob | undefined>;
  /**
   * Writes what differs from `base`, so that what another page has changed meanwhile stays. Without a base all of it is written; a new run gets
   * the next of the names `Run 1`, `Run 2`, … if another one has its name.
   *
   * @param base the record as this page last read or wrote it
   * @returns the record as it is stored now; undefined if another page has deleted it: then nothing is written
   */
  save(record: RunRecord, blobs?: RunBlobs, base?: RunRecord): Promise<RunRecord | undefined>;
  delete(ids: readonly RunId[]): Promise<void>;
  deleteAll(): Promise<void>;
}

/** In the browser's database of this origin, which is opened when it is first needed. @param name of another one, for tests */
export function runStorage(name = 'tagsmith'): RunStorage {
  const open = databaseOpener(name);
  return {
    importOldRuns: async () => importOldDatabases(name, await open()),
    records: async () => (await (await open()).getAll('runs')).flatMap((value) => readRecord(value) ?? []),
    record: async (id) => readRecord(await (await open()).get('runs', id)),
    model: async (id) => (await open()).get('models', id),
    checkpoint: async (id) => (await open()).get('checkpoints', id),
    save: async (record, blobs = {}, base) => saveRun(await open(), record, blobs, base),
    delete: async (ids) => {
      const transaction = (await open()).transaction(RUN_STORES, 'readwrite');
      const deletions = ids.flatMap((id) => RUN_STORES.map((store) => transaction.objectStore(store).delete(id)));
      await Promise.all([...deletions, transaction.done]);
    },
    deleteAll: async () => {
      const transaction = (await open()).transaction(RUN_STORES, 'readwrite');
      await Promise.all([...RUN_STORES.map((store) => transaction.objectStore(store).clear()), transaction.done]);
      deleteOldDatabases(name);
    },
  };
}

/** A record alone does not wait for the blobs of another run that are being written. */
async function saveRun(
  database: StudioDatabase,
  record: RunRecord,
  blobs: RunBlobs,
  base: RunRecord | undefined,
): Promise<RunRecord | undefined> {
  const parts = [
    ...('model' in blobs ? [['models', blobs.model] as const] : []),
    ...('checkpoint' in blobs ? [['checkpoints', blobs.checkpoint] as const] : []),
  ];
  const transaction = database.transaction(['runs', ...parts.map(([store]) => store)], 'readwrite');
  const runs = transaction.objectStore('runs');
  const present = readRecord(await runs.get(record.id));
  if (present === undefined && base !== undefined) {
    await transaction.done;
    return undefined;
  }
  const saved =
    present === undefined
      ? {
          ...record,
          name: freeName(
            record.name,
            (await runs.getAll()).flatMap((value) => readRecord(value) ?? []),
          ),
        }
      : { ...present, ...changesOf(record, base) };
  const writes = parts.map(([name, blob]) => {
    const store = transaction.objectStore(name);
    return blob === undefined ? store.delete(record.id) : store.put(blob, record.id);
  });
  await Promise.all([runs.put(saved, record.id), ...writes, transaction.done]);
  return saved;
}

/** Pages that start runs at the same moment number them alike. A name that a person gave stays. */
function freeName(name: string, others: readonly RunRecord[]): string {
  const isTaken = others.some((other) => other.name === name);
  return isTaken && isRunName(name) ? nextName(others) : name;
}

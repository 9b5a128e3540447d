import { changesOf, isRunName, nextName, type RunRecord } from '../stores/runs/history.ts';
import { databaseOpener, RUN_STORES, type StudioDatabase } from './database.ts';
import { readRecord } from './stored-record.ts';

type RunId = RunRecord['id'];

/** Blobs that are stored with a record. Omitted parts are unchanged; `undefined` deletes a part. */
export interface RunBlobs {
  model?: Blob | undefined;
  checkpoint?: Blob | undefined;
}

/** Storage of runs. Each method is atomic: if it rejects, nothing has changed. */
export interface RunStorage {
  /** All runs that this version of the page can read. */
  records(): Promise<RunRecord[]>;
  record(id: RunId): Promise<RunRecord | undefined>;
  model(id: RunId): Promise<Blob | undefined>;
  checkpoint(id: RunId): Promise<Blob | undefined>;
  /**
   * Writes the fields that differ from `base`, and keeps concurrent changes of other pages. Without a base, the whole record is written; if
   * its name is taken, a new run gets the next of the names `Run 1`, `Run 2`, …
   *
   * @param base the record as this page last read or wrote it
   * @returns the stored record; undefined if another page has deleted it, in which case nothing is written
   */
  save(record: RunRecord, blobs?: RunBlobs, base?: RunRecord): Promise<RunRecord | undefined>;
  delete(ids: readonly RunId[]): Promise<void>;
  deleteAll(): Promise<void>;
}

/** Storage in the database of this origin, which is opened on first use. @param name of the database; tests use others */
export function runStorage(name = 'tagsmith'): RunStorage {
  const open = databaseOpener(name);
  return {
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
    },
  };
}

/** The transaction covers only the stores that it needs, so that a record does not wait for the blobs of another run. */
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

/** A free name for a run, since pages that start runs at the same moment give them the same number. Names given by the user are kept. */
function freeName(name: string, others: readonly RunRecord[]): string {
  const isTaken = others.some((other) => other.name === name);
  return isTaken && isRunName(name) ? nextName(others) : name;
}

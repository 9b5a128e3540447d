import { StudioError } from '../../lib/errors.ts';
import { bestOf, changesOf, isRunName, nextName, type RunRecord } from '../stores/runs/history.ts';
import { crcOfFile } from '../files/crc-of-file.ts';
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
  /** All runs; what is damaged is replaced and named in the record. */
  records(): Promise<RunRecord[]>;
  record(id: RunId): Promise<RunRecord | undefined>;
  /** What is stored for a run, not checked. */
  stored(id: RunId): Promise<unknown>;
  /** The model and the checkpoint of a run, damaged or not. */
  blobs(id: RunId): Promise<RunBlobs>;
  /** @throws StudioError BadModel if it is damaged */
  model(id: RunId): Promise<Blob | undefined>;
  /** @throws StudioError BadModel if it is damaged */
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
    records: async () => recordsIn(await open()),
    record: async (id) => recordIn(await open(), id),
    stored: async (id) => (await open()).get('runs', id),
    blobs: async (id) => blobsIn(await open(), id),
    model: async (id) => wholeBlob(await open(), 'model', id),
    checkpoint: async (id) => wholeBlob(await open(), 'checkpoint', id),
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

async function recordsIn(database: StudioDatabase): Promise<RunRecord[]> {
  const { store } = database.transaction('runs');
  const [ids, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
  const records = ids.map((id, i) => readRecord(id, values[i]));
  return Promise.all(records.map((record) => withFoundBlobs(database, record)));
}

async function recordIn(database: StudioDatabase, id: RunId): Promise<RunRecord | undefined> {
  const stored = await database.get('runs', id);
  return stored === undefined ? undefined : withFoundBlobs(database, readRecord(id, stored));
}

/** A model and a checkpoint are found though the fields that describe them are damaged. */
async function withFoundBlobs(database: StudioDatabase, record: RunRecord): Promise<RunRecord> {
  const { id, damaged = [] } = record;
  const find = async (part: keyof typeof STORE_OF) =>
    damaged.includes(part) && record[part] === undefined ? database.get(STORE_OF[part], id) : undefined;
  const [model, checkpoint] = await Promise.all([find('model'), find('checkpoint')]);
  const best = bestOf(record);
  return {
    ...record,
    ...(model && { model: { epoch: best?.epoch ?? 0, f1: best?.dev.overall.f1 ?? 0, bytes: model.size } }),
    ...(checkpoint && { checkpoint: { epoch: record.epochs.length, bytes: checkpoint.size } }),
  };
}

const STORE_OF = { model: 'models', checkpoint: 'checkpoints' } as const;

async function blobsIn(database: StudioDatabase, id: RunId): Promise<RunBlobs> {
  const [model, checkpoint] = await Promise.all([database.get('models', id), database.get('checkpoints', id)]);
  return { model, checkpoint };
}

/** The model or checkpoint of a run, if it has the size and the checksum of its record. A checkpoint has its own checksum. */
async function wholeBlob(database: StudioDatabase, part: keyof typeof STORE_OF, id: RunId): Promise<Blob | undefined> {
  const transaction = database.transaction(['runs', STORE_OF[part]]);
  const [stored, blob] = await Promise.all([
    transaction.objectStore('runs').get(id),
    transaction.objectStore(STORE_OF[part]).get(id),
  ]);
  if (blob === undefined) return undefined;
  const { name, [part]: about } = readRecord(id, stored);
  const reason = await damageOf(blob, about);
  if (reason === undefined) return blob;
  throw new StudioError('BadModel', `The stored ${part} of ${name} is damaged: ${reason}. Train the run again.`);
}

async function damageOf(
  blob: unknown,
  about: RunRecord['model'] | RunRecord['checkpoint'],
): Promise<string | undefined> {
  if (!(blob instanceof Blob)) return 'not a file';
  if (about === undefined) return undefined;
  if (about.bytes !== blob.size) return `${blob.size} bytes instead of ${about.bytes}`;
  const isSame = !('crc' in about) || about.crc === (await crcOfFile(blob));
  return isSame ? undefined : 'not the bytes that were stored';
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
  const stored = await runs.get(record.id);
  const present = stored === undefined ? undefined : readRecord(record.id, stored);
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
            (await runs.getAll()).map((value) => readRecord('', value)),
          ),
        }
      : { ...present, ...changesOf(record, base) };
  const original = originalOf(stored, present);
  const writes = parts.map(([name, blob]) => {
    const store = transaction.objectStore(name);
    return blob === undefined ? store.delete(record.id) : store.put(blob, record.id);
  });
  await Promise.all([
    runs.put({ ...saved, ...(original !== undefined && { original }) }, record.id),
    ...writes,
    transaction.done,
  ]);
  return saved;
}

/** A damaged record as it was first found, which stays stored with the repaired one. */
function originalOf(stored: unknown, present: RunRecord | undefined): unknown {
  if (present?.damaged === undefined) return undefined;
  return (Object(stored) as { original?: unknown }).original ?? stored;
}

/** A free name for a run, since pages that start runs at the same moment give them the same number. Names given by the user are kept. */
function freeName(name: string, others: readonly RunRecord[]): string {
  const isTaken = others.some((other) => other.name === name);
  return isTaken && isRunName(name) ? nextName(others) : name;
}

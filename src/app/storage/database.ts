import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** All runs of this browser, by their ids. */
export interface RunsSchema extends DBSchema {
  /** Records as some version of the page wrote them. */
  runs: { key: string; value: unknown };
  /** Model zips, as Export gives them. */
  models: { key: string; value: Blob };
  /** What a run is resumed from. */
  checkpoints: { key: string; value: Blob };
}
export type RunsDatabase = IDBPDatabase<RunsSchema>;

export const STORES = ['runs', 'models', 'checkpoints'] as const;

const VERSION = 1;

/** @param onClosed called when the browser, or a later version of the page, has closed the connection */
export async function openDatabase(name: string, onClosed: () => void): Promise<RunsDatabase> {
  const database = await openDB<RunsSchema>(name, VERSION, {
    upgrade: (created) => STORES.forEach((store) => created.createObjectStore(store)),
    blocking: () => {
      database.close();
      onClosed();
    },
    terminated: onClosed,
  });
  return database;
}

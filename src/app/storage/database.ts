import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** What this browser keeps. Values are as some version of the page wrote them. */
export interface StudioSchema extends DBSchema {
  /** All runs, by their ids. */
  runs: { key: string; value: unknown };
  /** Model zips, as Export gives them. */
  models: { key: string; value: Blob };
  /** What a run is resumed from. */
  checkpoints: { key: string; value: Blob };
  /** All annotation sets, by their ids. */
  sets: { key: string; value: unknown };
  /** The lines of their logs, by the id of the set and the number of the line. */
  'set-log': { key: [set: string, line: number]; value: unknown };
  /** The states of the models that learn from them, by the ids of the sets. */
  learners: { key: string; value: unknown };
  /** What the pages of this browser have loaded, by the ids of the pages. */
  workspaces: { key: string; value: unknown };
  /** Its files, by the id of the page and their names. */
  files: { key: [workspace: string, name: string]; value: Blob | FileSystemFileHandle };
}
export type StudioDatabase = IDBPDatabase<StudioSchema>;

export const RUN_STORES = ['runs', 'models', 'checkpoints'] as const;
export const SET_STORES = ['sets', 'set-log'] as const;
export const WORKSPACE_STORES = ['workspaces', 'files'] as const;

/** 1: runs. 2: annotation sets. 3: workspaces. 4: learners. */
const VERSION = 4;

/** @param onClosed called when the browser, or a later version of the page, has closed the connection */
export async function openDatabase(name: string, onClosed: () => void): Promise<StudioDatabase> {
  const database = await openDB<StudioSchema>(name, VERSION, {
    upgrade: (changed, before) => {
      if (before < 1) RUN_STORES.forEach((store) => changed.createObjectStore(store));
      if (before < 2) SET_STORES.forEach((store) => changed.createObjectStore(store));
      if (before < 3) WORKSPACE_STORES.forEach((store) => changed.createObjectStore(store));
      if (before < 4) changed.createObjectStore('learners');
    },
    blocking: () => {
      database.close();
      onClosed();
    },
    terminated: onClosed,
  });
  return database;
}

/** The database, opened when it is first needed, and again after it was closed. */
export function databaseOpener(name: string): () => Promise<StudioDatabase> {
  let opened: Promise<StudioDatabase> | undefined;
  const forget = () => {
    opened = undefined;
  };
  return () => {
    opened ??= openDatabase(name, forget).catch((error: unknown) => {
      forget(); // the next attempt may succeed
      throw error;
    });
    return opened;
  };
}

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** The schema of the database. Values may come from any version of the page. */
export interface StudioSchema extends DBSchema {
  /** All runs, by id. */
  runs: { key: string; value: unknown };
  /** Exported model zips. */
  models: { key: string; value: Blob };
  /** Checkpoints of unfinished runs. */
  checkpoints: { key: string; value: Blob };
  /** All annotation sets, by id. */
  sets: { key: string; value: unknown };
  /** Entries of their logs, by id of the set and index. */
  'set-log': { key: [set: string, line: number]; value: unknown };
  /** Learners, by id of the set. */
  learners: { key: string; value: unknown };
  /** Workspaces of the pages of this browser, by id. */
  workspaces: { key: string; value: unknown };
  /** Files of workspaces, by id of the workspace and name. */
  files: { key: [workspace: string, name: string]; value: Blob | FileSystemFileHandle };
}
export type StudioDatabase = IDBPDatabase<StudioSchema>;

export const RUN_STORES = ['runs', 'models', 'checkpoints'] as const;
export const SET_STORES = ['sets', 'set-log'] as const;
export const WORKSPACE_STORES = ['workspaces', 'files'] as const;
const STORES = [...RUN_STORES, ...SET_STORES, 'learners', ...WORKSPACE_STORES] as const;

/** A change of the stores is a new version, with an upgrade from the one before. */
const VERSION = 1;

/** @param onClosed called when the browser, or a later version of the page, has closed the connection */
export async function openDatabase(name: string, onClosed: () => void): Promise<StudioDatabase> {
  const database = await openDB<StudioSchema>(name, VERSION, {
    upgrade: (created) => STORES.forEach((store) => created.createObjectStore(store)),
    blocking: () => {
      database.close();
      onClosed();
    },
    terminated: onClosed,
  });
  return database;
}

/** Opens the database on first use, and reopens it after it was closed. */
export function databaseOpener(name: string): () => Promise<StudioDatabase> {
  let opened: Promise<StudioDatabase> | undefined;
  const forget = () => {
    opened = undefined;
  };
  return () => {
    opened ??= openDatabase(name, forget).catch((error: unknown) => {
      forget(); // so that the next attempt can succeed
      throw error;
    });
    return opened;
  };
}

import type { KeptWorkspace } from '../stores/kept-workspace.ts';
import { databaseOpener, WORKSPACE_STORES } from './database.ts';
import { readWorkspace } from './stored-workspace.ts';

type WorkspaceId = KeptWorkspace['id'];
/** A copy of a file, or the right to read the one on the disk. */
export type KeptFile = Blob | FileSystemFileHandle;

/** Where workspaces stay while their pages are closed. Each method does all that it says, or rejects and does nothing. */
export interface WorkspaceStorage {
  /** Those that this version of the page can read, the latest first. */
  all(): Promise<KeptWorkspace[]>;
  file(id: WorkspaceId, name: string): Promise<KeptFile | undefined>;
  /** Writes a workspace with files that are new, and deletes the files that are none of its sources. */
  save(workspace: KeptWorkspace, files: ReadonlyMap<string, KeptFile>): Promise<void>;
  delete(ids: readonly WorkspaceId[]): Promise<void>;
  deleteAll(): Promise<void>;
}

/** In the browser's database of this origin. @param name of another one, for tests */
export function workspaceStorage(name = 'tagsmith'): WorkspaceStorage {
  const open = databaseOpener(name);
  return {
    all: async () => {
      const all = (await (await open()).getAll('workspaces')).flatMap((value) => readWorkspace(value) ?? []);
      return all.sort((a, b) => b.changedAt - a.changedAt);
    },
    file: async (id, file) => (await open()).get('files', [id, file]),
    save: async (workspace, files) => {
      const { id, sources } = workspace;
      const transaction = (await open()).transaction(WORKSPACE_STORES, 'readwrite');
      const store = transaction.objectStore('files');
      const names = new Set(sources.map((source) => source.name));
      const gone = (await store.getAllKeys(filesOf(id))).filter(([, file]) => !names.has(file));
      await Promise.all([
        transaction.objectStore('workspaces').put(workspace, id),
        ...gone.map((key) => store.delete(key)),
        ...[...files].map(([file, contents]) => store.put(contents, [id, file])),
        transaction.done,
      ]);
    },
    delete: async (ids) => {
      const transaction = (await open()).transaction(WORKSPACE_STORES, 'readwrite');
      const deletions = ids.flatMap((id) => [
        transaction.objectStore('workspaces').delete(id),
        transaction.objectStore('files').delete(filesOf(id)),
      ]);
      await Promise.all([...deletions, transaction.done]);
    },
    deleteAll: async () => {
      const transaction = (await open()).transaction(WORKSPACE_STORES, 'readwrite');
      await Promise.all([...WORKSPACE_STORES.map((store) => transaction.objectStore(store).clear()), transaction.done]);
    },
  };
}

/** All files of a workspace: names come after the empty one, and arrays after all names. */
const filesOf = (id: WorkspaceId) => IDBKeyRange.bound([id, ''], [id, []]);

import type { IDBPObjectStore } from 'idb';
import type { Milliseconds } from '../../lib/units.ts';
import type { KeptSource, KeptWorkspace } from './workspace/store.ts';
import { databaseOpener, WORKSPACE_STORES, type StudioSchema } from './database.ts';
import { readWorkspace } from './stored-workspace.ts';

type WorkspaceId = KeptWorkspace['id'];
/** A copy of a file, or a handle to the file on the disk. */
export type KeptFile = Blob | FileSystemFileHandle;

/** Storage of workspaces. Each method is atomic: if it rejects, nothing has changed. */
export interface WorkspaceStorage {
  /** All workspaces, latest first, those without a readable time last. What is damaged is left out and named in them; their files are found without a record. */
  all(): Promise<KeptWorkspace[]>;
  file(id: WorkspaceId, name: string): Promise<KeptFile | undefined>;
  /** Writes a workspace and its new files, and deletes files that are no longer among its sources. */
  save(workspace: KeptWorkspace, files: ReadonlyMap<string, KeptFile>): Promise<void>;
  /** Notes when workspaces were found without a readable time, and changes nothing else of what is stored of them. */
  noteFound(ids: readonly WorkspaceId[], foundAt: Milliseconds): Promise<void>;
  delete(ids: readonly WorkspaceId[]): Promise<void>;
  deleteAll(): Promise<void>;
}

/** Storage in the database of this origin. @param name of the database; tests use others */
export function workspaceStorage(name = 'tagsmith'): WorkspaceStorage {
  const open = databaseOpener(name);
  return {
    all: async () => {
      const transaction = (await open()).transaction(WORKSPACE_STORES);
      const workspaces = transaction.objectStore('workspaces');
      const files = transaction.objectStore('files');
      const [ids, values, keys] = await Promise.all([workspaces.getAllKeys(), workspaces.getAll(), files.getAllKeys()]);
      const stored = new Map<WorkspaceId, unknown>(keys.filter(Array.isArray).map(([id]) => [id, undefined])); // a lost one
      ids.forEach((id, i) => stored.set(id, values[i]));
      const read = [...stored].map(async ([id, value]) => {
        const workspace = readWorkspace(id, value);
        const found = workspace.damaged?.includes('sources') ? await foundFiles(files, workspace) : [];
        return { ...workspace, sources: [...workspace.sources, ...found] };
      });
      const all = await Promise.all(read);
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
    noteFound: async (ids, foundAt) => {
      const transaction = (await open()).transaction('workspaces', 'readwrite');
      for (const id of ids) {
        const stored: unknown = await transaction.store.get(id);
        const fields = typeof stored === 'object' ? stored : { stored };
        await transaction.store.put({ ...fields, foundAt }, id);
      }
      await transaction.done;
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

/** The stored files of a workspace that its damaged list of files lacks. */
async function foundFiles(
  store: IDBPObjectStore<StudioSchema, typeof WORKSPACE_STORES, 'files'>,
  { id, sources }: KeptWorkspace,
): Promise<KeptSource[]> {
  const [keys, files] = await Promise.all([store.getAllKeys(filesOf(id)), store.getAll(filesOf(id))]);
  const found = keys.map(([, name], i): KeptSource => {
    const file = files[i];
    return file instanceof Blob ? { name, bytes: file.size, kept: 'copy' } : { name, bytes: 0, kept: 'handle' };
  });
  return found.filter(({ name }) => sources.every((source) => source.name !== name));
}

/** The key range of all files of a workspace: names sort after the empty string, and arrays after all strings. */
const filesOf = (id: WorkspaceId) => IDBKeyRange.bound([id, ''], [id, []]);

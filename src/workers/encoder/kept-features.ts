import type { FeatureFile } from '../../encoder/feature-store.ts';
import { sha256 } from '../../lib/sha256.ts';

/** Folder in the origin private file system. */
const FOLDER = 'features';

/** Maximum number of files, one per encoder, layers and pooling. The oldest are deleted. */
const MAX_FILES = 3;

/**
 * Opens the file that caches features. Workers only.
 *
 * @param key see `featureKey`
 * @returns undefined if the file system is unavailable or full, or another page has the file open
 */
export async function openFeatureFile(key: string): Promise<FeatureFile | undefined> {
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
    const name = await fileName(key);
    await deleteOldest(folder, name);
    const handle = await (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
    let isFull = false;
    return {
      read: () => {
        const bytes = new Uint8Array(handle.getSize());
        handle.read(bytes, { at: 0 });
        return Promise.resolve(bytes);
      },
      write: (at, bytes) => {
        try {
          if (isFull) return Promise.resolve();
          handle.truncate(at);
          handle.write(bytes, { at });
          handle.flush();
        } catch {
          isFull = true; // the quota is exceeded; earlier data remain
        }
        return Promise.resolve();
      },
      close: () => Promise.resolve(handle.close()),
    };
  } catch {
    return undefined; // features will be recomputed
  }
}

async function fileName(key: string): Promise<string> {
  return (await sha256(new TextEncoder().encode(key))).slice(0, 24);
}

async function deleteOldest(folder: FileSystemDirectoryHandle, kept: string): Promise<void> {
  const others: { name: string; at: number }[] = [];
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind !== 'file' || name === kept) continue;
    const file = await (handle as FileSystemFileHandle).getFile();
    others.push({ name, at: file.lastModified });
  }
  const surplus = others.toSorted((a, b) => b.at - a.at).slice(MAX_FILES - 1);
  for (const { name } of surplus) await folder.removeEntry(name).catch(() => undefined); // in use elsewhere
}

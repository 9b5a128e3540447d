import { distinctFileNames, stemOf } from '../../lib/distinct-name.ts';
import { noticeAdded } from '../stores/notices.ts';
import { useWorkspaceStore } from '../stores/workspace.ts';
import { crcOfFile } from './crc-of-file.ts';
import { keptFiles } from './kept-files.ts';

/**
 * Renames files that have the name of a loaded corpus, text or list, so that they can be told apart, and all be stored. Files that are
 * loaded already, under the same name with the same contents, are left out, with a notice.
 */
export async function distinctFiles(added: readonly File[]): Promise<File[]> {
  const taken = new Set(loadedNames());
  const loaded = await Promise.all(added.map(isKept));
  // Files that differ only in their extension belong together.
  const again = new Set(
    added.filter(({ name }) => {
      const group = added.flatMap((file, i) => (stemOf(file.name) === stemOf(name) ? [{ name: file.name, i }] : []));
      return group.every(({ i }) => loaded[i]) && group.some((file) => taken.has(file.name));
    }),
  );
  mentionLoaded([...again].map(({ name }) => name));
  const files = added.filter((file) => !again.has(file));
  const names = distinctFileNames(
    files.map(({ name }) => name),
    taken,
  );
  return files.map((file, i) => keptFiles.renamed(file, names[i]!));
}

function loadedNames(): string[] {
  const { files, texts, lists } = useWorkspaceStore.getState().workspace;
  return [...files, ...texts, ...lists].map(({ name }) => name);
}

/** Whether the page has this file, with the same name and contents. */
async function isKept(file: File): Promise<boolean> {
  const kept = keptFiles.named(file.name);
  if (kept?.size !== file.size) return false;
  try {
    return (await crcOfFile(kept)) === (await crcOfFile(file));
  } catch {
    return false; // one of them has changed on the disk, which is reported when it is read
  }
}

function mentionLoaded(names: readonly string[]): void {
  if (names.length === 0) return;
  noticeAdded({
    kind: 'note',
    title: `Already loaded: ${names.join(', ')}`,
    message:
      'The file is the same as the loaded one, and was not added again. Its role is chosen in the list of files.',
    holds: () => names.some((name) => loadedNames().includes(name)),
  });
}

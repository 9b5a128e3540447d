import { archiveOfFolders } from '../../data/corpora/containers/folder-archive.ts';
import { serializeError } from '../../lib/errors.ts';
import { failureReported } from '../stores/notices.ts';
import { keptFiles } from './kept-files.ts';

export interface Dropped {
  files: File[];
  /** Paths of files that could not be read. */
  unreadable: string[];
  /** Paths of files in folders, from the dropped folder on. */
  paths: ReadonlyMap<File, string>;
}

interface DroppedEntry {
  entry: FileSystemEntry;
  handle: Promise<FileSystemHandle | null> | undefined;
}

/** The files of dropped entries, and those in folders among them. */
export async function filesOf(entries: readonly DroppedEntry[]): Promise<Dropped> {
  return together(
    await Promise.all(
      entries.map(async ({ entry, handle }) => {
        const dropped = await read(entry);
        await rememberHandle(dropped.files, handle);
        return dropped;
      }),
    ),
  );
}

async function rememberHandle(files: readonly File[], asked: Promise<FileSystemHandle | null> | undefined) {
  const handle = await asked?.catch(() => undefined); // without a handle the file is copied
  const [file] = files;
  if (file !== undefined && handle?.kind === 'file') keptFiles.rememberHandle(file, handle as FileSystemFileHandle);
}

async function read(entry: FileSystemEntry): Promise<Dropped> {
  const nothing = { files: [], unreadable: [], paths: new Map<File, string>() };
  if (entry.name.startsWith('.')) return nothing;
  const path = entry.fullPath.replace(/^\//, '');
  try {
    if (!entry.isFile)
      return together(await Promise.all((await entriesOf(entry as FileSystemDirectoryEntry)).map(read)));
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return { files: [file], unreadable: [], paths: new Map<File, string>(path.includes('/') ? [[file, path]] : []) };
  } catch {
    return { ...nothing, unreadable: [path] };
  }
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  // A reader returns at most a hundred entries at a time, and an empty list at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return entries;
    entries.push(...some);
  }
}

function together(parts: readonly Dropped[]): Dropped {
  return {
    files: parts.flatMap(({ files }) => files),
    unreadable: parts.flatMap(({ unreadable }) => unreadable),
    paths: new Map(parts.flatMap(({ paths }) => [...paths])),
  };
}

/** Names of unreadable files in a message: all files of a folder may have been moved. */
const MOST_NAMES = 10;

/**
 * A drop with files whose folders say what they are as one zip archive, which has their paths: a file by itself has only its name. Other files
 * stay as they are. What cannot be used is reported.
 */
export async function withArchive(dropped: Dropped): Promise<Dropped> {
  const { files, paths, unreadable } = dropped;
  const inFolders = files.flatMap((file) => {
    const path = paths.get(file);
    return path === undefined ? [] : [{ file, path }];
  });
  const found = await archiveOfFolders(inFolders);
  if (found === undefined) return dropped;
  if (found.refusal !== undefined) failureReported('read the folder', serializeError(found.refusal));
  const lost = [...unreadable, ...found.unreadable];
  const named =
    lost.length > MOST_NAMES ? [...lost.slice(0, MOST_NAMES), `and ${lost.length - MOST_NAMES} more`] : lost;
  return { ...dropped, files: [...found.files, ...files.filter((file) => !found.packed.has(file))], unreadable: named };
}

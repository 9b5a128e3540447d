import { keptFiles } from './kept-files.ts';

interface Dropped {
  files: File[];
  /** Paths of files that could not be read. */
  unreadable: string[];
}

/** All files of a drop, including those in folders, except hidden files. */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  // The items are invalid after the first await, so all entries are read synchronously.
  const items = [...transfer.items].map((item: HandleItem) => ({
    entry: item.webkitGetAsEntry(),
    handle: item.getAsFileSystemHandle?.(),
  }));
  const entries = items.flatMap(({ entry, handle }) => (entry === null ? [] : [{ entry, handle }]));
  if (entries.length === 0) return { files: [...transfer.files], unreadable: [] };
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

/** Some browsers provide handles for rereading dropped files after the page was closed. */
interface HandleItem extends DataTransferItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}

async function rememberHandle(files: readonly File[], asked: Promise<FileSystemHandle | null> | undefined) {
  const handle = await asked?.catch(() => undefined); // without a handle the file is copied
  const [file] = files;
  if (file !== undefined && handle?.kind === 'file') keptFiles.rememberHandle(file, handle as FileSystemFileHandle);
}

async function read(entry: FileSystemEntry): Promise<Dropped> {
  if (entry.name.startsWith('.')) return { files: [], unreadable: [] };
  try {
    if (!entry.isFile)
      return together(await Promise.all((await entriesOf(entry as FileSystemDirectoryEntry)).map(read)));
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return { files: [file], unreadable: [] };
  } catch {
    return { files: [], unreadable: [entry.fullPath.replace(/^\//, '')] };
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
  return { files: parts.flatMap(({ files }) => files), unreadable: parts.flatMap(({ unreadable }) => unreadable) };
}

interface Dropped {
  files: File[];
  /** Paths of files that could not be read. */
  unreadable: string[];
}

/** All files of a drop, also those in folders; not the hidden ones. */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  // The items are gone after the first await, so all entries are read at once.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return { files: [...transfer.files], unreadable: [] };
  return together(await Promise.all(entries.map(read)));
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
  // A reader gives at most a hundred entries at a time, then none.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return entries;
    entries.push(...some);
  }
}

function together(parts: readonly Dropped[]): Dropped {
  return { files: parts.flatMap(({ files }) => files), unreadable: parts.flatMap(({ unreadable }) => unreadable) };
}

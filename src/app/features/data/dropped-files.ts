/** All files of a drop, those in dropped folders among them; hidden ones are left where they are. */
export async function droppedFiles(transfer: DataTransfer | null): Promise<File[]> {
  if (transfer === null) return [];
  // The items are gone after the first await: all entries are asked for at once.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return [...transfer.files];
  return (await Promise.all(entries.map(filesOf))).flat();
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.name.startsWith('.')) return [];
  if (entry.isFile)
    return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: File[] = [];
  // A reader gives at most a hundred entries at a time, and none at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    files.push(...(await Promise.all(entries.map(filesOf))).flat());
  }
}

import type { Dropped } from './dropped-entries.ts';

/** All files of a drop, including those in folders, except hidden files. */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  // The items are invalid after the first await, so all entries are read synchronously.
  const items = [...transfer.items].map((item: HandleItem) => ({
    entry: item.webkitGetAsEntry(),
    handle: item.getAsFileSystemHandle?.(),
  }));
  const entries = items.flatMap(({ entry, handle }) => (entry === null ? [] : [{ entry, handle }]));
  if (entries.length === 0) return { files: [...transfer.files], unreadable: [], paths: new Map() };
  const { filesOf } = await import('./dropped-entries.ts');
  return filesOf(entries);
}

/** Some browsers provide handles for rereading dropped files after the page was closed. */
interface HandleItem extends DataTransferItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}

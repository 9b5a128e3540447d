import type { ArchivedFile } from '../../src/data/files/unpack-zip.ts';

/** A file as it is in an archive or a folder. @param name as it is shown */
export function packedFile(path: string, content: BlobPart, name = path): ArchivedFile {
  return { name, path, open: () => Promise.resolve(new File([content], name)) };
}

/** Files by their paths. */
export function packedFiles(contents: Readonly<Record<string, BlobPart>>): ArchivedFile[] {
  return Object.entries(contents).map(([path, content]) => packedFile(path, content));
}

import type { RandomAccessFile } from '../../data/files/random-access-file.ts';
import { listPackedFiles, type ArchivedFile } from '../../data/files/unpack-zip.ts';
import { listZipEntries } from '../../data/files/zip.ts';
import { StudioError } from '../../lib/errors.ts';

/** Directories, hidden files, and what macOS adds. */
const BESIDES = /\/$|^__MACOSX\/|(^|\/)\.[^/]*$/;

/**
 * The files of a zip archive of documents, to be unpacked one at a time.
 *
 * @throws StudioError BadInput if it has no files, is a document itself, or exceeds a limit
 */
export async function packedDocuments(archive: RandomAccessFile, signal: AbortSignal): Promise<ArchivedFile[]> {
  const entries = await listZipEntries(archive);
  const names = entries.filter((name) => !BESIDES.test(name));
  if (names.length === 0) throw new StudioError('BadInput', `${archive.name} is no zip archive, or has no files.`);
  return listPackedFiles(archive, names, { signal, onBytes: () => undefined });
}

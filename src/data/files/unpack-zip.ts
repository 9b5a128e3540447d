import { crc32Of } from '../../lib/crc32.ts';
import { StudioError, throwIfAborted } from '../../lib/errors.ts';
import { groupBy } from '../../lib/group-by.ts';
import type { Bytes } from '../../lib/units.ts';
import { requireWithin } from './limits.ts';
import { chunksOf, type RandomAccessFile } from './random-access-file.ts';
import { openZipEntry, readZipEntries, ZIP_METHODS, type ZipEntry } from './zip.ts';

export interface UnpackOptions {
  signal: AbortSignal;
  /** Called with the total number of bytes unpacked so far. */
  onBytes: (bytes: Bytes) => void;
}

/** A file in a zip archive that has not been unpacked yet. */
export interface PackedFile {
  /** Without the folders of the archive, unless another file in it has the same name. */
  name: string;
  /**
   * Unpacks the file.
   *
   * @throws StudioError BadInput if it cannot be unpacked, or the files of the archive exceed their limit in total; Cancelled
   */
  open: () => Promise<File>;
}

/** With its path in the archive, with forward slashes. */
export interface ArchivedFile extends PackedFile {
  path: string;
}

/**
 * Lists the files of a zip archive, which can then be unpacked one at a time.
 *
 * @param names of the files to list
 * @throws StudioError BadInput if their total size, as stated in the archive, exceeds the limit
 */
export async function listPackedFiles(
  archive: RandomAccessFile,
  names: readonly string[],
  { signal, onBytes }: UnpackOptions,
): Promise<ArchivedFile[]> {
  const wanted = new Set(names);
  const entries = (await readZipEntries(archive)).filter(({ name }) => wanted.has(name));
  const declared = entries.reduce((sum, { size }) => sum + size, 0);
  requireWithin('unpackedBytes', declared, archive.name);
  let total: Bytes = 0;
  const unpacked = new Map<ZipEntry, Bytes>(); // an entry that is unpacked again counts once
  const unpack = async (entry: ZipEntry, name: string) => {
    total -= unpacked.get(entry) ?? 0;
    let size: Bytes = 0;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const checksum = crc32Of();
    for await (const part of partsOf(archive, entry)) {
      throwIfAborted(signal);
      total += part.length;
      unpacked.set(entry, (size += part.length));
      requireWithin('unpackedBytes', total, archive.name); // the size stated in the archive may be wrong
      checksum.update(part);
      parts.push(part);
      onBytes(total);
    }
    if (checksum.value() !== entry.checksum) throw unreadable(archive, entry, 'its checksum is wrong');
    return new File(parts, name);
  };
  const baseOf = (path: string) => path.split('/').at(-1)!;
  const alike = groupBy(entries, ({ name }) => baseOf(name));
  return entries.map((entry) => {
    const base = baseOf(entry.name);
    const name = alike.get(base)!.length === 1 ? base : entry.name;
    return { name, path: entry.name, open: () => unpack(entry, name) };
  });
}

async function* partsOf(archive: RandomAccessFile, entry: ZipEntry): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (entry.encrypted) throw unreadable(archive, entry, 'it is encrypted');
  if (entry.method !== ZIP_METHODS.stored && entry.method !== ZIP_METHODS.deflated)
    throw unreadable(archive, entry, `it is compressed with method ${entry.method}`);
  try {
    yield* chunksOf(await openZipEntry(archive, entry));
  } catch (cause) {
    if (cause instanceof StudioError) throw cause;
    throw unreadable(archive, entry, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function unreadable(archive: RandomAccessFile, { name }: ZipEntry, reason: string, cause?: unknown): StudioError {
  return new StudioError(
    'BadInput',
    `${name} in ${archive.name} cannot be unpacked: ${reason}. Unpack the archive with another program and add its files.`,
    { cause },
  );
}

import { StudioError } from '../../lib/errors.ts';
import type { Bytes } from '../../lib/units.ts';
import { inflate } from './inflate.ts';
import { requireWithin } from './limits.ts';
import { readHead, type RandomAccessFile } from './random-access-file.ts';

/** A file in a zip archive. */
export interface ZipEntry {
  name: string;
  /** See `ZIP_METHODS`. */
  method: number;
  encrypted: boolean;
  compressedSize: Bytes;
  /** Decompressed size, as stated in the archive. */
  size: Bytes;
  /** CRC-32 of the decompressed bytes. */
  checksum: number;
  /** Offset of its local header, in bytes. */
  offset: number;
}

export const ZIP_METHODS = { stored: 0, deflated: 8 } as const;

// Signatures and sizes of records: PKWARE APPNOTE.TXT 6.3, §4.3.
const END_SIGNATURE = 0x06054b50;
const END_SIZE = 22;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_LOCATOR_SIZE = 20;
const ZIP64_END_SIGNATURE = 0x06064b50;
const ZIP64_END_SIZE = 56;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_SIZE = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_SIZE = 30;
const LONGEST_COMMENT = 0xffff;
const ZIP64_EXTRA = 0x0001;
const IN_ZIP64_EXTRA = 0xffffffff;
const ENCRYPTED_FLAG = 1;

/** Whether a file with these first bytes is a zip archive. */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5);
}

/** Names of the files in a zip archive; empty if the file is not one. */
export async function listZipEntries(file: RandomAccessFile): Promise<string[]> {
  return isZip(await readHead(file)) ? (await readZipEntries(file)).map(({ name }) => name) : [];
}

/**
 * The files of a zip archive, without directories. Reads the central directory, which has the sizes even if the archive was
 * written as a stream.
 *
 * @throws StudioError BadVectors if the archive is damaged, BadInput if it has too many files
 */
export async function readZipEntries(file: RandomAccessFile): Promise<ZipEntry[]> {
  const directory = await readDirectory(file);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + ENTRY_SIZE <= directory.byteLength && directory.getUint32(at, true) === ENTRY_SIGNATURE;) {
    const nameLength = directory.getUint16(at + 28, true);
    requireWithin('nameBytes', nameLength, file.name);
    const extraLength = directory.getUint16(at + 30, true);
    const next = at + ENTRY_SIZE + nameLength + extraLength + directory.getUint16(at + 32, true);
    if (next > directory.byteLength) throw damaged(file, 'its central directory is truncated');
    const name = new TextDecoder().decode(
      new Uint8Array(directory.buffer, directory.byteOffset + at + ENTRY_SIZE, nameLength),
    );
    if (!name.endsWith('/')) {
      requireWithin('archiveFiles', entries.length + 1, file.name);
      entries.push({
        name,
        method: directory.getUint16(at + 10, true),
        encrypted: (directory.getUint16(at + 8, true) & ENCRYPTED_FLAG) !== 0,
        checksum: directory.getUint32(at + 16, true),
        ...readSizeAndOffset(directory, at, nameLength, extraLength),
      });
    }
    at = next;
  }
  return entries;
}

/** The decompressed bytes of an entry, which must be stored or deflated. */
export async function openZipEntry(
  file: RandomAccessFile,
  entry: ZipEntry,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const compressed = await sliceZipEntry(file, entry);
  const stream = compressed.slice(0, compressed.size).stream();
  const format = compressionOf(entry);
  return format === undefined ? stream : inflate(stream, format);
}

export function compressionOf({ method }: ZipEntry): CompressionFormat | undefined {
  return method === ZIP_METHODS.deflated ? 'deflate-raw' : undefined;
}

/** The compressed bytes of an entry, as a file. */
export async function sliceZipEntry(
  file: RandomAccessFile,
  { name, offset, compressedSize }: ZipEntry,
): Promise<RandomAccessFile> {
  const header = await view(file, offset, offset + LOCAL_SIZE);
  if (header.byteLength < LOCAL_SIZE || header.getUint32(0, true) !== LOCAL_SIGNATURE)
    throw damaged(file, `${name} is not at the offset given in the central directory`);
  const start = offset + LOCAL_SIZE + header.getUint16(26, true) + header.getUint16(28, true);
  if (start + compressedSize > file.size) throw damaged(file, `${name} is truncated`);
  return {
    name,
    size: compressedSize,
    slice: (from, to) => file.slice(start + from, start + Math.min(to, compressedSize)),
  };
}

async function readDirectory(file: RandomAccessFile): Promise<DataView> {
  const tailStart = Math.max(0, file.size - END_SIZE - LONGEST_COMMENT);
  const tail = await view(file, tailStart, file.size);
  let end = tail.byteLength - END_SIZE;
  while (end >= 0 && tail.getUint32(end, true) !== END_SIGNATURE) end--;
  if (end < 0) throw damaged(file, 'its end record is missing');
  let size = tail.getUint32(end + 12, true);
  let offset = tail.getUint32(end + 16, true);
  const locator = end - ZIP64_LOCATOR_SIZE;
  if (locator >= 0 && tail.getUint32(locator, true) === ZIP64_LOCATOR_SIGNATURE) {
    const zip64Start = readUint64(tail, locator + 8);
    const zip64End = await view(file, zip64Start, zip64Start + ZIP64_END_SIZE);
    if (zip64End.byteLength < ZIP64_END_SIZE || zip64End.getUint32(0, true) !== ZIP64_END_SIGNATURE)
      throw damaged(file, 'its ZIP64 end record is damaged');
    size = readUint64(zip64End, 40);
    offset = readUint64(zip64End, 48);
  }
  requireWithin('directoryBytes', size, file.name);
  return view(file, offset, offset + size);
}

/** Values beyond 4 GiB are in the ZIP64 extra field, in this order, each only if the regular field cannot hold it. */
function readSizeAndOffset(
  directory: DataView,
  at: number,
  nameLength: number,
  extraLength: number,
): Pick<ZipEntry, 'compressedSize' | 'size' | 'offset'> {
  let compressedSize = directory.getUint32(at + 20, true);
  let size = directory.getUint32(at + 24, true);
  let offset = directory.getUint32(at + 42, true);
  const end = at + ENTRY_SIZE + nameLength + extraLength;
  for (let extra = at + ENTRY_SIZE + nameLength; extra + 4 <= end; extra += 4 + directory.getUint16(extra + 2, true)) {
    if (directory.getUint16(extra, true) !== ZIP64_EXTRA) continue;
    let field = extra + 4;
    if (size === IN_ZIP64_EXTRA) {
      size = readUint64(directory, field);
      field += 8;
    }
    if (compressedSize === IN_ZIP64_EXTRA) {
      compressedSize = readUint64(directory, field);
      field += 8;
    }
    if (offset === IN_ZIP64_EXTRA) offset = readUint64(directory, field);
  }
  return { compressedSize, size, offset };
}

function readUint64(data: DataView, at: number): number {
  return Number(data.getBigUint64(at, true));
}

async function view(file: RandomAccessFile, start: number, end: number): Promise<DataView> {
  return new DataView(await file.slice(start, end).arrayBuffer());
}

function damaged(file: RandomAccessFile, reason: string): StudioError {
  return new StudioError('BadVectors', `${file.name} is not a complete zip archive: ${reason}. Download it again.`);
}

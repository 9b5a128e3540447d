import { StudioError } from '../../lib/errors.ts';
import type { RandomAccessFile } from './source.ts';

/** One file inside a zip. */
export interface ZipEntry {
  name: string;
  /** 0: stored, 8: deflated. */
  method: number;
  encrypted: boolean;
  compressedSize: number;
  /** Where its local header begins. */
  offset: number;
}

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

/**
 * The files of a zip (directories left out), from its central directory: sizes are right even where it was written as a
 * stream.
 */
export async function readZipEntries(file: RandomAccessFile): Promise<ZipEntry[]> {
  const directory = await readDirectory(file);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + ENTRY_SIZE <= directory.byteLength && directory.getUint32(at, true) === ENTRY_SIGNATURE;) {
    const nameLength = directory.getUint16(at + 28, true);
    const extraLength = directory.getUint16(at + 30, true);
    const next = at + ENTRY_SIZE + nameLength + extraLength + directory.getUint16(at + 32, true);
    if (next > directory.byteLength) throw damaged(file, 'its list of files is cut off');
    const name = new TextDecoder().decode(
      new Uint8Array(directory.buffer, directory.byteOffset + at + ENTRY_SIZE, nameLength),
    );
    if (!name.endsWith('/')) {
      entries.push({
        name,
        method: directory.getUint16(at + 10, true),
        encrypted: (directory.getUint16(at + 8, true) & ENCRYPTED_FLAG) !== 0,
        ...readPlace(directory, at, nameLength, extraLength),
      });
    }
    at = next;
  }
  return entries;
}

/** The bytes of an entry as they are stored. */
export async function sliceZipEntry(
  file: RandomAccessFile,
  { name, offset, compressedSize }: ZipEntry,
): Promise<RandomAccessFile> {
  const header = await view(file, offset, offset + LOCAL_SIZE);
  if (header.byteLength < LOCAL_SIZE || header.getUint32(0, true) !== LOCAL_SIGNATURE)
    throw damaged(file, `${name} is not where the list of files says`);
  const start = offset + LOCAL_SIZE + header.getUint16(26, true) + header.getUint16(28, true);
  if (start + compressedSize > file.size) throw damaged(file, `${name} is cut off`);
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
  if (end < 0) throw damaged(file, 'its end is missing');
  let size = tail.getUint32(end + 12, true);
  let offset = tail.getUint32(end + 16, true);
  const locator = end - ZIP64_LOCATOR_SIZE;
  if (locator >= 0 && tail.getUint32(locator, true) === ZIP64_LOCATOR_SIGNATURE) {
    const zip64Start = readUint64(tail, locator + 8);
    const zip64End = await view(file, zip64Start, zip64Start + ZIP64_END_SIZE);
    if (zip64End.byteLength < ZIP64_END_SIZE || zip64End.getUint32(0, true) !== ZIP64_END_SIGNATURE)
      throw damaged(file, 'its end is damaged');
    size = readUint64(zip64End, 40);
    offset = readUint64(zip64End, 48);
  }
  return view(file, offset, offset + size);
}

/** Size and offset of an entry; past 4 GiB they stand in the extra field, in this order, each only where it is needed. */
function readPlace(
  directory: DataView,
  at: number,
  nameLength: number,
  extraLength: number,
): Pick<ZipEntry, 'compressedSize' | 'offset'> {
  let compressedSize = directory.getUint32(at + 20, true);
  let offset = directory.getUint32(at + 42, true);
  const end = at + ENTRY_SIZE + nameLength + extraLength;
  for (let extra = at + ENTRY_SIZE + nameLength; extra + 4 <= end; extra += 4 + directory.getUint16(extra + 2, true)) {
    if (directory.getUint16(extra, true) !== ZIP64_EXTRA) continue;
    let field = extra + 4;
    if (directory.getUint32(at + 24, true) === IN_ZIP64_EXTRA) field += 8; // the uncompressed size
    if (compressedSize === IN_ZIP64_EXTRA) {
      compressedSize = readUint64(directory, field);
      field += 8;
    }
    if (offset === IN_ZIP64_EXTRA) offset = readUint64(directory, field);
  }
  return { compressedSize, offset };
}

function readUint64(data: DataView, at: number): number {
  return Number(data.getBigUint64(at, true));
}

async function view(file: RandomAccessFile, start: number, end: number): Promise<DataView> {
  return new DataView(await file.slice(start, end).arrayBuffer());
}

function damaged(file: RandomAccessFile, what: string): StudioError {
  return new StudioError('BadVectors', `${file.name} is not a whole zip file: ${what}. Download it again.`);
}

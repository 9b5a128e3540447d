import { StudioError } from '../../lib/errors.ts';
import type { Bytes } from '../../lib/units.ts';
import { inflate } from '../files/inflate.ts';
import type { ProblemLog } from '../files/problem-log.ts';
import { chunksOf, readHead, type RandomAccessFile } from '../files/random-access-file.ts';
import { compressionOf, isZip, readZipEntries, sliceZipEntry, ZIP_METHODS, type ZipEntry } from '../files/zip.ts';

/** The text of a vectors file, decompressed if necessary. */
export interface VectorText {
  /** Each chunk is valid until the next one is requested. */
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Size of the file, or of the zip entry, before decompression. Progress is relative to this. */
  size: Bytes;
  /** Bytes consumed so far, before decompression. */
  read: () => Bytes;
  /** The text as a random access file; undefined if it is compressed. */
  plain: RandomAccessFile | undefined;
}

/** In a zip with several files, the one whose name matches is read. */
const USUAL_DIMENSIONS = /(?<!\d)100d(?![a-z\d])/;

/** Signatures of formats that are not supported. */
const UNSUPPORTED: readonly [signature: number[], name: string][] = [
  [[0x42, 0x5a, 0x68], 'bzip2'],
  [[0xfd, 0x37, 0x7a, 0x58], 'xz'],
  [[0x37, 0x7a, 0xbc, 0xaf], '7-zip'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'zstd'],
  [[0x93, 0x4e, 0x55, 0x4d], 'NumPy'],
];

/**
 * Opens a vectors file: plain text, gzip or zip, according to its signature. Of several files in a zip, opens the one with
 * 100 dimensions, otherwise the first, and adds a warning to `problems`.
 *
 * @throws StudioError BadVectors if the format is not supported
 */
export async function openVectorText(file: RandomAccessFile, problems: ProblemLog): Promise<VectorText> {
  const head = await readHead(file);
  const unsupported = UNSUPPORTED.find(([signature]) => signature.every((byte, i) => head[i] === byte));
  if (unsupported !== undefined) {
    throw new StudioError(
      'BadVectors',
      `${file.name} is a ${unsupported[1]} file. Convert it to text, or compress the text as .gz or .zip.`,
    );
  }
  if (isZip(head)) {
    const entry = chooseEntry(file, await readZipEntries(file), problems);
    return textOf(await sliceZipEntry(file, entry), compressionOf(entry));
  }
  return textOf(file, head[0] === 0x1f && head[1] === 0x8b ? 'gzip' : undefined);
}

function textOf(file: RandomAccessFile, format: CompressionFormat | undefined): VectorText {
  let read = 0;
  const count = (chunk: Uint8Array) => {
    read += chunk.length;
  };
  return {
    chunks: format === undefined ? plainChunks(file, count) : decompressedChunks(file, format, count),
    size: file.size,
    read: () => read,
    plain: format === undefined ? file : undefined,
  };
}

async function* plainChunks(
  file: RandomAccessFile,
  count: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const chunk of file.chunks?.() ?? chunksOf(file.slice(0, file.size).stream())) {
    count(chunk);
    yield chunk;
  }
}

function decompressedChunks(
  file: RandomAccessFile,
  format: CompressionFormat,
  count: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      count(chunk);
      controller.enqueue(chunk);
    },
  });
  const compressed = file.slice(0, file.size).stream().pipeThrough(counted);
  return chunksOf(inflate(compressed, format));
}

function chooseEntry(file: RandomAccessFile, entries: ZipEntry[], problems: ProblemLog): ZipEntry {
  const entry = entries.find(({ name }) => USUAL_DIMENSIONS.test(name)) ?? entries[0];
  if (entry === undefined) {
    throw new StudioError('BadVectors', `${file.name} is an empty zip archive. Choose another file.`);
  }
  const { name, method, encrypted } = entry;
  if (encrypted || (method !== ZIP_METHODS.stored && method !== ZIP_METHODS.deflated)) {
    const found = encrypted ? 'encrypted' : `compressed with method ${method}`;
    throw new StudioError(
      'BadVectors',
      `${name} in ${file.name} is ${found}; expected it stored or deflated. Unzip the archive and add the text file.`,
    );
  }
  if (entries.length > 1) {
    problems.add({
      line: 0,
      severity: 'warning',
      kind: 'archive',
      message:
        `The archive contains ${entries.map((candidate) => candidate.name).join(', ')}; ${name} was read. ` +
        'To use another file, unzip the archive and add that file.',
    });
  }
  return entry;
}

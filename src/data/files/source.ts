import { StudioError } from '../../lib/errors.ts';
import type { Bytes } from '../../lib/units.ts';
import type { ProblemLog } from './problem-log.ts';
import { readZipEntries, sliceZipEntry, type ZipEntry } from './zip.ts';

/** A file that can be read from any place: what the browser's `File` is. */
export interface RandomAccessFile {
  name: string;
  size: Bytes;
  slice(start: number, end: number): Pick<Blob, 'stream' | 'arrayBuffer'>;
  /** The whole file where that is quicker than a stream: each chunk is valid until the next is asked for. */
  chunks?(): AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** The text of a vectors file, whatever it is packed in. */
export interface VectorText {
  /** Each is valid until the next is asked for. */
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Bytes of the file, or of its part that is read, before unpacking: what progress counts. */
  size: Bytes;
  read: () => Bytes;
  /** The text as a file of its own, where it is not packed. */
  plain: RandomAccessFile | undefined;
}

const STORED = 0;
const DEFLATED = 8;
/** Of the files of a zip that holds several, the one with these dimensions is read. */
const USUAL_DIMENSIONS = /(?<!\d)100d(?![a-z\d])/;
/** First bytes of what is not read, and its name. */
const REFUSED: readonly [number[], string][] = [
  [[0x42, 0x5a, 0x68], 'bzip2'],
  [[0xfd, 0x37, 0x7a, 0x58], 'xz'],
  [[0x37, 0x7a, 0xbc, 0xaf], '7-zip'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'zstd'],
  [[0x93, 0x4e, 0x55, 0x4d], 'NumPy'],
];

/** Names of the files in a zip; empty for a file that is none. */
export async function listZipEntries(file: RandomAccessFile): Promise<string[]> {
  return isZip(await firstBytes(file)) ? (await readZipEntries(file)).map(({ name }) => name) : [];
}

/**
 * Opens a vectors file: plain, gzip, or in a zip, told apart by their first bytes. In a zip of several files it is the
 * one of 100 dimensions, or else the first.
 *
 * @param problems told when a choice was made
 */
export async function openVectorText(file: RandomAccessFile, problems: ProblemLog): Promise<VectorText> {
  const head = await firstBytes(file);
  const refused = REFUSED.find(([magic]) => magic.every((byte, i) => head[i] === byte));
  if (refused !== undefined) {
    throw new StudioError(
      'BadVectors',
      `${file.name} is a ${refused[1]} file. Unpack it to text, or pack it as .gz or .zip.`,
    );
  }
  if (isZip(head)) {
    const chosen = chooseEntry(file, await readZipEntries(file), problems);
    return textOf(await sliceZipEntry(file, chosen), formatOf(chosen));
  }
  return textOf(file, head[0] === 0x1f && head[1] === 0x8b ? 'gzip' : undefined);
}

/** A file inside a zip, stored or deflated. */
export async function openZipEntry(
  file: RandomAccessFile,
  entry: ZipEntry,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const part = await sliceZipEntry(file, entry);
  const stream = part.slice(0, part.size).stream();
  const format = formatOf(entry);
  return format === undefined ? stream : stream.pipeThrough(new DecompressionStream(format));
}

function formatOf({ method }: ZipEntry): CompressionFormat | undefined {
  return method === DEFLATED ? 'deflate-raw' : undefined;
}

function textOf(file: RandomAccessFile, format: CompressionFormat | undefined): VectorText {
  let read = 0;
  const count = (chunk: Uint8Array) => {
    read += chunk.length;
  };
  return {
    chunks: format === undefined ? plainChunks(file, count) : unpackedChunks(file, format, count),
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

function unpackedChunks(
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
  const packed = file.slice(0, file.size).stream().pipeThrough(counted);
  return chunksOf(packed.pipeThrough(new DecompressionStream(format)));
}

/** A stream as an iterable, which not every browser's is. */
async function* chunksOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined); // a stream that failed cannot be cancelled
  }
}

function chooseEntry(file: RandomAccessFile, entries: ZipEntry[], problems: ProblemLog): ZipEntry {
  const chosen = entries.find(({ name }) => USUAL_DIMENSIONS.test(name)) ?? entries[0];
  if (chosen === undefined) {
    throw new StudioError('BadVectors', `${file.name} is a zip file without files in it. Choose another file.`);
  }
  if (chosen.encrypted || (chosen.method !== STORED && chosen.method !== DEFLATED)) {
    const how = chosen.encrypted ? 'encrypted' : `packed by method ${chosen.method}`;
    throw new StudioError(
      'BadVectors',
      `${chosen.name} in ${file.name} is ${how}; expected it stored or deflated. Unpack it, and add the text file.`,
    );
  }
  if (entries.length > 1) {
    const names = entries.map(({ name }) => name).join(', ');
    problems.add({
      line: 0,
      severity: 'warning',
      kind: 'archive',
      message: `The archive holds ${names}; ${chosen.name} was read. To use another, unpack it and add it by itself.`,
    });
  }
  return chosen;
}

function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5);
}

async function firstBytes(file: RandomAccessFile): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, 8).arrayBuffer());
}

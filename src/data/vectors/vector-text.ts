import { StudioError } from '../../lib/errors.ts';
import type { Bytes } from '../../lib/units.ts';
import { decodeHead } from '../files/decode-text.ts';
import { inflate } from '../files/inflate.ts';
import type { ProblemLog } from '../files/problem-log.ts';
import { chunksOf, readHead, type RandomAccessFile } from '../files/random-access-file.ts';
import { compressionOf, isZip, readZipEntries, sliceZipEntry, ZIP_METHODS, type ZipEntry } from '../files/zip.ts';
import { PICKLE, startsWith, VECTOR_SIGNATURES } from '../files/vector-signatures.ts';
import { isVectorJson } from '../files/vector-json.ts';
import { isWord2vec } from '../files/word2vec-header.ts';
import { isNpz, npzLines } from './npz.ts';
import { jsonRows } from './vector-json.ts';
import { type VectorsChoices, type VectorsReading, usualRows, vectorsForm } from './usual-rows.ts';
import { word2vecLines } from './word2vec.ts';

/** The text of a vectors file, decompressed if necessary. */
export interface VectorText {
  /** Each chunk is valid until the next one is requested. */
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Size of the file, or of the zip entry, before decompression. Progress is relative to this. */
  size: Bytes;
  /** Bytes consumed so far, before decompression. */
  read: () => Bytes;
  /** The text as a random access file; undefined if it is compressed or converted. */
  plain: RandomAccessFile | undefined;
  /** The files of an archive, if there are several. */
  archive?: VectorsArchive;
  /** How its rows are read, if they are text. */
  reading?: VectorsReading | undefined;
}

/** The files of an archive of vectors, and which of them was read. Plain data. */
export interface VectorsArchive {
  names: readonly string[];
  chosen: string;
}

/** What a person has chosen of a file of vectors. Plain data. */
export interface VectorsSelection {
  /** Of an archive with several files. */
  entry?: string | undefined;
  form?: VectorsChoices | undefined;
}

/** In a zip with several files, the one whose name matches is read, or else the largest. */
const USUAL_DIMENSIONS = /(?<!\d)100d(?![a-z\d])/;

const UNPACK = 'Unpack it and add what it contains, or compress that as .gz or .zip.';
const AS_TEXT = 'Save the vectors as text: one line per word, the word and its numbers, separated by spaces.';
const WITH_WORDS =
  'It has no words: add it together with its .kv file, or save both: np.savez(file, words=…, vectors=…).';

/** Signatures of formats that are not supported, and what to do. */
const UNSUPPORTED: readonly [signature: readonly number[], name: string, remedy: string][] = [
  [[0x42, 0x5a, 0x68], 'a bzip2 file', UNPACK],
  [[0xfd, 0x37, 0x7a, 0x58], 'an xz file', UNPACK],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7-zip file', UNPACK],
  [[0x28, 0xb5, 0x2f, 0xfd], 'a zstd file', UNPACK],
  [VECTOR_SIGNATURES.hdf5, 'an HDF5 file', AS_TEXT],
  [VECTOR_SIGNATURES.sqlite, 'an SQLite database (as those of Magnitude)', AS_TEXT],
  [VECTOR_SIGNATURES.numPy, 'a NumPy file', WITH_WORDS],
];

/** Texts and archives that are not read, by what is found in their first bytes, decompressed. */
const UNREADABLE: readonly { is: (head: Uint8Array) => boolean; found: string }[] = [
  {
    is: (head) => TAR.every((byte, i) => head[TAR_AT + i] === byte),
    found: 'is a tar archive. Unpack it, and add the file with the vectors.',
  },
  {
    is: (head) => head[0] === 0x1f && head[1] === 0x8b,
    found: 'contains a gzip file. Unpack the archive, and add that file.',
  },
];

/** The signature `ustar`, and its place. */
const TAR = [0x75, 0x73, 0x74, 0x61, 0x72];
const TAR_AT = 257;

/** Files of programs, which are converted to text. */
const BINARY: readonly {
  starts: (head: Uint8Array) => boolean;
  lines: (file: RandomAccessFile) => Promise<AsyncGenerator<Uint8Array<ArrayBuffer>, void>>;
}[] = [
  {
    starts: (head) => startsWith(head, VECTOR_SIGNATURES.fastText),
    lines: async (file) => (await import('./fast-text.ts')).fastTextLines(file),
  },
  {
    starts: (head) => head[0] === PICKLE && head[1]! >= 2 && head[1]! <= 5,
    lines: async (file) => (await import('./pickled-vectors.ts')).pickledLines(file),
  },
];

/** The text of a file that is converted from parts of it. */
async function binaryText(file: RandomAccessFile, convert: (typeof BINARY)[number]['lines']): Promise<VectorText> {
  let read = 0;
  const counted: RandomAccessFile = {
    name: file.name,
    size: file.size,
    slice(start, end) {
      read = Math.max(read, Math.min(end, file.size));
      return file.slice(start, end);
    },
  };
  return { chunks: await convert(counted), size: file.size, read: () => read, plain: undefined };
}

/**
 * Opens a vectors file: plain text, gzip or zip, according to its signature; or a binary file of word2vec, fastText or gensim, which is
 * converted. Of several
 * files in a zip, opens the chosen one. By default it is the one with 100 dimensions, otherwise the largest, with a warning in `problems`.
 *
 * @throws StudioError BadVectors if the format is not supported, or there is no such file
 */
export async function openVectorText(
  file: RandomAccessFile,
  problems: ProblemLog,
  { entry: wanted, form }: VectorsSelection = {},
): Promise<VectorText> {
  const head = await readHead(file);
  const unsupported = UNSUPPORTED.find(([signature]) => startsWith(head, signature));
  if (unsupported !== undefined) {
    throw new StudioError('BadVectors', `${file.name} is ${unsupported[1]}. ${unsupported[2]}`);
  }
  const binary = BINARY.find(({ starts }) => starts(head));
  if (binary !== undefined) return binaryText(file, binary.lines);
  if (isZip(head)) {
    const entries = vectorEntries(await readZipEntries(file));
    if (isNpz(entries)) return binaryText(file, (archive) => Promise.resolve(npzLines(archive, entries)));
    const entry = chooseEntry(file, entries, problems, wanted);
    const text = await converted(
      file.name,
      textOf(await sliceZipEntry(file, entry), compressionOf(entry)),
      problems,
      form,
    );
    return entries.length < 2
      ? text
      : { ...text, archive: { names: entries.map(({ name }) => name), chosen: entry.name } };
  }
  return converted(file.name, textOf(file, head[0] === 0x1f && head[1] === 0x8b ? 'gzip' : undefined), problems, form);
}

/** Bytes that tell the form of a file: some rows, even of thousands of dimensions. A chunk may be much larger. */
const HEAD: Bytes = 256 * 1024;

/** Replaces the chunks of a binary file, or of one in another form, by the usual text. @throws StudioError BadVectors if it is neither */
async function converted(
  name: string,
  text: VectorText,
  problems: ProblemLog,
  chosen: VectorsChoices | undefined,
): Promise<VectorText> {
  const rest = text.chunks[Symbol.asyncIterator]();
  let head = new Uint8Array();
  let failure: unknown;
  while (head.length < HEAD) {
    try {
      const { value, done } = await rest.next();
      if (done === true) break;
      const joined = new Uint8Array(head.length + value.length);
      joined.set(head);
      joined.set(value, head.length);
      head = joined;
    } catch (error) {
      failure = error; // reported when the text is read
      break;
    }
  }
  async function* all(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    yield head;
    if (failure !== undefined) throw failure;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  const beginning = head.subarray(0, HEAD);
  if (isWord2vec(beginning)) return { ...text, chunks: word2vecLines(all()), plain: undefined };
  const unreadable = UNREADABLE.find(({ is }) => is(beginning));
  if (unreadable !== undefined) throw new StudioError('BadVectors', `${name} ${unreadable.found}`);
  if (isVectorJson(decodeHead(beginning))) return { ...text, chunks: jsonRows(name, all()), plain: undefined };
  const { form, reading } = vectorsForm(name, beginning, chosen);
  if (form === undefined) return { ...text, chunks: all(), reading };
  for (const message of form.notes) problems.add({ line: 0, severity: 'warning', kind: 'form', message });
  return { ...text, chunks: usualRows(all(), form), plain: undefined, reading };
}

/** The files of an archive without its licence and readme, unless there are no others. */
function vectorEntries(entries: readonly ZipEntry[]): readonly ZipEntry[] {
  const files = entries.filter(({ name }) => !/\/$|^__MACOSX\//.test(name));
  const relevant = files.filter(({ name }) => !/(^|\/)(readme|licen[cs]e|\.)[^/]*$/i.test(name));
  return relevant.length > 0 ? relevant : files;
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

function chooseEntry(
  file: RandomAccessFile,
  entries: readonly ZipEntry[],
  problems: ProblemLog,
  chosen: string | undefined,
): ZipEntry {
  const usual = entries.find(({ name }) => USUAL_DIMENSIONS.test(name));
  const largest = entries.toSorted((a, b) => b.size - a.size)[0];
  const entry = chosen === undefined ? (usual ?? largest) : entries.find(({ name }) => name === chosen);
  if (entry === undefined) {
    const found = chosen === undefined ? 'is an empty zip archive' : `has no file ${chosen}`;
    throw new StudioError('BadVectors', `${file.name} ${found}. Choose another file.`);
  }
  const { name, method, encrypted } = entry;
  if (encrypted || (method !== ZIP_METHODS.stored && method !== ZIP_METHODS.deflated)) {
    const found = encrypted ? 'encrypted' : `compressed with method ${method}`;
    throw new StudioError(
      'BadVectors',
      `${name} in ${file.name} is ${found}; expected it stored or deflated. Unzip the archive and add the text file.`,
    );
  }
  if (entries.length > 1 && chosen === undefined) {
    problems.add({
      line: 0,
      severity: 'warning',
      kind: 'archive',
      message:
        `The archive contains ${namesIn(entries)}; ${name} was read. ` +
        'To use another file, unzip the archive and add that file.',
    });
  }
  return entry;
}

const MOST_NAMED = 10;

function namesIn(entries: readonly ZipEntry[]): string {
  const names = entries.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = entries.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

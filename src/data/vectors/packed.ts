import { StudioError, throwIfAborted } from '../../lib/errors.ts';
import type { RandomAccessFile } from '../files/random-access-file.ts';
import { openZipEntry, readZipEntries, type ZipEntry } from '../files/zip.ts';
import { compactVectorsFrom, type CompactVectors } from './compact.ts';
import type { CompactExtract } from './stored-vectors.ts';
import type { WordVectors } from './vector-lookup.ts';
import { MAX_DIMENSIONS } from './word2vec.ts';
import { hashBytes, hashWord } from '../../lib/word-hash.ts';

const NEWLINE = 10;

/** The entries of a packed vectors file, a zip archive written by scripts/embeddings/build.mjs. See docs/formats.md. */
export const PACKED = {
  /** `PackedHeader` as JSON */
  header: 'vectors.json',
  /** UTF-8, one word per line, most frequent first */
  words: 'words.txt',
  /** float32 [words], little-endian */
  scales: 'scales.f32',
  /** int8 [words, E]: value i of word r is `values[r * E + i] * scales[r]` */
  values: 'values.i8',
} as const;

export interface PackedHeader {
  format: 'tagsmith-vectors';
  version: 1;
  words: number;
  dimensions: number;
}

export interface PackedRead {
  /** The wanted words that the file contains, in the order of the file. */
  vectors: WordVectors;
  /** Number of words in the file. */
  words: number;
  /** All words of the file. */
  compact: CompactVectors;
}

/** Whether a zip archive with these entries is a packed vectors file. */
export function isPacked(entries: readonly string[]): boolean {
  return entries.includes(PACKED.header);
}

/** @throws StudioError BadVectors if the file is damaged or of another version; Cancelled */
export async function readPacked(
  file: RandomAccessFile,
  wanted: ReadonlySet<string>,
  signal?: AbortSignal,
): Promise<PackedRead> {
  const extract = await unpack(file, signal);
  return { vectors: rowsOf(extract, wanted), words: extract.hashes.length, compact: compactVectorsFrom(extract) };
}

async function unpack(file: RandomAccessFile, signal: AbortSignal | undefined): Promise<CompactExtract> {
  const entries = await readZipEntries(file);
  const read = async (name: string, size?: number) => {
    throwIfAborted(signal);
    return readEntry(file, entries, name, size);
  };
  const header = readHeader(file, new TextDecoder().decode(await read(PACKED.header)));
  const { dimensions } = header;
  const hashes = hashLines(new Uint8Array(await read(PACKED.words)));
  if (hashes.length !== header.words || new Set(hashes).size !== header.words) {
    throw damaged(file, `${PACKED.words} does not contain ${header.words} distinct words`);
  }
  const scales = new Float32Array(await read(PACKED.scales, 4 * header.words));
  if (!scales.every(Number.isFinite)) throw damaged(file, `${PACKED.scales} has numbers that are not finite`);
  const values = new Int8Array(await read(PACKED.values, header.words * dimensions));
  return { dimensions, hashes, scales, values };
}

/** The hash of each line. */
function hashLines(bytes: Uint8Array): Float64Array<ArrayBuffer> {
  const hashes: number[] = [];
  for (let start = 0; start <= bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    hashes.push(hashBytes(bytes, start, end));
    start = end + 1;
  }
  return Float64Array.from(hashes);
}

function readHeader(file: RandomAccessFile, json: string): PackedHeader {
  const header = parse(json) as Partial<PackedHeader> | undefined;
  const { format, version, words, dimensions } = header ?? {};
  if (format !== 'tagsmith-vectors' || version !== 1 || !isCount(words) || !isCount(dimensions)) {
    throw damaged(file, `${PACKED.header} is not a header of tagsmith-vectors, version 1`);
  }
  if (dimensions > MAX_DIMENSIONS)
    throw damaged(file, `its vectors have ${dimensions} dimensions, at most ${MAX_DIMENSIONS} are read`);
  return { format, version, words, dimensions };
}

/** @param size expected size in bytes */
async function readEntry(
  file: RandomAccessFile,
  entries: readonly ZipEntry[],
  name: string,
  size: number | undefined,
): Promise<ArrayBuffer> {
  const entry = entries.find((candidate) => candidate.name === name);
  if (entry === undefined) throw damaged(file, `${name} is missing`);
  const bytes = await new Response(await openZipEntry(file, entry)).arrayBuffer().catch((cause: unknown) => {
    throw damaged(file, `${name} cannot be decompressed`, cause);
  });
  if (size !== undefined && bytes.byteLength !== size) {
    throw damaged(file, `${name} has ${bytes.byteLength} bytes, expected ${size}`);
  }
  return bytes;
}

/** The wanted words that the file contains, in its order. */
function rowsOf({ dimensions, hashes, scales, values }: CompactExtract, wanted: ReadonlySet<string>): WordVectors {
  const words = new Map([...wanted].map((word) => [hashWord(word), word]));
  const found = [...hashes.keys()].filter((row) => words.has(hashes[row]!));
  const restored = new Float32Array(found.length * dimensions);
  found.forEach((row, i) => {
    for (let d = 0; d < dimensions; d++) restored[i * dimensions + d] = values[row * dimensions + d]! * scales[row]!;
  });
  return { dimensions, words: found.map((row) => words.get(hashes[row]!)!), values: restored };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // reported as a damaged header
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

function damaged(file: RandomAccessFile, reason: string, cause?: unknown): StudioError {
  return new StudioError(
    'BadVectors',
    `The packed vectors in ${file.name} are damaged: ${reason}. Download the file again.`,
    {
      cause,
    },
  );
}

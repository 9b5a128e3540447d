import { StudioError } from '../../lib/errors.ts';
import type { Bytes } from '../../lib/units.ts';
import type { RandomAccessFile } from '../files/random-access-file.ts';
import { lineOf, VectorLines } from './vector-lines.ts';

/** Signature, version, twelve integers, a float. */
const HEADER: Bytes = 8 + 12 * 4 + 8;
const VERSION = 12;
/** Most memory for the vectors of character n-grams: any word may need any of them. */
const MAX_NGRAMS: Bytes = 1 << 30;
/** Bytes that are read at a time. */
const PART: Bytes = 1 << 24;
/** Rows of words that are converted at a time. */
const ROWS = 512;
/** Longest word, and longest n-gram in characters: of longer ones, the n-grams would take as long as the hashes of a whole corpus. */
const [MAX_WORD, MAX_NGRAM] = [1 << 16, 100];
/** The end of a sentence, which has no n-grams. */
const END = '</s>';

interface Model {
  dimensions: number;
  minn: number;
  maxn: number;
  words: string[];
  /** Rows of n-grams, after those of the words. */
  buckets: number;
  /** Offset of the matrix. */
  start: Bytes;
}

/**
 * The vectors of a model of fastText (`.bin`) as lines of text. The vector of a word is the mean of its row and of those of its character
 * n-grams (Bojanowski et al. 2017; `FastText::getWordVector`).
 *
 * @throws StudioError BadVectors if the model is quantized, damaged, or too large
 */
export async function* fastTextLines(file: RandomAccessFile): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const { dimensions, minn, maxn, words, buckets, start } = await readModel(file);
  const row = 4 * dimensions;
  const ngrams = maxn > 0 ? buckets : 0;
  if (ngrams * row > MAX_NGRAMS) {
    const size = `${Math.round((ngrams * row) / 2 ** 20)} MiB of character n-grams, at most ${MAX_NGRAMS / 2 ** 20} fit`;
    throw bad(file, `has ${size}. Use the .vec file of the same vectors.`);
  }
  const table = await floatsOf(file, start + words.length * row, ngrams * dimensions);
  const lines = new VectorLines(words.length, dimensions);
  yield lines.header;
  for (let first = 0; first < words.length; first += ROWS) {
    const some = words.slice(first, first + ROWS);
    const rows = await floatsOf(file, start + first * row, some.length * dimensions);
    yield lines.encode(
      some.map((word, i) => {
        const sum = rows.slice(i * dimensions, (i + 1) * dimensions);
        const ids = word === END || ngrams === 0 ? [] : ngramIds(word, minn, maxn, buckets);
        for (const id of ids) for (let d = 0; d < dimensions; d++) sum[d]! += table[id * dimensions + d]!;
        for (let d = 0; d < dimensions; d++) sum[d]! /= 1 + ids.length;
        return lineOf(word, sum);
      }),
    );
  }
}

/** Rows of the n-grams of a word, by their hashes (`Dictionary::computeSubwords`). */
function ngramIds(word: string, minn: number, maxn: number, buckets: number): number[] {
  const bytes = new TextEncoder().encode(`<${word}>`);
  const isWithin = (i: number) => (bytes[i]! & 0xc0) === 0x80;
  const ids: number[] = [];
  for (let i = 0; i < bytes.length; i++) {
    if (isWithin(i)) continue;
    let hash = 2166136261; // FNV-1a
    for (let j = i, n = 1; j < bytes.length && n <= maxn; n++) {
      do {
        const signed = (bytes[j]! << 24) >> 24; // the original hashes signed characters
        hash = Math.imul(hash ^ signed, 16777619);
        j++;
      } while (j < bytes.length && isWithin(j));
      if (n >= minn && !(n === 1 && (i === 0 || j === bytes.length))) ids.push((hash >>> 0) % buckets);
    }
  }
  return ids;
}

const DAMAGED = 'is damaged: its numbers of words, n-grams and values do not fit. Download it again.';

async function readModel(file: RandomAccessFile): Promise<Model> {
  const reader = new PartReader(file);
  await reader.need(HEADER);
  reader.at = 4;
  const version = reader.int32();
  // dim, ws, epoch, minCount, neg, wordNgrams, loss, model, bucket, minn, maxn, lrUpdateRate
  const args = Array.from({ length: 12 }, () => reader.int32());
  const [dimensions, buckets, minn, maxn] = [args[0]!, args[8]!, args[9]!, args[10]!];
  reader.at = HEADER;
  if (version !== VERSION)
    throw bad(file, `is of version ${version} of its format, expected ${VERSION}. Use its .vec file.`);
  await reader.need(28);
  const size = reader.int32();
  const count = reader.int32();
  reader.at += 4 + 8; // labels, tokens
  const pruned = reader.int64();
  const isPossible =
    dimensions > 0 && minn <= maxn && maxn <= MAX_NGRAM && count >= 0 && count <= size && size * 10 <= file.size;
  if (!isPossible) throw bad(file, DAMAGED);
  const words: string[] = [];
  for (let entry = 0; entry < size; entry++) {
    const word = await reader.text();
    await reader.need(9);
    reader.at += 9; // count, and whether it is a label: labels follow the words
    if (entry < count) words.push(word);
  }
  await reader.need(17);
  const isQuantized = reader.int8() !== 0;
  if (isQuantized || pruned > 0) throw bad(file, 'is quantized. Use the .vec file of the same vectors.');
  const [rows, columns] = [reader.int64(), reader.int64()];
  const start = reader.offset;
  const fits = columns === dimensions && rows === count + buckets && start + 4 * rows * columns <= file.size;
  if (!fits || buckets < 0) throw bad(file, DAMAGED);
  return { dimensions, minn, maxn, words, buckets, start };
}

/** Reads values one after the other, parts of the file at a time. */
class PartReader {
  at = 0;
  #view = new DataView(new ArrayBuffer(0));
  #start = 0;
  readonly #file: RandomAccessFile;

  constructor(file: RandomAccessFile) {
    this.#file = file;
  }

  /** Offset in the file. */
  get offset(): Bytes {
    return this.#start + this.at;
  }

  /** Makes sure that this many bytes follow. @throws StudioError BadVectors at the end of the file */
  async need(bytes: Bytes): Promise<void> {
    if (this.at + bytes <= this.#view.byteLength) return;
    this.#start += this.at;
    this.at = 0;
    const end = Math.min(this.#file.size, this.#start + Math.max(PART, bytes));
    this.#view = new DataView(await this.#file.slice(this.#start, end).arrayBuffer());
    if (bytes > this.#view.byteLength) throw bad(this.#file, 'ends early. Download it again.');
  }

  /** A text that ends with a zero byte. */
  async text(): Promise<string> {
    for (let length = 64; ; length *= 2) {
      await this.need(Math.min(length, this.#file.size - this.offset));
      const bytes = new Uint8Array(this.#view.buffer, this.at);
      const end = bytes.indexOf(0);
      if (end >= 0) {
        this.at += end + 1;
        return new TextDecoder().decode(bytes.subarray(0, end));
      }
      if (length > MAX_WORD) throw bad(this.#file, DAMAGED);
      if (this.offset + length >= this.#file.size) throw bad(this.#file, 'ends early. Download it again.');
    }
  }

  int8(): number {
    return this.#view.getInt8(this.at++);
  }

  int32(): number {
    this.at += 4;
    return this.#view.getInt32(this.at - 4, true);
  }

  int64(): number {
    this.at += 8;
    return Number(this.#view.getBigInt64(this.at - 8, true));
  }
}

async function floatsOf(file: RandomAccessFile, start: Bytes, count: number): Promise<Float32Array> {
  const floats = new Float32Array(count);
  const bytes = new Uint8Array(floats.buffer);
  for (let at = 0; at < bytes.length; at += PART) {
    const end = Math.min(bytes.length, at + PART);
    bytes.set(new Uint8Array(await file.slice(start + at, start + end).arrayBuffer()), at);
  }
  return floats;
}

function bad(file: RandomAccessFile, problem: string): StudioError {
  return new StudioError('BadVectors', `${file.name}, a model of fastText, ${problem}`);
}

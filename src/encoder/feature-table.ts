import { crc32Of } from '../lib/crc32.ts';
import { StudioError } from '../lib/errors.ts';
import { toFloat16 } from '../lib/float16.ts';
import { hashWord } from '../lib/word-hash.ts';
import type { Bytes } from '../lib/units.ts';

const MAGIC = 0x32464754; // "TGF2"
const HEADER: Bytes = 8;
const RECORD: Bytes = 16; // hash (53 bits as a float64), T, CRC-32 of these and the values

/** Place of the checksum in a record. */
const CHECKSUM: Bytes = 12;

/** Maximum total size of the features, which are in memory. */
const MAX_BYTES: Bytes = 1.5 * 2 ** 30;

/**
 * Features of sentences in half precision, by their words. File format, little-endian: the magic number and d, then for each sentence
 * the hash of its words, T, a checksum, and [T, d] values, padded to eight bytes.
 */
export class FeatureTable {
  readonly width: number;
  readonly #rows = new Map<number, Uint16Array>();
  #bytes: Bytes = 0;

  /** @param width d */
  constructor(width: number) {
    this.width = width;
  }

  get sentences(): number {
    return this.#rows.size;
  }

  has(words: readonly string[]): boolean {
    return words.length === 0 || this.#rows.has(hashOf(words));
  }

  /** [T, d]; undefined if they were not computed. */
  of(words: readonly string[]): Uint16Array | undefined {
    return words.length === 0 ? new Uint16Array(0) : this.#rows.get(hashOf(words));
  }

  /** @param features [T, d] @returns the bytes to append to the file */
  add(words: readonly string[], features: Float32Array): Uint8Array<ArrayBuffer> {
    const rows = toFloat16(features);
    const hash = hashOf(words);
    this.#set(hash, rows);
    const record = new DataView(new ArrayBuffer(RECORD + padded(rows.byteLength)));
    record.setFloat64(0, hash, true);
    record.setUint32(8, words.length, true);
    new Uint16Array(record.buffer, RECORD, rows.length).set(rows);
    const bytes = new Uint8Array(record.buffer);
    record.setUint32(CHECKSUM, checksumOf(bytes), true);
    return bytes;
  }

  /**
   * Checks the limit before features are computed.
   *
   * @throws StudioError OutOfMemory
   */
  requireRoom(sentences: Iterable<readonly string[]>): void {
    let tokens = 0;
    for (const words of sentences) tokens += words.length;
    const bytes = this.#bytes + tokens * this.width * 2;
    if (bytes <= MAX_BYTES) return;
    const gibibytes = (size: Bytes) => (size / 2 ** 30).toFixed(1);
    throw new StudioError(
      'OutOfMemory',
      `The features of ${tokens.toLocaleString('en-US')} tokens, ${this.width} numbers each, take ${gibibytes(bytes)} GiB; the limit is ${gibibytes(MAX_BYTES)} GiB. Use fewer files, one layer, or a smaller encoder.`,
    );
  }

  /** The header of a file. */
  header(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(Uint32Array.of(MAGIC, this.width).buffer);
  }

  /**
   * Reads a file up to the first sentence that is truncated or damaged.
   *
   * @returns the number of valid bytes, after which to append; 0 if the file has another format
   */
  read(bytes: Uint8Array): Bytes {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < HEADER || view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== this.width) return 0;
    let at = HEADER;
    while (at + RECORD <= bytes.length) {
      const T = view.getUint32(at + 8, true);
      const size = T * this.width * 2;
      const end = at + RECORD + padded(size);
      if (end > bytes.length || checksumOf(bytes.subarray(at, end)) !== view.getUint32(at + CHECKSUM, true)) break;
      const rows = new Uint16Array(T * this.width);
      new Uint8Array(rows.buffer).set(bytes.subarray(at + RECORD, at + RECORD + size));
      this.#set(view.getFloat64(at, true), rows);
      at = end;
    }
    return at;
  }

  #set(hash: number, rows: Uint16Array): void {
    this.#bytes += rows.byteLength - (this.#rows.get(hash)?.byteLength ?? 0);
    this.#rows.set(hash, rows);
  }
}

/** The CRC-32 of a record, without its own place. */
function checksumOf(record: Uint8Array): number {
  const crc = crc32Of();
  crc.update(record.subarray(0, CHECKSUM));
  crc.update(record.subarray(RECORD));
  return crc.value();
}

/** Joins words by line breaks, which no word contains. */
function hashOf(words: readonly string[]): number {
  return hashWord(words.join('\n'));
}

function padded(bytes: Bytes): Bytes {
  return Math.ceil(bytes / 8) * 8;
}

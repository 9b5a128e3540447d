import { defined } from '../../lib/assert.ts';
import { StudioError } from '../../lib/errors.ts';
import type { StoredVectors } from './stored-vectors.ts';
import { type WordIndex, wordIndexFrom } from './word-index.ts';

/** Rows of a full chunk. */
export const CHUNK_ROWS = 2048;

/** Vectors of consecutive words: value i of row r is `values[r * E + i] * scales[r]`. */
export interface CompactChunk {
  scales: Float32Array<ArrayBuffer>; // [rows]
  values: Int8Array<ArrayBuffer>; // [rows, E]
}

/**
 * Where the compact copy of a vectors file goes while the file is read: chunks in order, all full but the last; a
 * chunk may come before the one before is written. A sink that fails ends the copying, not the reading.
 */
export interface CompactSink {
  write(chunk: CompactChunk): Promise<void>;
  /** Everything was written; `index` numbers the words, and may know more than were written. */
  finish(dimensions: number, index: WordIndex): Promise<CompactVectors>;
  /** The file could not be read to its end: what was written is of no use. */
  abort(): Promise<void>;
}

/** Turns vectors into chunks: eight bits a value and one scale a row; the error of a value is at most half its row's scale. */
export class CompactWriter {
  /** Filled since they were last taken. */
  private full: CompactChunk[] = [];
  private readonly values: Int8Array<ArrayBuffer>;
  private readonly scales = new Float32Array(CHUNK_ROWS);
  private rows = 0;

  constructor(dimensions: number) {
    this.values = new Int8Array(CHUNK_ROWS * dimensions);
  }

  /** @param vector [E] */
  add(vector: Float32Array): void {
    let largest = 0;
    for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!));
    const scale = Math.fround(largest / 127);
    const inverse = scale > 0 ? 1 / scale : 0;
    const start = this.rows * vector.length;
    for (let i = 0; i < vector.length; i++) this.values[start + i] = Math.round(vector[i]! * inverse);
    this.scales[this.rows++] = scale;
    if (this.rows === CHUNK_ROWS) this.cut(vector.length);
  }

  /** Adds rows `[from, to)` of some that are compact already, made as `add` makes them. */
  addRows({ scales, values }: CompactChunk, from: number, to: number): void {
    const dimensions = this.values.length / CHUNK_ROWS;
    while (from < to) {
      const next = Math.min(to, from + CHUNK_ROWS - this.rows);
      this.scales.set(scales.subarray(from, next), this.rows);
      this.values.set(values.subarray(from * dimensions, next * dimensions), this.rows * dimensions);
      this.rows += next - from;
      from = next;
      if (this.rows === CHUNK_ROWS) this.cut(dimensions);
    }
  }

  /** The chunks filled since the last call. */
  take(): CompactChunk[] {
    const { full } = this;
    this.full = [];
    return full;
  }

  /** The last chunk, if it holds anything. */
  takeLast(): CompactChunk[] {
    if (this.rows > 0) this.cut(this.values.length / CHUNK_ROWS);
    return this.take();
  }

  private cut(dimensions: number): void {
    this.full.push({ scales: this.scales.slice(0, this.rows), values: this.values.slice(0, this.rows * dimensions) });
    this.rows = 0;
  }
}

/** Part of a compact copy, to travel in a model file: its first words, which are the most frequent in most files. */
export interface CompactExtract {
  dimensions: number;
  hashes: Float64Array<ArrayBuffer>; // [rows]
  scales: Float32Array<ArrayBuffer>; // [rows]
  values: Int8Array<ArrayBuffer>; // [rows, E]
}

/** The compact copy of a vectors file: vectors found by the word's hash. The words themselves are not in it. */
export class CompactVectors implements StoredVectors {
  readonly dimensions: number;
  private readonly index: WordIndex;
  private readonly readChunk: (chunk: number) => Promise<CompactChunk | undefined>;

  constructor(dimensions: number, index: WordIndex, readChunk: (chunk: number) => Promise<CompactChunk | undefined>) {
    this.dimensions = dimensions;
    this.index = index;
    this.readChunk = readChunk;
  }

  async find(keys: Iterable<string>): Promise<Map<string, Float32Array<ArrayBuffer>>> {
    const byChunk = new Map<number, { key: string; row: number }[]>();
    for (const key of keys) {
      const row = this.index.findKey(key);
      if (row < 0) continue;
      const chunk = Math.floor(row / CHUNK_ROWS);
      byChunk.set(chunk, [...(byChunk.get(chunk) ?? []), { key, row: row % CHUNK_ROWS }]);
    }
    const found = new Map<string, Float32Array<ArrayBuffer>>();
    for (const [number, words] of byChunk) {
      const chunk = await this.chunk(number);
      for (const { key, row } of words) found.set(key, this.restore(chunk, row));
    }
    return found;
  }

  async extract(rows: number): Promise<CompactExtract> {
    const { dimensions } = this;
    const size = Math.min(rows, this.index.size);
    const extract = {
      dimensions,
      hashes: this.index.hashes.slice(0, size),
      scales: new Float32Array(size),
      values: new Int8Array(size * dimensions),
    };
    for (let start = 0; start < size; start += CHUNK_ROWS) {
      const { scales, values } = await this.chunk(start / CHUNK_ROWS);
      extract.scales.set(scales.subarray(0, size - start), start);
      extract.values.set(values.subarray(0, (size - start) * dimensions), start * dimensions);
    }
    return extract;
  }

  private async chunk(number: number): Promise<CompactChunk> {
    const chunk = await this.readChunk(number);
    if (chunk === undefined) {
      throw new StudioError(
        'BadVectors',
        `The copy of the word vectors is damaged: part ${number} is missing. Add the vectors file again.`,
      );
    }
    return chunk;
  }

  private restore({ scales, values }: CompactChunk, row: number): Float32Array<ArrayBuffer> {
    const scale = defined(scales[row], () => `compact vectors: no row ${row} among ${scales.length}`);
    const start = row * this.dimensions;
    return Float32Array.from(values.subarray(start, start + this.dimensions), (value) => value * scale);
  }
}

/** A compact copy in memory, of as many words as were written. */
export class MemorySink implements CompactSink {
  private readonly chunks: CompactChunk[] = [];
  private rows = 0;

  write(chunk: CompactChunk): Promise<void> {
    this.chunks.push(chunk);
    this.rows += chunk.scales.length;
    return Promise.resolve();
  }

  finish(dimensions: number, index: WordIndex): Promise<CompactVectors> {
    const known = this.rows < index.size ? wordIndexFrom(index.hashes.subarray(0, this.rows)) : index;
    return Promise.resolve(new CompactVectors(dimensions, known, (chunk) => Promise.resolve(this.chunks[chunk])));
  }

  abort(): Promise<void> {
    this.chunks.length = 0;
    return Promise.resolve();
  }
}

/** The vectors of an extract, in memory. */
export function compactVectorsFrom({ dimensions, hashes, scales, values }: CompactExtract): CompactVectors {
  return new CompactVectors(dimensions, wordIndexFrom(hashes), (chunk) => {
    const start = chunk * CHUNK_ROWS;
    const end = start + CHUNK_ROWS;
    return Promise.resolve({
      scales: scales.slice(start, end),
      values: values.slice(start * dimensions, end * dimensions),
    });
  });
}

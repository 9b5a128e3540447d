import { defined } from '../../lib/assert.ts';
import { StudioError } from '../../lib/errors.ts';
import type { CompactExtract, StoredVectors } from './stored-vectors.ts';
import { type WordIndex, wordIndexFrom } from './word-index.ts';

/** Rows per chunk, except for the last one. */
export const CHUNK_ROWS = 2048;

/** The vectors of consecutive words, quantized to 8 bits: value i of row r is `values[r * E + i] * scales[r]`. */
export interface CompactChunk {
  scales: Float32Array<ArrayBuffer>; // [rows]
  values: Int8Array<ArrayBuffer>; // [rows, E]
}

/**
 * Stores the compact copy of a vectors file while the file is read. Chunks are in order and full except for the last one.
 * `write` may be called before the previous write has finished. If the sink fails, reading continues without the copy.
 */
export interface CompactSink {
  write(chunk: CompactChunk): Promise<void>;
  /** Call after the last write. `index` maps words to rows; it may contain more words than were written. */
  finish(dimensions: number, index: WordIndex): Promise<CompactVectors>;
  /** Discards what was written, because the file cannot be read. */
  abort(): Promise<void>;
}

/** Quantizes vectors to 8 bits with one scale per row. The error of a value is at most half the scale of its row. */
export class CompactWriter {
  /** Chunks filled since the last `take`. */
  #full: CompactChunk[] = [];
  readonly #values: Int8Array<ArrayBuffer>;
  readonly #scales = new Float32Array(CHUNK_ROWS);
  #rows = 0;

  constructor(dimensions: number) {
    this.#values = new Int8Array(CHUNK_ROWS * dimensions);
  }

  /** @param vector [E] */
  add(vector: Float32Array): void {
    let largest = 0;
    for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!));
    const scale = Math.fround(largest / 127);
    const inverse = scale > 0 ? 1 / scale : 0;
    const start = this.#rows * vector.length;
    for (let i = 0; i < vector.length; i++) this.#values[start + i] = Math.round(vector[i]! * inverse);
    this.#scales[this.#rows++] = scale;
    if (this.#rows === CHUNK_ROWS) this.#finishChunk(vector.length);
  }

  /** Adds rows `[from, to)` that were quantized in the same way. */
  addRows({ scales, values }: CompactChunk, from: number, to: number): void {
    const dimensions = this.#values.length / CHUNK_ROWS;
    while (from < to) {
      const next = Math.min(to, from + CHUNK_ROWS - this.#rows);
      this.#scales.set(scales.subarray(from, next), this.#rows);
      this.#values.set(values.subarray(from * dimensions, next * dimensions), this.#rows * dimensions);
      this.#rows += next - from;
      from = next;
      if (this.#rows === CHUNK_ROWS) this.#finishChunk(dimensions);
    }
  }

  /** Returns the chunks filled since the last call. */
  take(): CompactChunk[] {
    const full = this.#full;
    this.#full = [];
    return full;
  }

  /** Returns the remaining chunks, including an incomplete one. */
  takeLast(): CompactChunk[] {
    if (this.#rows > 0) this.#finishChunk(this.#values.length / CHUNK_ROWS);
    return this.take();
  }

  #finishChunk(dimensions: number): void {
    this.#full.push({
      scales: this.#scales.slice(0, this.#rows),
      values: this.#values.slice(0, this.#rows * dimensions),
    });
    this.#rows = 0;
  }
}

/** The compact copy of a vectors file. Words are identified by their hashes. */
export class CompactVectors implements StoredVectors {
  readonly dimensions: number;
  readonly #index: WordIndex;
  readonly #readChunk: (chunk: number) => Promise<CompactChunk | undefined>;

  constructor(dimensions: number, index: WordIndex, readChunk: (chunk: number) => Promise<CompactChunk | undefined>) {
    this.dimensions = dimensions;
    this.#index = index;
    this.#readChunk = readChunk;
  }

  async find(keys: Iterable<string>): Promise<Map<string, Float32Array<ArrayBuffer>>> {
    const byChunk = new Map<number, { key: string; row: number }[]>();
    for (const key of keys) {
      const row = this.#index.findKey(key);
      if (row < 0) continue;
      const chunk = Math.floor(row / CHUNK_ROWS);
      byChunk.set(chunk, [...(byChunk.get(chunk) ?? []), { key, row: row % CHUNK_ROWS }]);
    }
    const found = new Map<string, Float32Array<ArrayBuffer>>();
    for (const [number, words] of byChunk) {
      const chunk = await this.#chunk(number);
      for (const { key, row } of words) found.set(key, this.#restore(chunk, row));
    }
    return found;
  }

  async extract(rows: number): Promise<CompactExtract> {
    const { dimensions } = this;
    const size = Math.min(rows, this.#index.size);
    const extract = {
      dimensions,
      hashes: this.#index.hashes.slice(0, size),
      scales: new Float32Array(size),
      values: new Int8Array(size * dimensions),
    };
    for (let start = 0; start < size; start += CHUNK_ROWS) {
      const { scales, values } = await this.#chunk(start / CHUNK_ROWS);
      extract.scales.set(scales.subarray(0, size - start), start);
      extract.values.set(values.subarray(0, (size - start) * dimensions), start * dimensions);
    }
    return extract;
  }

  async #chunk(number: number): Promise<CompactChunk> {
    const chunk = await this.#readChunk(number);
    if (chunk === undefined) {
      throw new StudioError(
        'BadVectors',
        `The copy of the word vectors is damaged: chunk ${number} is missing. Add the vectors file again.`,
      );
    }
    return chunk;
  }

  #restore({ scales, values }: CompactChunk, row: number): Float32Array<ArrayBuffer> {
    const scale = defined(scales[row], () => `compact vectors: no row ${row} of ${scales.length}`);
    const start = row * this.dimensions;
    return Float32Array.from(values.subarray(start, start + this.dimensions), (value) => value * scale);
  }
}

/** Stores a compact copy in memory. */
export class MemorySink implements CompactSink {
  readonly #chunks: CompactChunk[] = [];
  #rows = 0;

  write(chunk: CompactChunk): Promise<void> {
    this.#chunks.push(chunk);
    this.#rows += chunk.scales.length;
    return Promise.resolve();
  }

  finish(dimensions: number, index: WordIndex): Promise<CompactVectors> {
    const written = this.#rows < index.size ? wordIndexFrom(index.hashes.subarray(0, this.#rows)) : index;
    return Promise.resolve(new CompactVectors(dimensions, written, (chunk) => Promise.resolve(this.#chunks[chunk])));
  }

  abort(): Promise<void> {
    this.#chunks.length = 0;
    return Promise.resolve();
  }
}

/** Loads the vectors of an extract into memory. */
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

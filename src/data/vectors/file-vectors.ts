import type { Bytes } from '../../lib/units.ts';
import type { RandomAccessFile } from '../files/random-access-file.ts';
import type { CompactExtract, StoredVectors } from './stored-vectors.ts';
import { trimEnd, VectorLine } from './vector-line.ts';
import type { WordIndex } from './word-index.ts';

const NEWLINE = 10;
/** Lines separated by smaller gaps are read together… */
const MAX_GAP: Bytes = 1 << 16;
/** …up to this size. */
const MAX_READ: Bytes = 1 << 22;

/** The line of a requested word. Offsets are bytes of the file. */
interface WordLine {
  key: string;
  start: number;
  /** Start of the next word's line. There may be other lines in between. */
  end: number;
}

/**
 * The vectors of an uncompressed text file. Only the hash of each word and the offset of its line are in memory; a line is parsed
 * on request. If the file can no longer be read (because it was moved or changed), falls back to the first words, in memory.
 */
export class FileVectors implements StoredVectors {
  readonly #file: RandomAccessFile;
  readonly #index: WordIndex;
  readonly #starts: Float64Array;
  readonly #first: StoredVectors;
  readonly #line: VectorLine;
  readonly #onLost: () => void;
  #isLost = false;

  /**
   * @param starts [rows] offset of each word's line, in bytes
   * @param first the first words of the file, in memory
   * @param onLost called once, when the file can no longer be read
   */
  constructor(
    file: RandomAccessFile,
    index: WordIndex,
    starts: Float64Array,
    first: StoredVectors,
    onLost: () => void = () => undefined,
  ) {
    this.#onLost = onLost;
    this.#file = file;
    this.#index = index;
    this.#starts = starts;
    this.#first = first;
    this.#line = new VectorLine(first.dimensions);
  }

  get dimensions(): number {
    return this.#first.dimensions;
  }

  async find(keys: Iterable<string>): Promise<Map<string, Float32Array<ArrayBuffer>>> {
    const wanted = [...keys];
    if (this.#isLost) return this.#first.find(wanted);
    try {
      return await this.#read(this.#linesOf(wanted));
    } catch {
      if (!this.#isLost) this.#onLost();
      this.#isLost = true;
      return this.#first.find(wanted);
    }
  }

  extract(rows: number): Promise<CompactExtract> {
    return this.#first.extract(rows);
  }

  #linesOf(keys: readonly string[]): WordLine[] {
    const lines = keys.flatMap((key) => {
      const row = this.#index.findKey(key);
      return row < 0 ? [] : [{ key, start: this.#starts[row]!, end: this.#starts[row + 1] ?? this.#file.size }];
    });
    return lines.sort((a, b) => a.start - b.start);
  }

  async #read(lines: readonly WordLine[]): Promise<Map<string, Float32Array<ArrayBuffer>>> {
    const found = new Map<string, Float32Array<ArrayBuffer>>();
    for (let from = 0; from < lines.length;) {
      const start = lines[from]!.start;
      let to = from + 1;
      while (
        to < lines.length &&
        lines[to]!.start - lines[to - 1]!.end <= MAX_GAP &&
        lines[to]!.end - start <= MAX_READ
      ) {
        to++;
      }
      const bytes = new Uint8Array(await this.#file.slice(start, lines[to - 1]!.end).arrayBuffer());
      for (const line of lines.slice(from, to)) found.set(line.key, this.#parse(bytes, line.start - start));
      from = to;
    }
    return found;
  }

  #parse(bytes: Uint8Array<ArrayBuffer>, start: number): Float32Array<ArrayBuffer> {
    const newline = bytes.indexOf(NEWLINE, start);
    const error = this.#line.parse(bytes, start, trimEnd(bytes, start, newline < 0 ? bytes.length : newline));
    if (error !== undefined) throw new Error(error.message); // the file has changed
    return this.#line.values.slice();
  }
}

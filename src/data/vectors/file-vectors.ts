import type { RandomAccessFile } from '../files/random-access-file.ts';
import type { CompactExtract } from './compact.ts';
import type { StoredVectors } from './stored-vectors.ts';
import { trimEnd, VectorLine } from './vector-line.ts';
import type { WordIndex } from './word-index.ts';

const NEWLINE = 10;
/** Lines that stand no farther apart are read at once… */
const NEAR_BYTES = 1 << 16;
/** …as long as there are no more of them. */
const MOST_BYTES = 1 << 22;

/** A word that was asked for, and where its line stands in the file. */
interface Place {
  key: string;
  start: number;
  /** Where the next word's line begins: other lines may stand between. */
  end: number;
}

/**
 * The vectors of a text file that can be read from any place: of each word only its hash and the place of its line are kept. A
 * file that can be read no more (moved, changed) leaves the first words, as a model file does, and says so.
 */
export class FileVectors implements StoredVectors {
  private readonly file: RandomAccessFile;
  private readonly index: WordIndex;
  private readonly starts: Float64Array;
  private readonly first: StoredVectors;
  private readonly line: VectorLine;
  private readonly onLost: () => void;
  private isLost = false;

  /**
   * @param starts [rows]: where each word's line begins, in bytes
   * @param first the first words, in memory
   * @param onLost told once, when the file can be read no more
   */
  constructor(
    file: RandomAccessFile,
    index: WordIndex,
    starts: Float64Array,
    first: StoredVectors,
    onLost: () => void = () => undefined,
  ) {
    this.onLost = onLost;
    this.file = file;
    this.index = index;
    this.starts = starts;
    this.first = first;
    this.line = new VectorLine(first.dimensions);
  }

  get dimensions(): number {
    return this.first.dimensions;
  }

  async find(keys: Iterable<string>): Promise<Map<string, Float32Array<ArrayBuffer>>> {
    const wanted = [...keys];
    if (this.isLost) return this.first.find(wanted);
    try {
      return await this.read(this.placesOf(wanted));
    } catch {
      if (!this.isLost) this.onLost();
      this.isLost = true;
      return this.first.find(wanted);
    }
  }

  extract(rows: number): Promise<CompactExtract> {
    return this.first.extract(rows);
  }

  private placesOf(keys: readonly string[]): Place[] {
    const places = keys.flatMap((key) => {
      const row = this.index.findKey(key);
      return row < 0 ? [] : [{ key, start: this.starts[row]!, end: this.starts[row + 1] ?? this.file.size }];
    });
    return places.sort((a, b) => a.start - b.start);
  }

  private async read(places: readonly Place[]): Promise<Map<string, Float32Array<ArrayBuffer>>> {
    const found = new Map<string, Float32Array<ArrayBuffer>>();
    for (let from = 0; from < places.length;) {
      const start = places[from]!.start;
      let to = from + 1;
      while (
        to < places.length &&
        places[to]!.start - places[to - 1]!.end <= NEAR_BYTES &&
        places[to]!.end - start <= MOST_BYTES
      ) {
        to++;
      }
      const bytes = new Uint8Array(await this.file.slice(start, places[to - 1]!.end).arrayBuffer());
      for (const place of places.slice(from, to)) found.set(place.key, this.parse(bytes, place.start - start));
      from = to;
    }
    return found;
  }

  private parse(bytes: Uint8Array<ArrayBuffer>, start: number): Float32Array<ArrayBuffer> {
    const newline = bytes.indexOf(NEWLINE, start);
    const fault = this.line.parse(bytes, start, trimEnd(bytes, start, newline < 0 ? bytes.length : newline));
    if (fault !== undefined) throw new Error(fault.message); // another file by now
    return this.line.values.slice();
  }
}

import { elementAt, NULL_POINTER, type Pointer } from '../../lib/pointer.ts';
import { compileWasm } from '../../lib/wasm.ts';
import type { CompactChunk } from './compact.ts';
import { bind, MARGIN_BYTES, TABLE_BYTES, type Functions } from './generated/rows.js';

/** Size of the text buffer. With the parsed values, it fits into the second-level cache of a processor. */
export const TEXT_BYTES = 1 << 17;
/** After the module's tables. */
const TEXT_START = elementAt(NULL_POINTER, TABLE_BYTES, 1);
const ALIGNMENT = 16;
const PAGE_BYTES = 65536;

const MODULE_URL = new URL('./generated/rows.wasm', import.meta.url);

/** Loads the module, in a browser or in Node; undefined where the engine has no WebAssembly SIMD, or the file is missing. */
export function loadRowModule(): Promise<WebAssembly.Module | undefined> {
  return compileWasm(MODULE_URL).catch(() => undefined); // lines are then parsed one by one: slower, with the same values
}

/**
 * Parses the usual lines of a vectors file in WebAssembly, many at a time, with the same results, bit for bit, as `VectorLine` and
 * `CompactWriter`. `parse` reads the numbers; `scan` only skips them and is five times as fast. Results are valid until the next call.
 */
export class RowParser {
  /** [rows] hashes of the words, as by `hashBytes` */
  readonly hashes: Float64Array<ArrayBuffer>;
  /** [rows, E], by the last `parse` */
  readonly values: Float32Array<ArrayBuffer>;
  /** [rows] and [rows, E], by the last `parse` */
  readonly compact: CompactChunk;
  /** [rows]: addresses of the lines' ends */
  readonly #ends: Uint32Array<ArrayBuffer>;
  readonly #text: Uint8Array<ArrayBuffer>;
  #textEnd = TEXT_START;
  readonly #dimensions: number;
  readonly #outputs: Record<'ends' | 'hashes' | 'values' | 'scales' | 'eights', Pointer>;
  readonly #functions: Functions;

  /** @param module from `loadRowModule` */
  constructor(module: WebAssembly.Module, dimensions: number) {
    const rows = Math.ceil(TEXT_BYTES / (2 * dimensions + 2)); // length of the shortest line: a letter, separators, digits, a newline
    let end: number = TEXT_START;
    const place = (bytes: number) => {
      const start = end;
      end = Math.ceil((start + bytes) / ALIGNMENT) * ALIGNMENT;
      return start as Pointer;
    };
    place(TEXT_BYTES + MARGIN_BYTES);
    const outputs = {
      hashes: place(8 * rows),
      values: place(4 * rows * dimensions),
      scales: place(4 * rows),
      ends: place(4 * rows),
      eights: place(rows * dimensions),
    };
    const memory = new WebAssembly.Memory({ initial: Math.ceil(end / PAGE_BYTES) });
    const { buffer } = memory;
    this.#text = new Uint8Array(buffer, TEXT_START, TEXT_BYTES + 1); // and the byte after it
    this.hashes = new Float64Array(buffer, outputs.hashes, rows);
    this.values = new Float32Array(buffer, outputs.values, rows * dimensions);
    this.compact = {
      scales: new Float32Array(buffer, outputs.scales, rows),
      values: new Int8Array(buffer, outputs.eights, rows * dimensions),
    };
    this.#ends = new Uint32Array(buffer, outputs.ends, rows);
    this.#dimensions = dimensions;
    this.#outputs = outputs;
    this.#functions = bind(new WebAssembly.Instance(module, { env: { memory } }).exports);
    this.#functions.prepare();
  }

  /** Loads the text to parse. @param text at most `TEXT_BYTES` */
  load(text: Uint8Array): void {
    this.#text.set(text);
    this.#textEnd = placeInText(text.length);
  }

  /**
   * Parses the lines of the loaded text from `at`, up to one that is unusual or incomplete.
   *
   * @returns the number of lines parsed
   */
  parse(at: number): number {
    return this.#parseTo(this.#textEnd, at);
  }

  /** Like `parse`, but does not set `values` and `compact`. */
  scan(at: number): number {
    return this.#functions.scanRows({
      at: placeInText(at),
      end: this.#textEnd,
      dimensions: this.#dimensions,
      ...this.#outputs,
    });
  }

  /** Parses the line `[at, end)` of the text into row 0. @returns whether it is a usual line */
  parseLine(at: number, end: number): boolean {
    const next = this.#text[end]!;
    const rows = this.#parseTo(placeInText(end), at); // writes a newline at `end`
    this.#text[end] = next;
    return rows === 1;
  }

  /** End of a row's line in the text, after its newline. */
  endOf(row: number): number {
    return this.#ends[row]! - TEXT_START;
  }

  #parseTo(end: Pointer, at: number): number {
    return this.#functions.parseRows({ at: placeInText(at), end, dimensions: this.#dimensions, ...this.#outputs });
  }
}

/** The address of a byte of the text. */
function placeInText(index: number): Pointer {
  return elementAt(TEXT_START, index, 1);
}

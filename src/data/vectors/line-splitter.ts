import { StudioError } from '../../lib/errors.ts';

/** In bytes. A line of vectors has a few kilobytes; with a longer line, the file is not text. */
const MAX_LINE = 1 << 24;
const NEWLINE = 10;

/** Receives whole lines, `bytes[start..end)`. The last byte is a newline. `bytes` is valid only during the call. */
export type OnLines = (bytes: Uint8Array<ArrayBuffer>, start: number, end: number) => void;

/** @throws StudioError BadVectors if a line is too long */
export function requireLine(length: number): void {
  if (length <= MAX_LINE) return;
  throw new StudioError(
    'BadVectors',
    `Found no line break in ${MAX_LINE / 2 ** 20} MiB, so this is not a text file of vectors. ` +
      'Expected one line per word: the word and its numbers. Convert binary vectors to text.',
  );
}

/** Splits a stream of bytes into lines. Buffers only the incomplete last line. */
export class LineSplitter {
  #rest = new Uint8Array(1 << 12);
  #used = 0;
  readonly #onLines: OnLines;

  constructor(onLines: OnLines) {
    this.#onLines = onLines;
  }

  /**
   * Passes on every line that `chunk` completes, in at most two calls.
   *
   * @throws StudioError BadVectors if a line is too long
   */
  push(chunk: Uint8Array<ArrayBuffer>): void {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    let start = 0;
    if (this.#used > 0 && end > 0) {
      start = chunk.indexOf(NEWLINE) + 1;
      this.#buffer(chunk.subarray(0, start));
      this.#flush();
    }
    if (start < end) this.#onLines(chunk, start, end);
    this.#buffer(chunk.subarray(end));
    requireLine(this.#used);
  }

  /** Passes on the last line if it does not end with a newline. */
  finish(): void {
    if (this.#used === 0) return;
    this.#buffer(Uint8Array.of(NEWLINE));
    this.#flush();
  }

  #flush(): void {
    this.#onLines(this.#rest, 0, this.#used);
    this.#used = 0;
  }

  #buffer(bytes: Uint8Array): void {
    const size = this.#used + bytes.length;
    if (size > this.#rest.length) {
      const larger = new Uint8Array(Math.max(size, 2 * this.#rest.length));
      larger.set(this.#rest.subarray(0, this.#used));
      this.#rest = larger;
    }
    this.#rest.set(bytes, this.#used);
    this.#used = size;
  }
}

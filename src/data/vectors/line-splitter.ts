import { StudioError } from '../../lib/errors.ts';

/** A line of vectors is some kilobytes; without a newline for so long, the file is no text. */
const LONGEST_LINE = 1 << 24;
const NEWLINE = 10;

/** Gives whole lines, `bytes[start..end)`, the last byte a newline; the bytes are valid during the call only. */
export type OnLines = (bytes: Uint8Array<ArrayBuffer>, start: number, end: number) => void;

/** Cuts a stream of bytes where lines end; holds the unfinished line only. */
export class LineSplitter {
  private rest = new Uint8Array(1 << 12);
  private used = 0;
  private readonly onLines: OnLines;

  constructor(onLines: OnLines) {
    this.onLines = onLines;
  }

  /** Gives every line that `chunk` ends, in two calls at most. Fails with `BadVectors` where there seem to be no lines. */
  push(chunk: Uint8Array<ArrayBuffer>): void {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    let start = 0;
    if (this.used > 0 && end > 0) {
      start = chunk.indexOf(NEWLINE) + 1;
      this.keep(chunk.subarray(0, start));
      this.giveRest();
    }
    if (start < end) this.onLines(chunk, start, end);
    this.keep(chunk.subarray(end));
    if (this.used > LONGEST_LINE) {
      throw new StudioError(
        'BadVectors',
        `There is no line break in ${LONGEST_LINE / 2 ** 20} MiB: this is no text file of vectors. ` +
          'Expected a line for each word: the word and its numbers. Convert binary vectors to text first.',
      );
    }
  }

  /** Gives the last line, where it has no newline. */
  finish(): void {
    if (this.used === 0) return;
    this.keep(Uint8Array.of(NEWLINE));
    this.giveRest();
  }

  private giveRest(): void {
    this.onLines(this.rest, 0, this.used);
    this.used = 0;
  }

  private keep(bytes: Uint8Array): void {
    const size = this.used + bytes.length;
    if (size > this.rest.length) {
      const larger = new Uint8Array(Math.max(size, 2 * this.rest.length));
      larger.set(this.rest.subarray(0, this.used));
      this.rest = larger;
    }
    this.rest.set(bytes, this.used);
    this.used = size;
  }
}

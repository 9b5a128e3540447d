import { StudioError } from '../../lib/errors.ts';

/** A line of vectors is some kilobytes; without a newline for so long, the file is no text. */
const LONGEST_LINE = 1 << 24;
const NEWLINE = 10;

/** Gives each line's place in its buffer, without the newline; the bytes are valid during the call only. */
export type OnLine = (bytes: Uint8Array<ArrayBuffer>, start: number, end: number) => void;

/** Cuts a stream of bytes into lines; holds the unfinished line only. */
export class LineSplitter {
  private buffer = new Uint8Array(1 << 18);
  private used = 0;
  private readonly onLine: OnLine;

  constructor(onLine: OnLine) {
    this.onLine = onLine;
  }

  push(chunk: Uint8Array): void {
    this.reserve(this.used + chunk.length);
    this.buffer.set(chunk, this.used);
    const searched = this.used;
    this.used += chunk.length;
    const filled = this.buffer.subarray(0, this.used);
    let start = 0;
    for (;;) {
      const end = filled.indexOf(NEWLINE, Math.max(start, searched));
      if (end < 0) break;
      this.onLine(this.buffer, start, end);
      start = end + 1;
    }
    this.buffer.copyWithin(0, start, this.used);
    this.used -= start;
    if (this.used > LONGEST_LINE) {
      throw new StudioError(
        'BadVectors',
        `There is no line break in ${LONGEST_LINE / 2 ** 20} MiB: this is no text file of vectors. ` +
          'Expected a line for each word: the word and its numbers. Convert binary vectors to text first.',
      );
    }
  }

  /** The last line, where it has no newline. */
  finish(): void {
    if (this.used > 0) this.onLine(this.buffer, 0, this.used);
    this.used = 0;
  }

  private reserve(size: number): void {
    if (size <= this.buffer.length) return;
    const larger = new Uint8Array(Math.max(size, 2 * this.buffer.length));
    larger.set(this.buffer.subarray(0, this.used));
    this.buffer = larger;
  }
}

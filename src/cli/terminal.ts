import type { Milliseconds } from '../lib/units.ts';

/** Where there is no terminal, progress is a line now and then. */
const PLAIN_INTERVAL: Milliseconds = 10_000;

/** What is written to: `process.stdout` and `process.stderr`, or a test's own. */
export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Results go to standard output; progress, notes and problems to standard error, where one line is updated in place. */
export class Terminal {
  readonly #out: Output;
  readonly #err: Output;
  readonly #now: () => Milliseconds;
  #progressShown = false;
  #progressAt = -Infinity;

  constructor(out: Output, err: Output, now: () => Milliseconds = () => performance.now()) {
    this.#out = out;
    this.#err = err;
    this.#now = now;
  }

  /** Lines of the result. */
  print(text: string): void {
    this.clearProgress();
    this.#out.write(`${text}\n`);
  }

  /** The result as it is. */
  write(text: string): void {
    this.clearProgress();
    this.#out.write(text);
  }

  /** A line for people. */
  note(text: string): void {
    this.clearProgress();
    this.#err.write(`${text}\n`);
  }

  /** How far something has come. */
  progress(text: string): void {
    if (this.#err.isTTY === true) {
      const width = (this.#err.columns ?? 80) - 1; // a full line would wrap
      this.#err.write(`\r\u001b[K${text.slice(0, width)}`);
      this.#progressShown = true;
      return;
    }
    const now = this.#now();
    if (now - this.#progressAt < PLAIN_INTERVAL) return;
    this.#progressAt = now;
    this.#err.write(`${text}\n`);
  }

  clearProgress(): void {
    if (this.#progressShown) this.#err.write('\r\u001b[K');
    this.#progressShown = false;
  }
}

import type { Milliseconds } from '../lib/units.ts';

/** Minimum time between progress lines if the output is not a terminal. */
const PLAIN_INTERVAL: Milliseconds = 10_000;

/** The part of `process.stdout` and `process.stderr` that is used. */
export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Writes results to standard output, and progress, notes and problems to standard error. */
export class Terminal {
  readonly #out: Output;
  readonly #err: Output;
  readonly #now: () => Milliseconds;
  #progressShown = false;
  /** Whether notes and progress are left out. */
  isQuiet = false;
  #progressAt = -Infinity;

  constructor(out: Output, err: Output, now: () => Milliseconds = () => performance.now()) {
    this.#out = out;
    this.#err = err;
    this.#now = now;
  }

  /** Writes lines of the result. */
  print(text: string): void {
    this.clearProgress();
    this.#out.write(`${text}\n`);
  }

  /** Writes the result without adding a line break. */
  write(text: string): void {
    this.clearProgress();
    this.#out.write(text);
  }

  /** Writes a line to standard error, unless quiet. */
  note(text: string): void {
    if (!this.isQuiet) this.error(text);
  }

  /** Writes a line to standard error. */
  error(text: string): void {
    this.clearProgress();
    this.#err.write(`${text}\n`);
  }

  /** Shows progress: one line that is updated in place, or, without a terminal, a line every ten seconds. */
  progress(text: string): void {
    if (this.isQuiet) return;
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

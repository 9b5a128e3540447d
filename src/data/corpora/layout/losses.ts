import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';

/** Share that may be dropped or changed without a question. */
const MAX_LOST = 0.01;

/** Counts the lines (or objects, or spans) that cannot be read, and asks whether the rest is to be used. */
export class Losses {
  count = 0;
  readonly #what: string;
  #first: { line: number; message: string } | undefined;

  constructor(what = 'token lines') {
    this.#what = what;
  }

  /** @returns the problem */
  add<P extends { message: string }>(line: number, problem: P): P {
    this.count++;
    this.#first ??= { line, message: problem.message };
    return problem;
  }

  /** Where the first one is and what is wrong with it, as a sentence after a space; empty without any. */
  get first(): string {
    return this.#first === undefined ? '' : ` The first, in line ${this.#first.line}: ${this.#first.message}`;
  }

  /** The question if too many of `total` are lost. */
  question(total: number, { acceptLosses }: Pick<CorpusOptions, 'acceptLosses'>): ReadingQuestion | undefined {
    if (acceptLosses || this.#first === undefined || this.count <= MAX_LOST * total) return undefined;
    const percent = ((100 * this.count) / total).toFixed(1);
    return {
      what: `Use the file without these ${this.#what === 'token lines' ? 'lines' : this.#what}?`,
      reason: `${this.count} of ${total} ${this.#what} (${percent}%) would be dropped or changed, the first in line ${this.#first.line}: ${this.#first.message}`,
      options: [{ label: 'yes, without them', settings: { acceptLosses: true } }],
    };
  }
}

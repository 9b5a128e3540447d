import type { Problem } from '../corpus.ts';

const LONGEST_EXCERPT = 200;
const decoder = new TextDecoder();

/** Problems of one file: the first are kept, the others counted. */
export class ProblemList {
  readonly problems: Problem[] = [];
  more = 0;
  readonly file: string;
  private readonly limit: number;

  constructor(file: string, limit = 100) {
    this.file = file;
    this.limit = limit;
  }

  /** @param excerpt the line's bytes, where one line is to blame */
  add(problem: Omit<Problem, 'file' | 'excerpt'>, excerpt?: Uint8Array): void {
    if (this.problems.length === this.limit) {
      this.more++;
    } else if (excerpt === undefined) {
      this.problems.push({ file: this.file, ...problem });
    } else {
      // at most four bytes a character
      const text = decoder.decode(excerpt.subarray(0, 4 * LONGEST_EXCERPT)).slice(0, LONGEST_EXCERPT);
      this.problems.push({ file: this.file, ...problem, excerpt: text });
    }
  }
}

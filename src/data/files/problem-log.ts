import type { Problem } from '../corpus.ts';

/** Problems of single lines that are kept; the rest is counted. */
const KEPT = 1000;

const EXCERPT_LENGTH = 200;

/** Share of lines that cannot be read above which the file as a whole is called in question. */
const DOUBTFUL_SHARE = 0.5;

/** Collects what cannot be read in one file. */
export class ProblemLog {
  readonly problems: Problem[] = [];
  more = 0;
  private readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  /** What is said of the file as a whole (line 0) is always kept: it may decide whether the file is used. */
  add(problem: Omit<Problem, 'file'>): void {
    if (problem.line > 0 && this.problems.length >= KEPT) {
      this.more++;
      return;
    }
    const { excerpt } = problem;
    this.problems.push({
      file: this.file,
      ...problem,
      ...(excerpt !== undefined && { excerpt: excerpt.slice(0, EXCERPT_LENGTH) }),
    });
  }

  /** Calls the file as a whole in question, with a message, where most of its lines cannot be read. */
  doubt(unreadable: number, lines: number, message: string): void {
    if (unreadable > DOUBTFUL_SHARE * lines) this.add({ line: 0, severity: 'error', kind: 'format', message });
  }

  /** By line, in order of discovery within one. */
  sorted(): Problem[] {
    return this.problems.toSorted((a, b) => a.line - b.line);
  }
}

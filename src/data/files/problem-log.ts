import type { Problem } from '../corpus.ts';
import { shownName } from './shown-name.ts';

/** Maximum number of problems of single lines that are listed; further ones are only counted. */
const MAX_PROBLEMS = 1000;

const EXCERPT_LENGTH = 200; // characters
/** Messages quote tokens and tags, which may be of any length. */
const MESSAGE_LENGTH = 1000; // characters

/** Share of unreadable lines above which the file as a whole is an error. */
const MAX_UNREADABLE_SHARE = 0.5;

/** Collects the problems of one file. */
export class ProblemLog {
  readonly problems: Problem[] = [];
  /** Number of problems that are not listed. */
  more = 0;
  /** Number of lines that do not have the columns of the others, whether they are listed or not. */
  lostLines = 0;
  readonly #file: string;

  constructor(file: string) {
    this.#file = shownName(file);
  }

  /** Problems of the file as a whole (line 0) are always listed: they may decide whether the file is used. */
  add(problem: Omit<Problem, 'file'>): void {
    if (problem.kind === 'columns') this.lostLines++;
    if (problem.line > 0 && this.problems.length >= MAX_PROBLEMS) {
      this.more++;
      return;
    }
    const { excerpt } = problem;
    this.problems.push({
      file: this.#file,
      ...problem,
      message: shortened(problem.message, MESSAGE_LENGTH),
      ...(excerpt !== undefined && { excerpt: excerpt.slice(0, EXCERPT_LENGTH) }),
    });
  }

  /** Adds the problems of another log of the file. */
  addAll(log: ProblemLog): void {
    for (const problem of log.problems) this.add(problem);
    this.more += log.more;
    this.lostLines += log.lostLines - log.problems.filter(({ kind }) => kind === 'columns').length;
  }

  /** Adds an error for the file as a whole if most of its lines cannot be read. */
  checkReadable(unreadable: number, lines: number, message: string): void {
    if (unreadable > MAX_UNREADABLE_SHARE * lines) this.add({ line: 0, severity: 'error', kind: 'format', message });
  }

  /** Sorted by line, then in the order in which they were added. */
  sorted(): Problem[] {
    return this.problems.toSorted((a, b) => a.line - b.line);
  }
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

import type { NameNote } from './name-entry.ts';

/** A filled line of a list. */
export interface NameLine {
  line: number;
  text: string;
}

/** Share of lines that begin with a sign of comments above which they are names, such as hashtags. */
const MOST_COMMENTS = 0.8;
/** A comment in a list of names; in one of hashtags, only `# ` begins one. */
const COMMENT = /^\s*(?:#|\/\/|;|<!--)/;
const SURE_COMMENT = /^\s*# /;
/** Begins or ends a document of YAML. */
const BORDER = /^(?:---|\.{3})\s*$/;
const DIRECTIVE = /^sep=(.)$/i;

/** The lines of a list without empty ones, comments, and Excel's `sep=;`. Every iteration reads them again. */
export class FilledLines implements Iterable<NameLine> {
  /** The separator of columns that the file names. */
  readonly separator: string | undefined;
  readonly #lines: Iterable<string>;
  readonly #comment: RegExp;
  readonly #notes: NameNote[] = [];

  /** @param sample the first lines, filled */
  constructor(lines: Iterable<string>, sample: readonly string[]) {
    this.#lines = lines;
    this.separator = DIRECTIVE.exec(sample[0] ?? '')?.[1];
    this.#comment =
      sample.filter((line) => COMMENT.test(line)).length < MOST_COMMENTS * sample.length ? COMMENT : SURE_COMMENT;
    for (const { line, text } of numbered(lines)) {
      if (!COMMENT.test(text) || SURE_COMMENT.test(text)) continue;
      const message =
        this.#comment === COMMENT
          ? 'Lines like this one are left out as comments.'
          : 'Most lines begin with a sign of comments, so that it is read as part of the names. Comments begin with “# ”.';
      this.#notes.push({ line, message });
      break;
    }
  }

  /** What is to be said of comments. */
  get notes(): readonly NameNote[] {
    return this.#notes;
  }

  *[Symbol.iterator](): Generator<NameLine, void> {
    let isFirst = this.separator !== undefined;
    for (const { line, text } of numbered(this.#lines)) {
      const isSkipped = isFirst || this.#comment.test(text) || BORDER.test(text) || text.trim() === '';
      if (text.trim() !== '') isFirst = false;
      if (!isSkipped) yield { line, text };
    }
  }

  first(most: number): NameLine[] {
    const first: NameLine[] = [];
    for (const one of this) {
      if (first.length === most) break;
      first.push(one);
    }
    return first;
  }
}

function* numbered(lines: Iterable<string>): Generator<NameLine, void> {
  let line = 0;
  for (const text of lines) yield { line: ++line, text };
}

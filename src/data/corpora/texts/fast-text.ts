import { firstLines, isFilled } from '../../files/text-lines.ts';

export const FAST_TEXT_LABEL = '__label__';
const SAMPLED = 200;

/** A text of fastText: `__label__class text`. */
interface FastTextLine {
  /** From 1. */
  line: number;
  text: string;
  labels: string[];
  /** The whole line. */
  written: string;
}

/** Whether lines begin with labels of fastText. */
export function isFastText(lines: Iterable<string>): boolean {
  const sample = firstLines(lines, SAMPLED, isFilled);
  return sample.length > 0 && sample.every((line) => line.trimStart().startsWith(FAST_TEXT_LABEL));
}

/** The texts of lines of fastText; words are separated by one space. */
export function* fastTextLines(lines: Iterable<string>): Generator<FastTextLine, void> {
  let line = 0;
  for (const written of lines) {
    line++;
    if (!isFilled(written)) continue;
    const words = written.trim().split(/\s+/);
    const labels = words
      .filter((word) => word.startsWith(FAST_TEXT_LABEL))
      .map((word) => word.slice(FAST_TEXT_LABEL.length));
    yield { line, text: words.filter((word) => !word.startsWith(FAST_TEXT_LABEL)).join(' '), labels, written };
  }
}

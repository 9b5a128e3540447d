import { firstLines, isFilled } from '../../files/text-lines.ts';
import { findInputColumns } from '../input-columns.ts';
import { isDocumentLine } from '../layout/sample.ts';
import { Losses } from '../layout/losses.ts';
import { SentenceCollector } from '../raw-corpus.ts';
import { areTags } from '../records/joined-tags.ts';
import { type Format, SCORES } from './format.ts';

/** Lines examined. */
const SAMPLED_LINES = 200;
/** Share of the lines that must be words with their tags, or tags. */
const MIN_SHARE = 0.9;

/** The words of a sentence in one line, and as many tags in the next one. Holds tokens and one layer of spans that do not overlap. */
export const tagLines: Format = {
  detect: (_file, lines) =>
    areTagLines(firstLines(lines, SAMPLED_LINES, isContent).map(partsOf))
      ? { score: SCORES.shape, reason: 'every second line has as many tags as the line before has words' }
      : undefined,
  read({ file, lines, problems }, options) {
    const collected = new SentenceCollector(file);
    const losses = new Losses('lines');
    let words: { line: number; parts: string[] } | undefined;
    let [number, read] = [0, 0];
    const skip = () => {
      if (words === undefined) return;
      const message = `Found ${words.parts.length} words without as many tags in the next line; the line was skipped.`;
      const problem = { line: words.line, severity: 'error', kind: 'tag-lines', message } as const;
      problems.add({ ...losses.add(words.line, problem), excerpt: words.parts.join(' ') });
      words = undefined;
    };
    findInputColumns(options.inputColumns ?? [], [], 0, [], problems);
    for (const line of lines) {
      number++;
      if (isDocumentLine(line)) {
        skip();
        collected.borders.mark();
      }
      if (!isContent(line)) continue;
      const parts = partsOf(line);
      if (words?.parts.length === parts.length && parts.every(isTag)) {
        for (const [t, token] of words.parts.entries()) collected.add(words.line, token, parts[t]!);
        collected.end();
        read += 2;
        words = undefined;
      } else {
        skip();
        words = { line: number, parts };
      }
    }
    skip();
    const question = losses.question(read + losses.count, options);
    return {
      sentences: collected.sentences,
      hasDocuments: collected.borders.hasMarks,
      columns: 0,
      tagColumn: 0,
      furtherColumns: [],
      ...(question && { question }),
    };
  },
};

/** Whether lines alternate between words and as many tags. They do not if a column has tags in all of them: then they are tokens. */
function areTagLines(rows: readonly (readonly string[])[]): boolean {
  const tags: string[] = [];
  let paired = 0;
  for (let i = 1; i < rows.length; i++) {
    const row = rows[i]!;
    if (rows[i - 1]!.length !== row.length || !row.every(isTag)) continue;
    tags.push(...row);
    paired += 2;
    i++; // the next line has words again
  }
  const width = Math.min(...rows.map(({ length }) => length));
  const isColumn = (c: number) => rows.every((row) => isTag(row.at(c)!));
  return (
    paired > 0 &&
    paired >= MIN_SHARE * rows.length &&
    rows.some(({ length }) => length > 1) &&
    tags.some((tag) => areTags([tag])) &&
    !isColumn(-1) &&
    !Array.from({ length: width }, (_, c) => c).some(isColumn)
  );
}

/** A tag of a scheme, or a type in capitals: `B-PER`, `O`, `PER`. */
function isTag(part: string): boolean {
  return areTags([part]) || /^\p{Lu}[\p{Lu}_-]*$/u.test(part);
}

function isContent(line: string): boolean {
  return isFilled(line) && !isDocumentLine(line);
}

function partsOf(line: string): string[] {
  return line.trim().split(/\s+/);
}

import type { TableRows } from './table-rows.ts';

/** A class before the text of its line: `DESC:manner`, as in TREC, or a number. */
const CLASS = /^(?:([A-Z]{2,}):[A-Za-z]+|\d{1,2})$/;
const FEWEST_LINES = 20;
/** Share of the lines that may have the same number of words: columns all have. */
const MOST_ALIKE = 0.5;
/** Share of the lines that may begin otherwise. */
const MOST_OTHERS = 0.05;

/**
 * Lines of a class, a space and a text, as the rows of a table without a header. A class of two parts is also a column with its first part.
 * A few lines may begin otherwise: they have a problem.
 *
 * @param isCut whether it is only the beginning of a file, whose last line may be incomplete
 */
export function labelledLines(text: string, isCut = false): TableRows | undefined {
  const lines = text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [{ line: i + 1, text: line.trim() }]));
  const own = isCut ? lines.slice(0, -1) : lines;
  if (own.length < FEWEST_LINES) return undefined;
  const counts = new Map<number, number>();
  const rows: TableRows['rows'] = [];
  let hasParts = true;
  let others = 0;
  for (const { line, text: written } of own) {
    const [label, ...words] = written.split(/\s+/);
    const found = CLASS.exec(label!);
    if (found === null) {
      if (++others > MOST_OTHERS * own.length) return undefined;
      rows.push({ cells: ['', '', written], line, lines: 1, problem: 'The line does not begin with a class.' });
      continue;
    }
    hasParts &&= found[1] !== undefined;
    counts.set(words.length, (counts.get(words.length) ?? 0) + 1);
    rows.push({ cells: [label!, found[1] ?? '', words.join(' ')], line, lines: 1 });
  }
  if (Math.max(...counts.values()) > MOST_ALIKE * own.length) return undefined;
  const header = ['column 1', 'column 1, before the colon', 'column 2'];
  const used = hasParts ? [0, 1, 2] : [0, 2];
  return {
    separator: '\t',
    header: used.map((c) => header[c]!),
    isNamed: false,
    isCertain: false,
    rows: rows.map((row) => ({ ...row, cells: used.map((c) => row.cells[c]!) })),
  };
}

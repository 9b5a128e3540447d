import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import { firstLines, isFilled } from '../../files/text-lines.ts';
import { readConll } from '../columns/conll.ts';
import { isDocumentLine } from '../layout/sample.ts';
import { Losses } from '../layout/losses.ts';
import { areTags } from '../records/kinds/joined-tags.ts';
import { type Format, SCORES } from './format.ts';
import type { Splitter } from '../lines/prefixes.ts';
import { areMixed, isTag, MIN_SHARE, MOST_LINES, partsOf } from '../lines/parts.ts';
import { isComment, SAMPLED_LINES, splitterOf } from '../lines/splitters.ts';

/**
 * A sentence in several lines with as many parts each: its words, its tags, and perhaps parts of speech. It is read as columns, with a line
 * for each. Holds tokens and one layer of spans that do not overlap.
 */
export const tagLines: Format = {
  detect(_file, lines) {
    const shape = shapeOf(lines);
    return shape === undefined || shape.mayBeColumns
      ? undefined
      : { score: SCORES.shape, reason: `every ${shape.size} lines have as many parts, and one of them tags` };
  },
  read({ file, lines, problems }, options) {
    const { size, tags, others } = shapeOf(lines)!;
    const losses = new Losses('lines');
    const split = splitterOf(lines);
    if (split?.note !== undefined) problems.add({ line: 0, severity: 'warning', kind: 'intents', message: split.note });
    let filled = 0;
    const numbers: number[] = []; // of the line in the file, for each line of columns
    const skip = (line: number, row: readonly string[]) => {
      const message = `Found ${row.length} ${row.length === 1 ? 'part' : 'parts'}, and not as many in the other lines of the sentence; the line was skipped.`;
      const problem = { line, severity: 'error', kind: 'tag-lines', message } as const;
      problems.add({ ...losses.add(line, problem), excerpt: row.join(' ') });
    };
    const columns: string[] = [];
    let group: { line: number; row: string[] }[] = [];
    const end = () => {
      for (const { line, row } of group) skip(line, row);
      group = [];
    };
    const add = (line: number, text: string) => {
      columns.push(text);
      numbers.push(line);
    };
    for (const { line, number } of writtenLines(lines, split)) {
      const isEnd = isDocumentLine(line);
      if (isEnd || !isFilled(line)) end();
      if (isEnd) add(number, line);
      if (isEnd || !isFilled(line)) continue;
      filled++;
      group.push({ line: number, row: partsOf(line) });
      while (
        group.length > 0 &&
        !isGroup(
          group.map(({ row }) => row),
          tags,
        )
      ) {
        const [first] = group.splice(0, 1);
        skip(first!.line, first!.row);
      }
      if (group.length < size) continue;
      const first = group[0]!;
      for (const t of first.row.keys()) add(first.line, group.map(({ row }) => row[t]).join('\t'));
      add(number, '');
      group = [];
    }
    end();
    const known: CorpusOptions =
      size === 2
        ? { columnsAs: tags === 1 ? ['token', 'tag'] : ['tag', 'token'] }
        : others.length === 0
          ? { columnsAs: Array.from({ length: size }, (_, line) => (line === tags ? 'tag' : undefined)) }
          : {};
    const raw = readConll(file, columns, problems, { ...known, ...options });
    const isChosen = options.tagColumn !== undefined;
    const order = !isChosen && others.includes(raw.layout!.tokenColumn) ? whichLine([tags, ...others]) : undefined;
    const question = losses.question(filled, options) ?? order ?? raw.question;
    return {
      ...raw,
      sentences: raw.sentences.map((sentence) => ({
        ...sentence,
        lines: sentence.lines.map((at) => numbers[at - 1]!),
      })),
      ...(question && { question }),
    };
  },
};

/** The lines with their numbers; those that have both words and tags are two. */
function* writtenLines(
  lines: Iterable<string>,
  split: Splitter | undefined,
): Generator<{ line: string; number: number }, void> {
  let number = 0;
  for (const line of lines) {
    number++;
    const parts = isFilled(line) && !isDocumentLine(line) ? split?.(line) : undefined;
    for (const part of parts ?? [split && isComment(line) ? '' : line]) yield { line: part, number };
  }
}

/** The question where the words look like tags, too. @param lines that look like tags */
function whichLine(lines: readonly number[]): ReadingQuestion {
  const ordered = lines.toSorted((a, b) => a - b);
  return {
    what: 'Which line of a sentence has the words?',
    reason: `Lines ${ordered.map((line) => line + 1).join(' and ')} of each sentence look like tags.`,
    options: ordered.map((line) => ({
      label: `line ${line + 1} has the words`,
      settings: { tokenColumn: line, tagColumn: ordered.findLast((other) => other !== line)! },
    })),
  };
}

/** The question for columns that may as well be lines with the words and the tags of sentences; undefined if they may not. */
export function linesOrColumns(
  lines: Iterable<string>,
  { tokenColumn, tagColumn }: { tokenColumn: number; tagColumn: number },
): ReadingQuestion | undefined {
  if (shapeOf(lines)?.mayBeColumns !== true) return undefined;
  const settings: Partial<CorpusOptions> = { tokenColumn, tagColumn };
  return {
    what: 'Has each line a token with its tag?',
    reason: `The lines may be columns, with tags in column ${tagColumn + 1}, or each second line may have the tags of the words in the line before. In that case, write each word with its tag in a line of its own.`,
    options: [{ label: 'yes, each line is a token', settings }],
  };
}

interface Shape {
  /** Lines of a sentence. */
  size: number;
  /** Which of them has the tags, from 0. */
  tags: number;
  /** Whether all lines have as many parts, and a column of them tags. */
  mayBeColumns: boolean;
  /** Other lines that look like tags. */
  others: number[];
}

/** How many lines a sentence has; undefined if the lines do not show it. */
function shapeOf(lines: Iterable<string>): Shape | undefined {
  const rows: string[][] = [];
  const blocks: string[][][] = [[]];
  const split = splitterOf(lines);
  for (const { line } of writtenLines(firstLines(lines, SAMPLED_LINES), split)) {
    if (!isFilled(line) || isDocumentLine(line)) {
      if (blocks.at(-1)!.length > 0) blocks.push([]);
      continue;
    }
    rows.push(partsOf(line));
    blocks.at(-1)!.push(rows.at(-1)!);
  }
  let best: (Shape & { grouped: number }) | undefined;
  for (let size = 2; size <= MOST_LINES; size++) {
    for (let tags = size - 1; tags >= 0; tags--) {
      const groups = groupsOf(blocks, size, tags);
      const grouped = groups.length * size;
      if (grouped < MIN_SHARE * rows.length || grouped < (best?.grouped ?? 0) || !haveTags(groups, tags)) continue;
      if (best?.grouped !== grouped)
        best = {
          size,
          tags,
          grouped,
          mayBeColumns: (split === undefined || split.isOneLine === true) && isTagColumn(rows),
          others: [],
        };
      else if (best.size === size) best.others.push(tags);
    }
  }
  return best;
}

/** Groups of lines with as many parts, one of them tags. The lines before a group that are in none are left out. */
function groupsOf(blocks: readonly string[][][], size: number, tags: number): string[][][] {
  return blocks.flatMap((rows) => {
    const groups: string[][][] = [];
    for (let i = 0; i + size <= rows.length;) {
      const group = rows.slice(i, i + size);
      if (isGroup(group, tags)) groups.push(group);
      i += isGroup(group, tags) ? size : 1;
    }
    return groups;
  });
}

/** Whether lines may begin a group. */
function isGroup(rows: readonly string[][], tags: number): boolean {
  return rows.every((row, i) => row.length === rows[0]!.length && (i !== tags || row.every(isTag)));
}

/** Whether tags have a letter of a scheme. Where all sentences have one word, `O` is no proof, and a cell of a table is no tag. */
function haveTags(groups: readonly string[][][], line: number): boolean {
  const tags = groups.flatMap((rows) => rows[line]!);
  const isLong = groups.some(([row]) => row!.length > 1);
  const lettered = tags.filter((tag) => tag !== 'O' && areTags([tag]));
  return (
    !areMixed(tags) &&
    (isLong ? tags.some((tag) => areTags([tag])) : lettered.some((tag) => /^[\p{L}\p{N}\p{M}._-]+$/u.test(tag)))
  );
}

/** Whether all lines have as many parts, and one column of them only tags: then they may be tokens. */
function isTagColumn(rows: readonly string[][]): boolean {
  const [first = []] = rows;
  return (
    first.length > 1 &&
    rows.every(({ length }) => length === first.length) &&
    first.some((_, c) => rows.every((row) => isTag(row[c]!)))
  );
}

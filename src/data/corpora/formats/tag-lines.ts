import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import { firstLines, isFilled } from '../../files/text-lines.ts';
import { readConll } from '../columns/conll.ts';
import { isDocumentLine } from '../layout/sample.ts';
import { Losses } from '../layout/losses.ts';
import { areTags } from '../records/kinds/joined-tags.ts';
import { type Format, SCORES } from './format.ts';
import { besidePrefixes, type Splitter } from './line-prefixes.ts';

/** Lines examined. */
const SAMPLED_LINES = 200;
/** Characters of a sentence. */
const LONGEST_LINE = 100_000;
/** Share of the lines that must be in groups. */
const MIN_SHARE = 0.9;
/** Most lines of a sentence: words, lemmas, parts of speech, chunks, tags. */
const MOST_LINES = 5;

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

/** A word with its tag: `Oslo[B-LOC]`, `The[DT]`. */
const BRACKETED = /^(\S{1,500})\[([^\s[\]]{1,100})\]$/;

const atEach = (separator: string) => (line: string) => {
  const parts = line.split(separator);
  return parts.length > 1 && parts.length <= MOST_LINES ? parts : undefined;
};

/** A sentence of ATIS: the tag of its last word, which marks the end, is its intent. */
const ATIS = /^BOS ([^\t]{1,10000}) EOS\t\S{1,100} ([^\t]{1,10000}) \S{1,200}\s*$/;

const withoutIntent: Splitter = Object.assign((line: string) => ATIS.exec(line)?.slice(1), {
  note: 'The marks BOS and EOS, and the intent of each sentence, were not read.',
});

/**
 * Lines with the words, the tags and something else of a sentence, such as its intent, perhaps between lines of a dialogue
 * that have no tags: `fly to Oslo|||O O B-city|||flight`. Undefined if the lines are none.
 */
function besideOthers(separator: string, sample: readonly string[]): Splitter | undefined {
  const rows = sample.filter((line) => line.includes(separator)).map((line) => line.split(separator));
  const [first = []] = rows;
  if (2 * rows.length < sample.length - 1 || rows.some(({ length }) => length !== first.length)) return undefined;
  const columns = [...first.keys()];
  const isLong = (c: number) => rows.some((row) => partsOf(row[c]!).length > 1);
  const most = (fit: (row: readonly string[]) => boolean) => rows.filter(fit).length >= MIN_SHARE * rows.length;
  const tags = columns.find((c) => most((row) => areTags(partsOf(row[c]!))) && isLong(c));
  if (tags === undefined) return undefined;
  const fits = (c: number) => most((row) => partsOf(row[c]!).length === partsOf(row[tags]!).length);
  const [words, ...others] = columns.filter((c) => c !== tags && fits(c));
  const isAll = columns.length === 2 && rows.length === sample.length;
  if (words === undefined || others.length > 0 || isAll) return undefined;
  const split = (line: string) => {
    const parts = line.split(separator);
    return parts.length === columns.length ? [parts[words]!, parts[tags]!] : line.includes(separator) ? undefined : [];
  };
  const other = first.find((_, c) => c !== words && c !== tags);
  const untagged = sample.find((line) => !line.includes(separator));
  const left = [
    ...(other === undefined ? [] : [`other parts of lines, such as ${other.trim()}`]),
    ...(untagged === undefined ? [] : [`lines without tags, such as ${untagged.slice(0, 40)}`]),
  ];
  return Object.assign(split, { note: `Only words and their tags were read: not ${left.join(', and ')}.` });
}

/** A word and its tag, and what joins them and stands before the next word: `Ada<tab>B-PER lives<tab>O`. */
const PAIR = /^(\S{1,500}?)([\t ,;]{1,2})(?:O|[BIESLUMW][-_]\p{L}\S{0,100}?|\p{Lu}[\p{Lu}_-]{0,60})([\s,;|]{1,3})\S/u;

const inPairs: Splitter = (line) => {
  const written = line.length > LONGEST_LINE ? '' : line.trim();
  const [, , joiner, between] = PAIR.exec(written) ?? [];
  if (joiner === undefined || joiner === between) return undefined;
  const pairs = written.split(between!).map((pair) => {
    const cut = pair.lastIndexOf(joiner);
    return [pair.slice(0, Math.max(0, cut)), pair.slice(cut + joiner.length)] as const;
  });
  const areAll = pairs.every(([word, tag]) => /^\S+$/.test(word) && isTag(tag));
  return areAll ? [0, 1].map((side) => pairs.map((pair) => pair[side]).join(' ')) : undefined;
};

/** The same character joins words and tags, and pairs: `Ada B-PER lives O`. */
const inTurn: Splitter = (line) => {
  const parts = line.length > LONGEST_LINE || /\s/.test(line.trim()) ? partsOf(line) : line.trim().split(/[,;]/);
  const [words, tags] = [0, 1].map((side) => parts.filter((_, i) => i % 2 === side)) as [string[], string[]];
  return words.length === tags.length && areTags(tags) && !areTags(words)
    ? [words.join(' '), tags.join(' ')]
    : undefined;
};

const SPLITTERS: readonly Splitter[] = [
  withoutIntent,
  inPairs,
  atEach('|||'),
  atEach('\t'),
  (line) => {
    const words: string[] = [];
    const tags: string[] = [];
    for (const part of partsOf(line)) {
      const [, word, tag] = BRACKETED.exec(part) ?? [];
      if (word === undefined) return undefined;
      words.push(word);
      tags.push(tag!);
    }
    return [words.join(' '), tags.join(' ')];
  },
  inTurn,
];

/** How all lines are split: `words ||| tags`, also at tabs, or each word with its tag, `Oslo[B-LOC]`. Undefined: words and tags have their own lines. */
function splitterOf(lines: Iterable<string>): Splitter | undefined {
  const sample = firstLines(lines, SAMPLED_LINES, isFilled).filter((line) => !isDocumentLine(line));
  const beside = ['|||', '\t'].flatMap((separator) => besideOthers(separator, sample) ?? []);
  return [...beside, ...besidePrefixes(sample), ...SPLITTERS].find((split) => {
    const rows = sample.filter((line) => !isComment(line) || split(line)).map(split);
    const haveTags = (row: readonly string[]) => row.map(partsOf).some((tags) => tags.length > 1 && tags.every(isTag));
    if (!rows.every((row) => row !== undefined) || !rows.some(haveTags)) return false;
    if (split !== inTurn || rows.length === 1) return true;
    // Rows of as many cells may as well be columns with two layers of tags, and few longer ones columns whose line ends are lost.
    const lengths = rows.map(([words]) => partsOf(words!).length);
    return new Set(lengths).size > 1 && 2 * lengths.filter((length) => length > 1).length > rows.length;
  });
}

/** Beside lines that have both words and tags. */
function isComment(line: string): boolean {
  return line.startsWith('# ');
}

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
  const isMixed = lettered.length > 0 && !areTags(tags); // B-PER is not beside PER
  return (
    !isMixed &&
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

/** A tag of a scheme, or a type in capitals: `B-PER`, `O`, `PER`. */
function isTag(part: string): boolean {
  return areTags([part]) || /^\p{Lu}[\p{Lu}_-]*$/u.test(part);
}

/** A line longer than any sentence is one part: it may have millions of words. */
function partsOf(line: string): string[] {
  return line.length > LONGEST_LINE ? [line] : line.trim().split(/\s+/);
}

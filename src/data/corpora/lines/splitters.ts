import { firstLines, isFilled } from '../../files/text-lines.ts';
import { isDocumentLine } from '../layout/sample.ts';
import { areTags } from '../records/kinds/joined-tags.ts';
import { besidePrefixes, type Splitter } from './prefixes.ts';
import { areUsual, isTag, LONGEST_LINE, MIN_SHARE, MOST_LINES, partsOf } from './parts.ts';
import { splittersFrom } from './found-splitters.ts';

/** Lines examined. */
export const SAMPLED_LINES = 200;

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
export function splitterOf(lines: Iterable<string>): Splitter | undefined {
  const sample = firstLines(lines, SAMPLED_LINES, isFilled).filter((line) => !isDocumentLine(line));
  const beside = ['|||', '\t'].flatMap((separator) => besideOthers(separator, sample) ?? []);
  return [...beside, ...besidePrefixes(sample), ...SPLITTERS, ...splittersFrom(sample)].find((split) => {
    const rows = sample.filter((line) => !isComment(line) || split(line)).map(split);
    if (!rows.every((row) => row !== undefined) || !haveUsualTags(rows)) return false;
    if (split !== inTurn || rows.length === 1) return true;
    // Rows of as many cells may as well be columns with two layers of tags, and few longer ones columns whose line ends are lost.
    const lengths = rows.map(([words]) => partsOf(words!).length);
    return new Set(lengths).size > 1 && 2 * lengths.filter((length) => length > 1).length > rows.length;
  });
}

/** Whether most lines have as many parts on all sides, and one side has tags: of a scheme, or in capitals. */
function haveUsualTags(rows: readonly (readonly string[])[]): boolean {
  const parts = rows.map((row) => row.map(partsOf));
  const even = parts.filter((sides) => sides.every((side) => side.length === sides[0]!.length));
  if (even.length < MIN_SHARE * parts.length) return false;
  const isOneLine = even.every((sides) => sides.length === 1);
  const sidesOf = (c: number) => even.flatMap((sides) => (sides[c] === undefined ? [] : [sides[c]]));
  return Array.from({ length: MOST_LINES }, (_, c) => sidesOf(c)).some((sides) => {
    const tagged = sides.filter((side) => side.every(isTag));
    return (
      tagged.some(({ length }) => length > 1) &&
      areUsual(tagged.flat()) &&
      (isOneLine || tagged.length >= MIN_SHARE * sides.length)
    );
  });
}

/** Beside lines that have both words and tags. */
export function isComment(line: string): boolean {
  return line.startsWith('# ');
}

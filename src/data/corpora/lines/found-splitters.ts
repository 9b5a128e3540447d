import { groupBy } from '../../../lib/group-by.ts';
import { isUsualType } from '../../tags/usual-types.ts';
import { itemSeparatorOf } from '../layout/items.ts';
import { linePrefixes, type Splitter } from './prefixes.ts';
import { areUsual, LONGEST_LINE, MIN_SHARE, MOST_LINES, partsOf } from './parts.ts';
import { type TagVocabulary, tagVocabulary } from './tag-vocabulary.ts';

// Ways to split lines into words and tags that are inferred from the lines: characters between them, and names of tags, of any kind.

/** Share of the words that must be joined with a tag. */
const JOINED_SHARE = 0.98;
const SAMPLED_LINES = 60;
/** Share of lines with as many words above which they may be columns. */
const MOST_EVEN = 0.75;
/** Of fewer, all must have as many. */
const FEW_LINES = 5;
/** Words in which characters between words and tags are looked for. */
const SAMPLED_WORDS = 400;
/** Characters between a word and its tag, at most. */
const LONGEST_JOINT = 4;

/** The splitters that fit a sample of the lines, if there are any. */
export function splittersFrom(lines: readonly string[]): Splitter[] {
  const sample = lines.slice(0, SAMPLED_LINES);
  if (sample.some(({ length }) => length > LONGEST_LINE)) return []; // no sentence
  const lengths = [...groupBy(sample, (line) => partsOf(line).length).values()].map((same) => same.length);
  const most = Math.max(...lengths);
  const areColumns = sample.length > FEW_LINES ? most > MOST_EVEN * sample.length : sample.length > 2 && most === sample.length; // prettier-ignore
  if (areColumns || itemSeparatorOf(sample) !== undefined) return []; // the latter are read as columns, too
  for (const { strip, note } of [...linePrefixes(sample), { strip: (line: string) => line, note: undefined }]) {
    const own = sample.map(strip);
    const found = joinedWords(own) ?? besideEachOther(own) ?? tagsBelow(own) ?? joinedEntities(own);
    if (found === undefined) continue;
    const notes = [note, found.note].filter((part) => part !== undefined).join(' ');
    const split = (line: string) => found(strip(line));
    return [Object.assign(split, { ...(notes !== '' && { note: notes }), ...(found.isOneLine && { isOneLine: true as const }) })]; // prettier-ignore
  }
  return [];
}

function told(vocabulary: TagVocabulary): { note?: string } {
  const { outside } = vocabulary;
  return /^[Oo]$/.test(outside) ? {} : { note: `The tag ${outside} was read as O, outside entities.` };
}

/** Strings of punctuation marks in words, behind their first character: the longest first. */
function jointsIn(words: readonly string[]): string[] {
  return marksIn(words.slice(0, SAMPLED_WORDS).map((word) => word.slice(1, 200)));
}

/** All strings of a few punctuation marks: the longest first. */
function marksIn(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts)
    for (const { 0: run } of text.matchAll(/[^\p{L}\p{N}\p{M}\s]{1,12}/gu))
      for (let from = 0; from < run.length; from++)
        for (let to = from + 1; to <= Math.min(run.length, from + LONGEST_JOINT); to++) found.add(run.slice(from, to));
  return [...found].toSorted((a, b) => b.length - a.length);
}

/** The word and what is joined to it, from the end: at most `count` times. */
function cutFromEnd(word: string, joint: string, count: number): string[] {
  const cut = word.lastIndexOf(joint);
  return count === 0 || cut <= 0
    ? [word]
    : [...cutFromEnd(word.slice(0, cut), joint, count - 1), word.slice(cut + joint.length)];
}

/** The same, where the letter of a tag is joined to its type in the same way: `Oslo_B_LOC`. */
function cutLetters(word: string, joint: string, count: number): string[] {
  const parts = cutFromEnd(word, joint, count + 1);
  const [letter, type] = parts.slice(-2);
  if (parts.length < count + 2 || !/^[BIESLUMW]$/.test(letter!)) return cutFromEnd(word, joint, count);
  return [...parts.slice(0, -2), `${letter}-${type}`];
}

/** What stands in front of the word, and the word. */
function cutFromStart(word: string, joint: string, count: number): string[] {
  const cut = word.indexOf(joint, 1);
  return count === 0 || cut < 0 || cut + joint.length === word.length
    ? [word]
    : [word.slice(0, cut), ...cutFromStart(word.slice(cut + joint.length), joint, count - 1)];
}

/**
 * Each word with its tag, and perhaps its part of speech between them, joined by the same characters, in this order or the other way
 * round: `Oslo//B-LOC`, `Oslo￨NNP￨LOC`, `LOC|Oslo`.
 */
function joinedWords(lines: readonly string[]): Splitter | undefined {
  const words = lines.flatMap(partsOf);
  const marked = words.filter((word) => /^.[^]{0,200}?[^\p{L}\p{N}\p{M}\s]./u.test(word)).length;
  if (words.length < 2 * lines.length || marked < JOINED_SHARE * words.length) return undefined;
  for (const joint of jointsIn(words)) {
    const counts = words.map((word) => word.slice(1).split(joint).length - 1).toSorted((a, b) => a - b);
    const count = Math.min(MOST_LINES - 1, counts[Math.floor((1 - JOINED_SHARE) * counts.length)]!);
    if (count === 0) continue;
    const cuts = [[cutFromEnd, count], [cutLetters, count], [cutFromStart, 0]] as const; // prettier-ignore
    for (const [cut, at] of cuts) {
      const rows = words.map((word) => cut(word, joint, count)).filter((row) => row.length === count + 1);
      const vocabulary = tagVocabulary(rows.map((row) => row[at]!));
      if (vocabulary === undefined || rows.length < JOINED_SHARE * words.length) continue;
      const inEntities = rows.filter((row) => row[at] !== vocabulary.outside).map((row) => row[count - 1]!);
      const haveLetters = inEntities.every((rest) => rest.slice(0, -1).endsWith(joint) && LETTER.test(rest));
      if (cut === cutFromEnd && haveLetters) continue;
      const split = (line: string) => {
        const own = partsOf(line).map((word) => cut(word, joint, count));
        if (own.some((row) => row.length !== count + 1)) return undefined;
        const written = Array.from({ length: count + 1 }, (_, part) => own.map((row) => row[part]!));
        return written.map((parts, part) => (part === at ? vocabulary.usual(parts) : parts).join(' '));
      };
      return Object.assign(split, told(vocabulary));
    }
  }
  return undefined;
}

/** Words, anything, and as many tags: `Ada left => B-PER O`, `Ada left$$$PER OTHER`. */
function besideEachOther(lines: readonly string[]): Splitter | undefined {
  for (const mark of ['\t', ...marksIn(lines.slice(0, 3))]) {
    const halves = lines.map((line) => halvesOf(line, mark));
    if (halves.filter((half) => half !== undefined).length < MIN_SHARE * lines.length) continue;
    for (const side of [1, 0] as const) {
      const vocabulary = tagVocabulary(halves.flatMap((half) => half?.[side] ?? []));
      if (vocabulary === undefined || tagVocabulary(halves.flatMap((half) => half?.[1 - side] ?? [])) !== undefined) continue; // prettier-ignore
      const split = (line: string) => {
        const half = halvesOf(line, mark);
        const words = half?.[1 - side];
        return words && [words.join(' '), vocabulary.usual(half![side]!).join(' ')];
      };
      return Object.assign(split, told(vocabulary));
    }
  }
  return undefined;
}

/** Places of a mark in a line that are tried. */
const MOST_PLACES = 50;

/** The parts before and behind a mark, if these are as many. A line may have the mark several times. */
function halvesOf(line: string, mark: string): [string[], string[]] | undefined {
  let left = MOST_PLACES;
  for (let at = line.indexOf(mark); at > 0 && left > 0; at = line.indexOf(mark, at + 1), left--) {
    const [before, behind] = [partsOf(line.slice(0, at)), partsOf(line.slice(at + mark.length))];
    if (before.length === behind.length && before[0] !== '' && behind[0] !== '') return [before, behind];
  }
  return undefined;
}

/** Words, and in the line below as many tags of which some are not usual: `_`, `OTHER`, `person`. */
function tagsBelow(lines: readonly string[]): Splitter | undefined {
  const rows = lines.map(partsOf);
  for (const side of [1, 0] as const) {
    const pairs = rows.flatMap((row, i) => (i % 2 === side && i > 0 ? [[rows[i - 1]!, row] as const] : []));
    if (rows.length < 2 || pairs.filter(([a, b]) => a.length === b.length).length < MIN_SHARE * pairs.length) continue;
    const tags = rows.filter((_, i) => i % 2 === side).flat();
    const vocabulary = areUsual(tags) ? undefined : tagVocabulary(tags); // usual ones need no splitter
    if (vocabulary === undefined || rows.some((row, i) => i % 2 !== side && row.every(vocabulary.has))) continue;
    const split = (line: string) => {
      const parts = partsOf(line);
      return [parts.every(vocabulary.has) ? vocabulary.usual(parts).join(' ') : line];
    };
    return Object.assign(split, { ...told(vocabulary), isOneLine: true as const });
  }
  return undefined;
}

/** Marks from which they are no chance. */
const FEWEST = 3;

/** The end of a bracket or of quotes: `[Oslo]/LOC` is a mark. */
const CLOSED = /[\])}>»】*"”`]$/;
/** A letter of a scheme, alone or behind a word. */
const LETTER = /(?:^|[-_:.])[BIESLUMW]$/;

/** Only words in entities are joined with a tag: `Ada/PER lives in Oslo/LOC .`, `New_York/LOC`. */
function joinedEntities(lines: readonly string[]): Splitter | undefined {
  const isBesideText = (line: string) => line.includes('\t') && line.split('\t').some((cell) => /\S \S/.test(cell));
  if (2 * lines.filter(isBesideText).length > lines.length) return undefined; // a text, and something in further cells
  const rows = lines.map(partsOf);
  const words = rows.flat();
  const candidates = words.filter((word) => TAGGED.test(word));
  if (candidates.length < FEWEST) return undefined;
  for (const joint of jointsIn(candidates)) {
    if (CLOSED.test(joint[0]!)) continue;
    const mayBeLetter = /^[-_:.]$/.test(joint); // `B-PER`
    const tagOf = (word: string) => {
      const [rest = '', tag] = cutFromEnd(word, joint, 1);
      return tag !== undefined &&
        rest.length > 0 &&
        !CLOSED.test(rest) &&
        !(mayBeLetter && LETTER.test(rest)) &&
        isEntityTag(tag)
        ? tag
        : undefined;
    };
    const tags = words.flatMap((word) => tagOf(word) ?? []);
    const types = new Set(tags.map((tag) => tag.replace(/^[BIESLUMW][-_:]/, '')));
    const usual = [...types].filter(isUsualType);
    const areCapitals = usual.some((type) => type === type.toUpperCase());
    const inLines = rows.filter((row) => row.some((word) => tagOf(word) !== undefined)).length;
    if (tags.length < FEWEST || 2 * inLines <= lines.length || usual.length < (areCapitals ? 1 : 2)) continue;
    const all = words.filter((word) => word.indexOf(joint, 1) > 0 && !word.endsWith(joint)).length;
    const ended = words.filter((word) => word.length > joint.length && word.endsWith(joint)).length;
    if (all > 1.5 * tags.length || 2 * tags.length > words.length || 2 * ended > words.length) continue;
    const tagged = words.filter((word) => tagOf(word) !== undefined).map((word) => cutFromEnd(word, joint, 1)[0]!);
    const isBehindOther = tagged.every((rest) => rest.indexOf(joint, 1) > 0); // `Oslo/NNP/LOC`
    const restOf = (word: string) => cutFromEnd(word, joint, isBehindOther ? 2 : 1)[0]!;
    const areBare = tags.every((tag) => !/^[BIESLUMW][-_:]/.test(tag));
    const joinsWords = areBare && words.some((word) => tagOf(word) !== undefined && restOf(word).includes('_'));
    const split = (line: string) => {
      const pairs = partsOf(line).flatMap((word): [string, string][] => {
        const tag = tagOf(word);
        if (tag === undefined) return [[word, 'O']];
        const rest = restOf(word);
        if (!joinsWords) return [[rest, tag]];
        return rest.split('_').flatMap((part, i): [string, string][] => (part === '' ? [] : [[part, `${i === 0 ? 'B' : 'I'}-${tag}`]])); // prettier-ignore
      });
      const written = pairs.map(([, tag]) => tag);
      const usualTags = areBare && !joinsWords ? written.map((tag, i) => (tag === 'O' ? 'O' : `${written[i - 1] === tag ? 'I' : 'B'}-${tag}`)) : written.map((tag) => tag.replace(/^([BIESLUMW])[_:]/, '$1-')); // prettier-ignore
      return [pairs.map(([word]) => word).join(' '), usualTags.join(' ')];
    };
    const note = `Words without a tag behind ${joint} were read as outside entities${joinsWords ? '; where one is in front of it, _ joins words' : ''}.`;
    return Object.assign(split, { note });
  }
  return undefined;
}

/** A tag with a letter of a scheme, a usual type, or another name in capitals. */
function isEntityTag(tag: string): boolean {
  return /^[BIESLUMW][-_:]\p{L}[\p{L}\p{N}_-]{0,60}$/u.test(tag) || isUsualType(tag) || /^\p{Lu}{2,30}$/u.test(tag);
}

/** A word that may end in such a tag. */
const TAGGED = /^.[^]{0,200}?[^\p{L}\p{N}\p{M}\s](?:[BIESLUMW][-_:]\p{L}[\p{L}\p{N}_-]{0,60}|\p{L}{2,30})$/u;

import type { TagScheme, TagStyle } from '../corpus.ts';
import { isOutsideName } from './outside.ts';
import {
  isLegalTransition,
  NO_SCHEME,
  OUTSIDE,
  parseTag,
  roleOfLetter,
  splitTag,
  standardStyle,
  type TagRole,
} from './tag-style.ts';
import { unknownTags } from './unknown-tags.ts';

const SEPARATORS = ['-', '_', ':', '/', '|', '.', '#', '+', '~', '=', '@', ' ', '(', '[', '{'];

/**
 * Share of the tags other than outside that must have a scheme letter. The others are reported as problems. In part-of-speech
 * tagsets the share is far lower.
 */
const MIN_LETTERED_SHARE = 0.5;

/** Share of the tags without letters that one of them must have, to mean outside with any name. */
const OUTSIDE_SHARE = 0.9;
/** Share of all tags that it must have. */
const MIN_OUTSIDE = 0.2;
/** Share that `I-O`, or a name such as `_`, must have to mean outside instead of a type or a label. */
const MOST_OUTSIDE = 0.35;

/** How tags are spelled. */
export interface Spelling {
  separator: string;
  typeFirst: boolean;
  /** Share of the tokens with a scheme letter, among those whose tag is not outside. 1 if all are outside. */
  share: number;
  /** The tag that means outside, if there is one. */
  outside: string | undefined;
}

export type TagCounts = ReadonlyMap<string, number>;

/**
 * Detects how a corpus spells its tags and which scheme they follow. First the spelling: the separator and the side of the
 * letter that fit most tags, and the tag that means outside. Then the scheme with the fewest invalid transitions. Tags with only I
 * and O are read as IOB1, which has the same spans. Tags without letters are IO if most of them are outside, otherwise they
 * have no scheme.
 *
 * @param tagged the tags of each sentence
 * @param wanted the scheme, if it is known; then only the spelling is detected
 * @param outside the tag that means outside, if it is known
 * @param unknown the tag of unknown tokens, besides the usual ones
 */
export function detectStyle(
  tagged: readonly (readonly string[])[],
  wanted?: TagScheme,
  outside?: string,
  unknown?: string,
): TagStyle {
  if (wanted === 'none') return NO_SCHEME;
  const all = countTags(tagged);
  const names = unknownTags(all.keys(), unknown);
  const sentences = names.size === 0 ? tagged : tagged.map((tags) => tags.filter((tag) => !names.has(tag)));
  const counts = names.size === 0 ? all : countTags(sentences);
  if (counts.size === 0) return wanted === undefined ? NO_SCHEME : standardStyle(wanted);
  const spelling = spellingOf(counts, outside);
  if (spelling.share < MIN_LETTERED_SHARE) {
    const bare = outside ?? bareOutside(counts);
    if (wanted === 'IO' || (wanted === undefined && bare !== undefined)) return bareStyle(bare ?? 'O');
    if (wanted === undefined) return NO_SCHEME;
  }
  const style = styleWithLetters(counts, spelling, wanted === 'BMES' ? 'M' : 'I');
  return { ...style, scheme: wanted ?? schemeOf(sentences, style) };
}

export function countTags(sentences: Iterable<readonly string[]>): Map<string, number> {
  const counts = new Map<string, number>();
  let last: string | undefined; // most tags are the same as the one before
  let run = 0;
  const end = () => last !== undefined && counts.set(last, (counts.get(last) ?? 0) + run);
  for (const tags of sentences) {
    for (const tag of tags) {
      if (tag !== last) {
        end();
        last = tag;
        run = 0;
      }
      run++;
    }
  }
  end();
  return counts;
}

/** The spelling that fits most tags. @param outside the tag that means outside, if it is known */
export function spellingOf(all: TagCounts, outside?: string): Spelling {
  const names = unknownTags(all.keys(), undefined);
  const counts = new Map([...all].filter(([tag]) => tag === outside || !names.has(tag)));
  const text = [...counts.keys()].join('\n');
  const used = new Set(SEPARATORS.filter((separator) => text.includes(separator)));
  const unused = SEPARATORS.find((separator) => !used.has(separator)); // the others split no tag, either
  const candidates = [false, true].flatMap((typeFirst) =>
    SEPARATORS.filter((separator) => used.has(separator) || (separator === unused && !typeFirst)).map((separator) =>
      spelledWith(counts, separator, typeFirst, outside),
    ),
  );
  return candidates.reduce((best, spelling) => (spelling.share > best.share ? spelling : best));
}

function spelledWith(counts: TagCounts, separator: string, typeFirst: boolean, known?: string): Spelling {
  let lettered = 0;
  let all = 0;
  const others = new Map<string, number>();
  const types = new Set<string>();
  const areTypes = !hasTypesOrBegins(counts.keys(), separator, typeFirst) && bareOutside(counts) !== undefined;
  for (const [tag, count] of counts) {
    all += count;
    const { letter, type } = splitTag(tag, separator, typeFirst);
    const role = tag === known ? 'outside' : roleOfLetter(letter);
    if (role === undefined || role === 'outside' || areTypes) {
      others.set(tag, count);
    } else if (type === 'O' || type === '0') {
      if (known === undefined) others.set(tag, count); // I-O
    } else {
      lettered += count;
      types.add(type);
    }
  }
  for (const [tag, count] of others) {
    if (tag === known || !types.has(tag)) continue;
    lettered += count; // PER beside B-PER
    others.delete(tag);
  }
  const outside = known ?? (lettered > 0 ? outsideAmong(others, types, all) : bareOutside(counts));
  const rest = all - (outside === undefined ? 0 : (others.get(outside) ?? 0));
  return { separator, typeFirst, share: rest === 0 ? 1 : lettered / rest, outside };
}

/** Whether letters have types, or one begins or continues an entity: `L` and `M` alone are types of one letter. */
function hasTypesOrBegins(tags: Iterable<string>, separator: string, typeFirst: boolean): boolean {
  for (const tag of tags) {
    const { letter, type } = splitTag(tag, separator, typeFirst);
    if (/^[BI]$/i.test(letter) || (type !== '' && roleOfLetter(letter) !== undefined)) return true;
  }
  return false;
}

/** The tag without a letter that means outside. @param types of the tags with letters */
function outsideAmong(others: TagCounts, types: ReadonlySet<string>, all: number): string | undefined {
  const letter = ['O', 'o'].find((tag) => others.has(tag));
  const top = mostFrequent(others);
  if (top === undefined || types.has(top)) return letter;
  const sum = [...others.values()].reduce((total, count) => total + count, 0);
  const count = others.get(top)!;
  if (roleOfLetter(top) !== 'outside' && /^[^-_]+[-_][O0]$/.test(top) && count < MOST_OUTSIDE * all) return letter; // type O
  const isUsual = isOutsideName(top) && 2 * count > sum;
  if (isUsual || (count >= OUTSIDE_SHARE * sum && count >= MIN_OUTSIDE * all)) return top;
  return letter;
}

/**
 * The tag that means outside among tags without letters: the most frequent one, if its name says so. Names other than O must
 * be frequent: in parts of speech, `.` is the tag of the full stop.
 */
function bareOutside(counts: TagCounts): string | undefined {
  const top = mostFrequent(counts);
  if (top === undefined || !isOutsideName(top)) return undefined;
  const all = [...counts.values()].reduce((total, count) => total + count, 0);
  if (roleOfLetter(top) !== 'outside' && counts.get(top)! < MOST_OUTSIDE * all) return undefined;
  const others = [...counts.keys()].filter((tag) => tag !== top);
  return others.length > 0 && others.every((tag) => /^\d+$/.test(tag)) ? undefined : top; // numbers of tags
}

export function mostFrequent(counts: TagCounts): string | undefined {
  let best: string | undefined;
  for (const [tag, count] of counts) {
    if (best === undefined || count > counts.get(best)!) best = tag;
  }
  return best;
}

function bareStyle(outside: string): TagStyle {
  return {
    scheme: 'IO',
    letters: { begin: '', inside: '', end: '', single: '', outside },
    separator: '',
    typeFirst: false,
  };
}

/** The most frequent letter of each role; for roles that do not occur, the letter of the same notation as the others. */
function styleWithLetters(counts: TagCounts, spelling: Spelling, usualInside: 'I' | 'M'): TagStyle {
  const { separator, typeFirst } = spelling;
  const letterCounts = new Map<string, number>();
  for (const [tag, count] of counts) {
    if (tag === spelling.outside) continue;
    const { letter } = splitTag(tag, separator, typeFirst);
    if (roleOfLetter(letter) !== undefined) letterCounts.set(letter, (letterCounts.get(letter) ?? 0) + count);
  }
  const letterOf = (role: TagRole) =>
    mostFrequent(new Map([...letterCounts].filter(([letter]) => roleOfLetter(letter) === role)));
  const [begin, inside, end, single] = [letterOf('begin'), letterOf('inside'), letterOf('end'), letterOf('single')];
  const outside = spelling.outside ?? letterOf('outside');
  const example = begin ?? inside ?? single ?? end ?? outside;
  const sameCase = (letter: string) => (example === example?.toUpperCase() ? letter : letter.toLowerCase());
  const letters = {
    begin: begin ?? sameCase('B'),
    inside: inside ?? sameCase(usualInside),
    end: end ?? sameCase(single?.toUpperCase() === 'U' ? 'L' : 'E'),
    single: single ?? sameCase(end?.toUpperCase() === 'L' ? 'U' : 'S'),
    outside: outside ?? sameCase('O'),
  };
  return { scheme: 'BIO', letters, separator, typeFirst };
}

/** The scheme with the fewest invalid transitions; on a tie, the more common scheme. */
function schemeOf(sentences: readonly (readonly string[])[], style: TagStyle): TagScheme {
  const full = style.letters.inside.toUpperCase() === 'M' ? 'BMES' : 'BIOES';
  const candidates: TagScheme[] = ['BIO', 'IOB1', full, 'IOE2', 'IOE1'];
  const parse = (tag: string) => parseTag(style, tag) ?? OUTSIDE;
  const invalid = candidates.map(() => 0);
  for (const [from, followers] of countTransitions(sentences, style.letters.outside)) {
    for (const [to, count] of followers) {
      for (const [c, scheme] of candidates.entries()) {
        if (!isLegalTransition(scheme, parse(from), parse(to))) invalid[c]! += count;
      }
    }
  }
  return candidates[invalid.indexOf(Math.min(...invalid))]!;
}

/** Counts of each pair of adjacent tags, with `outside` before and after every sentence. */
function countTransitions(
  sentences: readonly (readonly string[])[],
  outside: string,
): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const tags of sentences) {
    let from = outside;
    for (let i = 0; i <= tags.length; i++) {
      const to = tags[i] ?? outside;
      let followers = counts.get(from);
      if (followers === undefined) counts.set(from, (followers = new Map()));
      followers.set(to, (followers.get(to) ?? 0) + 1);
      from = to;
    }
  }
  return counts;
}

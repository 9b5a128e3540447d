import type { TagScheme, TagStyle } from '../corpus.ts';
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

const SEPARATORS = ['-', '_', ':', '/', '|'];

/**
 * Share of the tags other than O that must have a scheme letter. The others are reported as problems. In part-of-speech tagsets the
 * share is far lower.
 */
const MIN_LETTERED_SHARE = 0.5;

/**
 * Detects how a corpus spells its tags and which scheme they follow. First the spelling: the separator and the side of the
 * letter that fit most tags. Then the scheme with the fewest invalid transitions. Tags with only I and O are read as IOB1,
 * which has the same spans. Tags without letters are IO if most of them are O, otherwise they have no scheme.
 *
 * @param sentences the tags of each sentence
 * @param wanted the scheme, if it is known; then only the spelling is detected
 */
export function detectStyle(sentences: readonly (readonly string[])[], wanted?: TagScheme): TagStyle {
  if (wanted === 'none') return NO_SCHEME;
  const counts = countTags(sentences);
  if (counts.size === 0) return wanted === undefined ? NO_SCHEME : standardStyle(wanted);
  const spelling = spellingOf(counts);
  if (spelling.share < MIN_LETTERED_SHARE) {
    if (wanted === 'IO' || (wanted === undefined && mostFrequent(counts)?.toUpperCase() === 'O'))
      return bareStyle(counts);
    if (wanted === undefined) return NO_SCHEME;
  }
  const style = styleWithLetters(counts, spelling, wanted === 'BMES' ? 'M' : 'I');
  return { ...style, scheme: wanted ?? schemeOf(sentences, style) };
}

interface Spelling {
  separator: string;
  typeFirst: boolean;
  /** Share of the tokens with a scheme letter, among those whose tag is not O. */
  share: number;
}

function countTags(sentences: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const tags of sentences) {
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return counts;
}

function spellingOf(counts: ReadonlyMap<string, number>): Spelling {
  let best: Spelling = { separator: '-', typeFirst: false, share: -1 };
  for (const typeFirst of [false, true]) {
    for (const separator of SEPARATORS) {
      const share = letteredShare(counts, separator, typeFirst);
      if (share > best.share) best = { separator, typeFirst, share };
    }
  }
  return best;
}

function letteredShare(counts: ReadonlyMap<string, number>, separator: string, typeFirst: boolean): number {
  let lettered = 0;
  let all = 0;
  for (const [tag, count] of counts) {
    if (roleOfLetter(tag) === 'outside') continue;
    all += count;
    if (roleOfLetter(splitTag(tag, separator, typeFirst).letter) !== undefined) lettered += count;
  }
  return all === 0 ? 1 : lettered / all;
}

function mostFrequent(counts: ReadonlyMap<string, number>): string | undefined {
  let best: string | undefined;
  for (const [tag, count] of counts) {
    if (best === undefined || count > counts.get(best)!) best = tag;
  }
  return best;
}

function bareStyle(counts: ReadonlyMap<string, number>): TagStyle {
  const outside = counts.has('o') && !counts.has('O') ? 'o' : 'O';
  return {
    scheme: 'IO',
    letters: { begin: '', inside: '', end: '', single: '', outside },
    separator: '',
    typeFirst: false,
  };
}

/** The most frequent letter of each role; for roles that do not occur, the letter of the same notation as the others. */
function styleWithLetters(counts: ReadonlyMap<string, number>, spelling: Spelling, usualInside: 'I' | 'M'): TagStyle {
  const { separator, typeFirst } = spelling;
  const letterCounts = new Map<string, number>();
  for (const [tag, count] of counts) {
    const { letter } = splitTag(tag, separator, typeFirst);
    if (roleOfLetter(letter) !== undefined) letterCounts.set(letter, (letterCounts.get(letter) ?? 0) + count);
  }
  const letterOf = (role: TagRole) =>
    mostFrequent(new Map([...letterCounts].filter(([letter]) => roleOfLetter(letter) === role)));
  const [begin, inside, end, single, outside] = [
    letterOf('begin'),
    letterOf('inside'),
    letterOf('end'),
    letterOf('single'),
    letterOf('outside'),
  ];
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
  const candidates: TagScheme[] = ['BIO', 'IOB1', style.letters.inside.toUpperCase() === 'M' ? 'BMES' : 'BIOES'];
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

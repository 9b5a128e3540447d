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
 * Share of the tags other than O that must have letters; the rest are typing errors, and listed. No set of parts of
 * speech comes near.
 */
const LETTERED_SHARE = 0.5;

/**
 * How a corpus writes its tags. Spelling first: the separator and side of the letter that fit most tags. Then the
 * scheme that the fewest tags break. Only I and O is taken for IOB1, which has the same spans. Types without letters
 * beside a majority of O are IO; whatever else has no letters has no scheme.
 *
 * @param sentences the tags of each
 * @param wanted the scheme, where it is known: then only the spelling is looked for
 */
export function detectStyle(sentences: readonly (readonly string[])[], wanted?: TagScheme): TagStyle {
  if (wanted === 'none') return NO_SCHEME;
  const counts = countTags(sentences);
  if (counts.size === 0) return wanted === undefined ? NO_SCHEME : standardStyle(wanted);
  const spelling = spellingOf(counts);
  if (spelling.share < LETTERED_SHARE) {
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
  /** Of the tokens whose tag is not O, how many have a letter. */
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

/** For each role its most frequent letter; for roles not seen the one that belongs to the others. */
function styleWithLetters(counts: ReadonlyMap<string, number>, spelling: Spelling, usualInside: 'I' | 'M'): TagStyle {
  const { separator, typeFirst } = spelling;
  const letterCounts = new Map<string, number>();
  for (const [tag, count] of counts) {
    const { letter } = splitTag(tag, separator, typeFirst);
    if (roleOfLetter(letter) !== undefined) letterCounts.set(letter, (letterCounts.get(letter) ?? 0) + count);
  }
  const seen = (role: TagRole) =>
    mostFrequent(new Map([...letterCounts].filter(([letter]) => roleOfLetter(letter) === role)));
  const [begin, inside, end, single, outside] = [
    seen('begin'),
    seen('inside'),
    seen('end'),
    seen('single'),
    seen('outside'),
  ];
  const anySeen = begin ?? inside ?? single ?? end ?? outside;
  const sameCase = (letter: string) => (anySeen === anySeen?.toUpperCase() ? letter : letter.toLowerCase());
  const letters = {
    begin: begin ?? sameCase('B'),
    inside: inside ?? sameCase(usualInside),
    end: end ?? sameCase(single?.toUpperCase() === 'U' ? 'L' : 'E'),
    single: single ?? sameCase(end?.toUpperCase() === 'L' ? 'U' : 'S'),
    outside: outside ?? sameCase('O'),
  };
  return { scheme: 'BIO', letters, separator, typeFirst };
}

/** The scheme that the fewest transitions break; on a tie the more usual one. */
function schemeOf(sentences: readonly (readonly string[])[], style: TagStyle): TagScheme {
  const candidates: TagScheme[] = ['BIO', 'IOB1', style.letters.inside.toUpperCase() === 'M' ? 'BMES' : 'BIOES'];
  const parse = (tag: string) => parseTag(style, tag) ?? OUTSIDE;
  const broken = candidates.map(() => 0);
  for (const [from, followers] of countTransitions(sentences, style.letters.outside)) {
    for (const [to, count] of followers) {
      for (const [c, scheme] of candidates.entries()) {
        if (!isLegalTransition(scheme, parse(from), parse(to))) broken[c]! += count;
      }
    }
  }
  return candidates[broken.indexOf(Math.min(...broken))]!;
}

/** How often one tag follows another; before and after a sentence stands `outside`. */
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

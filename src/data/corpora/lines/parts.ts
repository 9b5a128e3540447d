import { areTags } from '../records/kinds/joined-tags.ts';

/** Characters of a sentence. */
export const LONGEST_LINE = 100_000;
/** Share of the lines that must fit. */
export const MIN_SHARE = 0.9;
/** Most lines of a sentence: words, lemmas, parts of speech, chunks, tags. */
export const MOST_LINES = 5;

/** A tag of a scheme, or a type in capitals: `B-PER`, `O`, `PER`. */
export function isTag(part: string): boolean {
  return areTags([part]) || /^\p{Lu}[\p{Lu}_-]*$/u.test(part);
}

/** A line longer than any sentence is one part: it may have millions of words. */
export function partsOf(line: string): string[] {
  return line.length > LONGEST_LINE ? [line] : line.trim().split(/\s+/);
}

/** Whether some tags are of a scheme, and others are not: `B-PER` is not beside `OTHER` or `PER`. */
export function areMixed(tags: readonly string[]): boolean {
  return !areTags(tags) && tags.some((tag) => tag !== 'O' && areTags([tag]));
}

/** Whether tags need no other reading: each is of a scheme or a type in capitals, and one is `O` or has a letter. */
export function areUsual(tags: readonly string[]): boolean {
  return tags.every(isTag) && !areMixed(tags) && tags.some((tag) => areTags([tag]));
}

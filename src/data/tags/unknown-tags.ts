import type { TagStyle } from '../corpus.ts';

/** Written for a token of which nothing is known. */
export const UNKNOWN_TAG = '?';

/** Tags of tokens of which nothing is known. A hyphen, as in spaCy's data, is one where O marks the tokens outside entities. */
const UNKNOWN_NAMES: ReadonlySet<string> = new Set([UNKNOWN_TAG, 'UNKNOWN']);
const HYPHEN = '-';

/**
 * The tags of a corpus that tell nothing. Files without a scheme have none by default: there `?` is a punctuation mark's part of speech.
 *
 * @param tags the tags that occur
 * @param chosen the tag that the user chose, besides these
 */
export function unknownTags(tags: Iterable<string>, chosen: string | undefined): ReadonlySet<string> {
  const all = new Set(tags);
  const names = [...UNKNOWN_NAMES, ...(all.has('O') ? [HYPHEN] : []), ...(chosen === undefined ? [] : [chosen])];
  return new Set(names.filter((name) => all.has(name)));
}

/** Whether a tag tells nothing, in a corpus of this style. A class may have any name. */
export function isUnknownTag(
  tag: string,
  names: ReadonlySet<string>,
  { scheme, letters }: TagStyle,
  chosen: string | undefined,
): boolean {
  return names.has(tag) && tag !== letters.outside && ((scheme !== 'none' && scheme !== 'text') || tag === chosen);
}

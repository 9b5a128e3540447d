import { StudioError } from '../../lib/errors.ts';
import { hasSchemeLetter } from '../tags/tag-style.ts';

/** Share of the lines that must look like text: a tag may look like the end of a sentence, or a word be all of its line. */
const TEXT_SHARE = 0.5;

/** Share of the lines above which one length is that of token lines, with columns. */
const COLUMNS_SHARE = 0.8;

/** Share of the lines below which one length is by chance: lines of columns that broke are still mostly alike. */
const CHANCE_SHARE = 0.33;

/** Fewest lines of which that can be said. */
const FEWEST_LINES = 10;

/** A full stop at a word's end, and quotes or brackets after it. */
const SENTENCE_END = /[\p{L}\p{N}"”’')\]][.!?…]+["”’')\]]*$/u;
const FULL_STOP = /^[.!?…]$/;
const LOWER_CASE = /\p{Ll}/u;

/** Fewest columns of a line that ends in a full stop by itself: of fewer, that may be a part of speech. */
const FEWEST_WORDS = 4;

/**
 * Whether lines hold sentences rather than tokens: most end as sentences do; or they are of all lengths, and end in ever
 * other words in lower case or are many; or there is but one, which ends in a word in lower case that is no tag of a scheme.
 *
 * @param rows the lines, cut at spaces
 */
export function looksLikeRunningText(rows: readonly (readonly string[])[]): boolean {
  const several = rows.filter(({ length }) => length > 1);
  if (several.length <= TEXT_SHARE * rows.length) return false;
  if (several.filter(endsSentence).length > TEXT_SHARE * rows.length) return true;
  if (rows.length === 1) return endsInWord(rows[0]!);
  if (rows.length >= FEWEST_LINES && shareOfOneLength(rows) < CHANCE_SHARE) return true;
  const last = rows.filter(({ length }) => length > 2).map((row) => row.at(-1)!);
  const inLowerCase = new Set(last.filter((word) => LOWER_CASE.test(word)));
  return inLowerCase.size > TEXT_SHARE * rows.length && shareOfOneLength(rows) <= COLUMNS_SHARE;
}

/** Of the commonest one. */
function shareOfOneLength(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return Math.max(0, ...counts.values()) / rows.length;
}

function endsInWord(row: readonly string[]): boolean {
  const last = row.at(-1)!;
  return row[0] !== '#' && LOWER_CASE.test(last) && !hasSchemeLetter(last); // after a hash it may be a comment alone
}

function endsSentence(row: readonly string[]): boolean {
  const last = row.at(-1)!;
  return SENTENCE_END.test(last) || (row.length >= FEWEST_WORDS && FULL_STOP.test(last));
}

/** A file that was to be read as a corpus holds sentences as people write them: a model may tag it. */
export class RunningTextError extends StudioError {
  constructor(file: string) {
    super(
      'BadInput',
      `${file} is running text, not a corpus: most of its lines hold several words. Expected one token a line with its tag, and blank lines between sentences.`,
    );
  }
}

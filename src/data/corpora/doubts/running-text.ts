import { StudioError } from '../../../lib/errors.ts';
import { hasSchemeLetter } from '../../tags/tag-style.ts';

/** Share of the lines that must look like text. In a corpus, single lines may, if a tag looks like the end of a sentence. */
const TEXT_SHARE = 0.5;

/** If more lines than this share have the same number of words, these are columns. */
const COLUMNS_SHARE = 0.8;

/** If fewer lines than this share have the same number of words, there are no columns, not even damaged ones. */
const CHANCE_SHARE = 0.33;

/** `CHANCE_SHARE` requires this many lines. */
const MIN_LINES = 10;

/** A word with a full stop, possibly followed by quotes or brackets. */
const SENTENCE_END = /[\p{L}\p{N}"”’')\]][.!?…]+["”’')\]]*$/u;
const FULL_STOP = /^[.!?…]$/;
const LOWER_CASE = /\p{Ll}/u;

/** In a shorter line, a full stop at the end may be a part-of-speech tag. */
const MIN_WORDS = 4;

/**
 * Whether lines contain sentences instead of tokens with tags. This is so if
 *
 * - most lines end like a sentence, or
 * - there are many lines, and few have the same number of words, or
 * - most lines end in different lower-case words, and the numbers of words differ, or
 * - nearly all begin with the mark of a list, or with the name of a speaker in brackets where the numbers of words differ, or
 * - there is only one line, and it ends in a lower-case word that is not a tag.
 *
 * @param rows the lines, split at spaces
 */
export function looksLikeRunningText(rows: readonly (readonly string[])[]): boolean {
  const several = rows.filter(({ length }) => length > 1);
  if (several.length <= TEXT_SHARE * rows.length) return false;
  if (several.filter(endsSentence).length > TEXT_SHARE * rows.length) return true;
  if (rows.length === 1) return endsInWord(rows[0]!);
  if (isList(several, rows.length)) return true;
  if (rows.length >= MIN_LINES && shareOfCommonLength(rows) < CHANCE_SHARE) return true;
  const last = rows.filter(({ length }) => length > 2).map((row) => row.at(-1)!);
  const inLowerCase = new Set(last.filter((word) => LOWER_CASE.test(word)));
  return inLowerCase.size > TEXT_SHARE * rows.length && shareOfCommonLength(rows) <= COLUMNS_SHARE;
}

/** The mark before an item of a list. */
const BULLET = /^(?:[-*+•·–—‣◦▪]|\d{1,4}[.)])$/;
/** In lines of equally many words, a mark behind the first word may be a tag that means outside. */
const BARE_MARK = /^[-*+•·–—‣◦▪]$/;
const SPEAKER = /^[<[][^<>[\]]+[>\]]$/;
/** Share of the lines that must begin like those of a list; few of them end in a tag. */
const LIST_SHARE = 0.9;

function isList(several: readonly (readonly string[])[], lines: number): boolean {
  const begin = (mark: RegExp) => several.filter(([first]) => mark.test(first!)).length >= LIST_SHARE * lines;
  const areEven = shareOfCommonLength(several) > COLUMNS_SHARE;
  const areCells = ([, ...words]: readonly string[]) =>
    hasSchemeLetter(words.at(-1)!) || FULL_STOP.test(words.at(-1)!) || (areEven && words.some((word) => BARE_MARK.test(word))); // prettier-ignore
  const tagged = several.filter(areCells).length;
  if (lines < 3 || tagged > (1 - LIST_SHARE) * lines) return false;
  return begin(BULLET) || (begin(SPEAKER) && !areEven);
}

/** Share of the lines that have the most common number of words. */
function shareOfCommonLength(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return Math.max(0, ...counts.values()) / rows.length;
}

function endsInWord(row: readonly string[]): boolean {
  const last = row.at(-1)!;
  return row[0] !== '#' && LOWER_CASE.test(last) && !hasSchemeLetter(last); // a line that starts with # may be a comment
}

function endsSentence(row: readonly string[]): boolean {
  const last = row.at(-1)!;
  return SENTENCE_END.test(last) || (row.length >= MIN_WORDS && FULL_STOP.test(last));
}

/** The file is running text instead of a corpus. The caller may offer to tag it. */
export class RunningTextError extends StudioError {
  constructor(file: string) {
    super(
      'BadInput',
      `${file} is running text, not a corpus: most lines contain several words. Expected one token per line with its tag, and blank lines between sentences.`,
    );
  }
}

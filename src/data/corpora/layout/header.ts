import { spellingOf } from '../../tags/tag-detect.ts';
import { roleOfLetter, splitTag } from '../../tags/tag-style.ts';
import { roleOfName } from './names.ts';
import { isIndex, isOffset, isProbability, type Profile, profileOf } from './profile.ts';
import { isNamedHeader, type Sample } from './sample.ts';

/** Rows that a header needs below it to be recognised by content. */
const MIN_ROWS = 4;
/** A column with more distinct values has no tags. */
const MAX_TAGS = 500;
/** Rows examined for that. */
const MAX_ROWS = 2000;

/** The names of the columns, if the first row of the sample has them, and the other rows. */
export function headerOf(sample: Sample): {
  header: readonly string[] | undefined;
  rows: string[][];
  blocks: number[];
} {
  const { rows, blocks, columns, odd, items } = sample;
  // R writes no name for the column of row names.
  if (odd?.length === columns - 1 && isNamedHeader(odd)) return { header: ['', ...odd], rows, blocks };
  const [first] = rows;
  const isHeader =
    first !== undefined &&
    odd === undefined &&
    items === undefined &&
    columns > 1 &&
    (isNamedHeader(first) || isHeaderByContent(first, rows, blocks));
  return isHeader
    ? { header: first, rows: rows.slice(1), blocks: blocks.slice(1) }
    : { header: undefined, rows, blocks };
}

/** Whether cells cannot be values of their columns, which hold numbers, or tags of few kinds, and look like names. */
function isHeaderByContent(first: readonly string[], all: readonly string[][], blocks: readonly number[]): boolean {
  const rows = all.slice(1, MAX_ROWS);
  if (rows.length < MIN_ROWS || new Set(first).size < first.length || !first.every(isName)) return false;
  let violations = 0;
  let weak = 0;
  for (const [c, cell] of first.entries()) {
    const profile = profileOf(rows, blocks.slice(1, MAX_ROWS), c);
    const fit = fits(cell, profile);
    if (fit === 'yes') return false;
    if (fit === 'no') violations++;
    if (fit === 'unlikely') weak++;
  }
  return violations > 0 || (weak > 0 && first.some((cell) => cell !== '' && roleOfName(cell) !== undefined));
}

function isName(cell: string): boolean {
  return (
    cell === '' || (/^[\p{L}#_][\p{L}\p{M}\p{N} _.:#?/-]{0,40}$/u.test(cell) && !/^[BIEOSLUMW]([-_:].*)?$/.test(cell))
  );
}

/** Whether a cell could be a value of a column. Unknown where a column has any values, as those of words have. */
function fits(cell: string, profile: Profile): 'yes' | 'no' | 'unlikely' | 'unknown' {
  const { values, rows } = profile;
  if (isIndex(profile) || isProbability(profile) || isOffset(profile) || profile.numbers > 0.95)
    return /\d$/.test(cell) ? (/[\p{L}]/u.test(cell) ? 'unlikely' : 'yes') : 'no';
  if (values.size === 1) return values.has(cell) ? 'yes' : 'unlikely';
  if (values.has(cell)) return values.size < 0.5 * rows ? 'yes' : 'unknown';
  if (values.size > MAX_TAGS) return 'unknown';
  const { share, separator, typeFirst, outside } = spellingOf(values);
  const isTag = (value: string) =>
    value === outside || roleOfLetter(splitTag(value, separator, typeFirst).letter) !== undefined;
  if (share >= 0.9 && values.size > 1 && !isTag(cell)) return 'no';
  const top = [...values].find(([, count]) => count > 0.5 * rows)?.[0];
  const isLower = (value: string) => /\p{Ll}|\p{Lo}/u.test(value); // or of a script without cases
  const lower = [...values].reduce(
    (sum, [value, count]) => sum + (isLower(value) && value !== outside && value !== top ? count : 0),
    0,
  );
  if (lower < 0.02 * rows && values.size <= 0.3 * rows && isLower(cell)) return 'no'; // TAGS are in capitals, names are not
  return values.size <= 0.3 * rows && rows >= 10 ? 'unlikely' : 'unknown';
}

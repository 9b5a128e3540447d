import { spellingOf } from '../../tags/tag-detect.ts';
import { roleOfLetter, splitTag } from '../../tags/tag-style.ts';
import { roleOfName } from './names.ts';
import { isIndex, isOffset, isProbability, type Profile, profileOf } from './profile.ts';
import { isNamedHeader, type Sample } from './sample.ts';
import { isBracketCell } from './tag-cells.ts';

/** Rows that a header needs below it to be recognised by content; beside tags of a scheme, which none of its cells can be, two are enough. */
const MIN_ROWS = 4;
const MIN_TAGGED_ROWS = 2;
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
  const { rows, blocks, columns, odd, items, comments } = sample;
  // R writes no name for the column of row names; other programs end each row with a separator.
  if (odd?.length === columns - 1 && isNamedHeader(odd)) {
    const areTrailing = rows.every((row) => row.at(-1) === '');
    return { header: areTrailing ? [...odd, ''] : ['', ...odd], rows, blocks };
  }
  const [first] = rows;
  const isHeaderComment = (cells: readonly string[]) => cells.length === columns && isNamedHeader(cells);
  const named = columns > 1 ? comments.findLast(isHeaderComment) : undefined;
  if (named !== undefined) return { header: named, rows, blocks };
  const isHeader =
    first !== undefined &&
    items === undefined &&
    columns > 1 &&
    (isNamedHeader(first) || isHeaderByContent(first, rows, blocks));
  return isHeader
    ? { header: first, rows: rows.slice(1), blocks: blocks.slice(1) }
    : { header: undefined, rows, blocks };
}

const BETWEEN = /^[^\p{L}\p{N}_-]+$|^-+$/u;

/** Whether cells cannot be values of their columns, which hold numbers, or tags of few kinds, and look like names. */
function isHeaderByContent(line: readonly string[], all: readonly string[][], blocks: readonly number[]): boolean {
  const isBetween = (c: number) => BETWEEN.test(line[c]!) && all.every((row) => row[c] === line[c]);
  const own = [...line.keys()].filter((c) => !isBetween(c)); // spaces around a bar make columns of bars
  const withoutBars = (row: readonly string[]) => (own.length === row.length ? row : own.map((c) => row[c]!));
  const rows = all.slice(1, MAX_ROWS).map(withoutBars);
  const first = withoutBars(line);
  const areNumbers = first.every((cell, c) => cell === String(c)); // as pandas names columns
  if (rows.length < MIN_TAGGED_ROWS || new Set(first).size < first.length) return false;
  if (!areNumbers && !first.every(isName)) return false;
  let violations = 0;
  let weak = 0;
  for (const [c, cell] of first.entries()) {
    const profile = profileOf(rows, blocks.slice(1, MAX_ROWS), c);
    const isNoTag = cannotBeTag(cell, profile);
    const isFew = rows.length < MIN_ROWS;
    if (areNumbers || isFew) {
      const isAmongNames = !isFew && profile.numbers === 0 && profile.values.size <= 0.5 * profile.rows;
      if (isNoTag || (areNumbers && isAmongNames)) return true;
      continue;
    }
    const fit = isNoTag ? 'no' : fits(cell, profile);
    if (fit === 'yes') return false;
    if (fit === 'no') violations++;
    if (fit === 'unlikely') weak++;
  }
  return violations > 0 || (weak > 0 && first.some((cell) => cell !== '' && roleOfName(cell) !== undefined));
}

function isName(cell: string): boolean {
  return (
    cell === '' ||
    (/^[\p{L}#_][\p{L}\p{M}\p{N} _.:#?/-]{0,40}$/u.test(cell) && !/^(O|[BIEOSLUMW][-_:./].*)$/.test(cell))
  );
}

/** Whether a column has tags of a scheme, with types, and a cell is none of them: its letter, if it has one, has no type. */
function cannotBeTag(cell: string, { values }: Profile): boolean {
  if (values.size < 2 || values.size > MAX_TAGS || values.has(cell)) return false;
  if (values.has('*') && [...values.keys()].every(isBracketCell)) return !isBracketCell(cell);
  const { share, separator, typeFirst, outside } = spellingOf(values);
  const tags = [...values.keys()].filter((value) => value !== outside);
  const haveTypes = tags.length > 0 && tags.every((tag) => splitTag(tag, separator, typeFirst).type !== '');
  const { letter, type } = splitTag(cell, separator, typeFirst);
  const role = roleOfLetter(letter);
  return share >= 0.9 && haveTypes && cell !== outside && (role === undefined || (type === '' && role !== 'outside'));
}

/** Whether a cell could be a value of a column. Unknown where a column has any values, as those of words have. */
function fits(cell: string, profile: Profile): 'yes' | 'no' | 'unlikely' | 'unknown' {
  const { values, rows } = profile;
  if (isIndex(profile) || isProbability(profile) || isOffset(profile) || profile.numbers > 0.95)
    return /\d$/.test(cell) ? (/[\p{L}]/u.test(cell) ? 'unlikely' : 'yes') : 'no';
  if (values.size === 1) return values.has(cell) ? 'yes' : 'unlikely';
  if (values.has(cell)) return values.size < 0.5 * rows ? 'yes' : 'unknown';
  if (values.size > MAX_TAGS) return 'unknown';
  const { outside } = spellingOf(values);
  const top = [...values].find(([, count]) => count > 0.5 * rows)?.[0];
  const isLower = (value: string) => /\p{Ll}|\p{Lo}/u.test(value); // or of a script without cases
  const lower = [...values].reduce(
    (sum, [value, count]) => sum + (isLower(value) && value !== outside && value !== top ? count : 0),
    0,
  );
  if (lower < 0.02 * rows && values.size <= 0.3 * rows && isLower(cell)) return 'no'; // TAGS are in capitals, names are not
  return values.size <= 0.3 * rows && rows >= 10 ? 'unlikely' : 'unknown';
}

import type { ColumnLayout } from '../../column-layout.ts';
import type { Column } from './column.ts';
import { arePartsOfSpeech } from './parts-of-speech.ts';
import type { Profile } from './profile.ts';

/** Share of the cells with several words from which they are names, not tokens. */
const SEVERAL_WORDS = 0.1;
/** Rows from which tags repeat. */
const MANY_ROWS = 20;
/** Words of a text, of which some repeat, and of which many do. */
const [FEW_DISTINCT, MANY_DISTINCT] = [25, 100];
/** Rows from which it is no chance that nothing repeats. */
export const FEWEST_ROWS = 3;
/** Share of distinct values above which few repeat, in fewer rows. */
const DISTINCT = 0.6;
/** Shares of cells that tags and tokens never have. */
const UNLIKE_TAGS = 0.1;
const UNLIKE_TOKENS = 0.5;
const LONGEST_TAG = 40;

/** Ends like a key, a speaker or a statement of code. */
const KEY = /[\p{L}\p{N})][:;]$/u;
/** A path, a call, an address, or a value of a header. */
const NO_TAG = /\/.*[./;]|\..*\/|^[a-z]+\/[a-z*]|[\p{L}\p{N})][:;,]$|\w\(|:\/\/|@\w+\./u;

/** Why lines with labels without a scheme may be a list, a table or code, and not words with their tags; undefined if nothing tells so. */
export function whyNoTokens(
  { tokenColumn, isChosen, separator }: ColumnLayout,
  columns: readonly Column[],
  own: Column,
): string | undefined {
  const words = columns[tokenColumn]!.profile;
  const { tags, profile, index, named } = own;
  if (words.rows < FEWEST_ROWS || arePartsOfSpeech(profile.values)) return undefined;
  const isInferred = named !== 'tag' && !isChosen;
  if (isInferred && separator.includes('='))
    return `${separator} is between columns, as between names and their values`;
  const unlike = example(profile, UNLIKE_TAGS, (cell) => cell.length > LONGEST_TAG || NO_TAG.test(cell));
  if (isInferred && unlike !== undefined)
    return `column ${index + 1} has values such as ${unlike}, which tags rarely have`;
  const key = example(words, UNLIKE_TOKENS, (cell) => KEY.test(cell));
  if (isInferred && key !== undefined)
    return `column ${tokenColumn + 1} has values such as ${key}, which tokens rarely are`;
  if (words.hasMarks) return undefined;
  const reason = `column ${tokenColumn + 1} has no punctuation marks, and`;
  const fewRepeat = words.rows >= MANY_ROWS ? tags.kind === 'values' : profile.values.size > DISTINCT * profile.rows;
  if (fewRepeat && (isInferred || words.rows >= MANY_ROWS)) return `${reason} few values of column ${index + 1} repeat`;
  if (isInferred && index < tokenColumn) return `${reason} column ${index + 1} comes before it`;
  return areNames(words) ? `${reason} many of its cells have several words` : undefined;
}

/** Why words that no line separates into sentences may be a list; undefined if some repeat, as in any text. */
export function whyNoText({ index, profile: { values, rows } }: Column): string | undefined {
  const isList = rows >= FEW_DISTINCT && (values.size === rows || (rows >= MANY_DISTINCT && values.size >= 0.9 * rows));
  return isList
    ? `${values.size} of ${rows} values of column ${index + 1} differ, and no blank line is between them`
    : undefined;
}

/** Whether many cells have several words, and none is a punctuation mark. */
export function areNames(words: Profile): boolean {
  const several = countOf(words, (cell) => /\S\s+\S/.test(cell));
  return words.rows >= MANY_ROWS && !words.hasMarks && several >= SEVERAL_WORDS * words.rows;
}

function countOf({ values }: Profile, fits: (cell: string) => boolean): number {
  return [...values].reduce((sum, [value, count]) => sum + (fits(value) ? count : 0), 0);
}

/** The first cell that fits, if at least this share of the cells do. */
function example(profile: Profile, share: number, fits: (cell: string) => boolean): string | undefined {
  const found = [...profile.values.keys()].find(fits);
  return found !== undefined && countOf(profile, fits) >= share * profile.rows
    ? found.slice(0, LONGEST_TAG)
    : undefined;
}

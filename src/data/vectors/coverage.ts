import { wordKey, zeroDigits, type WordNormalization } from '../vocabulary/word-keys.ts';
import type { VectorLookup } from './vector-lookup.ts';

/** What had to change in the word to find its vector: nothing, case, digits, or punctuation (`vectorSpellings`). */
export type VectorMatch = 'exact' | 'lowercase' | 'digits' | 'punctuation' | 'none';

/** How many words of a corpus have a vector. */
export interface Coverage {
  /** Distinct word forms. */
  types: number;
  tokens: number;
  matched: Record<VectorMatch, { types: number; tokens: number }>;
  /** The most frequent words without a vector. */
  misses: { word: string; count: number }[];
}

/** Words listed in `Coverage.misses`. */
const MAX_MISSES = 100;

/**
 * Counts the words that have a vector. Words are looked up by key, as the model does, but the kind of match is relative to the
 * form as written.
 *
 * @param forms distinct forms as written, with their counts
 */
export function measureCoverage(
  forms: ReadonlyMap<string, number>,
  lookup: VectorLookup,
  normalization: WordNormalization,
): Coverage {
  const none = () => ({ types: 0, tokens: 0 });
  const matched = { exact: none(), lowercase: none(), digits: none(), punctuation: none(), none: none() };
  const misses: Coverage['misses'] = [];
  let tokens = 0;
  for (const [form, count] of forms) {
    const match = matchOf(form, lookup.spelling(wordKey(form, normalization)));
    matched[match].types++;
    matched[match].tokens += count;
    tokens += count;
    if (match === 'none') misses.push({ word: form, count });
  }
  misses.sort((a, b) => b.count - a.count);
  return { types: forms.size, tokens, matched, misses: misses.slice(0, MAX_MISSES) };
}

/** The coverage for recipes that look words up in lower case, and for those that look them up as written. */
export interface CoverageByCase {
  lowercase: Coverage;
  asWritten: Coverage;
  /** About vectors that distinguish capitals, for a recipe that does not. */
  warning: string | undefined;
}

export function measureByCase(
  forms: ReadonlyMap<string, number>,
  lookup: VectorLookup,
  { digitsToZero }: Pick<WordNormalization, 'digitsToZero'>,
): CoverageByCase {
  const lowercase = measureCoverage(forms, lookup, { lowercase: true, digitsToZero });
  const asWritten = measureCoverage(forms, lookup, { lowercase: false, digitsToZero });
  return { lowercase, asWritten, warning: caseWarning(lowercase, asWritten) };
}

/** The share of the words from which on vectors distinguish capitals. */
const LEAST_CASED = 0.01;

function caseWarning(lowercase: Coverage, asWritten: Coverage): string | undefined {
  const own = asWritten.matched.exact.types - lowercase.matched.exact.types;
  if (own === 0 || own < LEAST_CASED * asWritten.types) return undefined;
  const only = lowercase.matched.none.types - asWritten.matched.none.types;
  const count = (value: number) => value.toLocaleString('en-US');
  const none = only === 0 ? '' : `, and ${count(only)} of them have none in lower case`;
  return (
    `These vectors distinguish capitals: ${count(own)} of the ${count(asWritten.types)} training words have one with their ` +
    `capitals${none}. The recipe looks words up in lower case, and does not use them.`
  );
}

function matchOf(form: string, spelling: string | undefined): VectorMatch {
  if (spelling === undefined) return 'none';
  if (spelling === form) return 'exact';
  const lower = form.toLowerCase();
  if (spelling === lower) return 'lowercase';
  return spelling === zeroDigits(form) || spelling === zeroDigits(lower) ? 'digits' : 'punctuation';
}

import { defined } from '../../lib/assert.ts';
import type { Coverage, VectorMatch, WordVectors } from './vectors.ts';
import { vectorSpellings, wordKey, zeroDigits, type WordNormalization } from '../vocabulary/word-keys.ts';

/** Words without a vector that a coverage report names. */
const MISSES_NAMED = 100;

/** Finds the vector of a word among those in memory, under its spellings (word-keys.ts), best first. */
export class VectorLookup {
  readonly vectors: WordVectors;
  private readonly rows: Map<string, number>;

  constructor(vectors: WordVectors) {
    this.vectors = vectors;
    this.rows = new Map(vectors.words.map((word, row) => [word, row]));
  }

  has(key: string): boolean {
    return this.spelling(key) !== undefined;
  }

  /** [E], a view; undefined where the word has no vector. */
  find(key: string): Float32Array | undefined {
    const spelling = this.spelling(key);
    if (spelling === undefined) return undefined;
    const { dimensions, values } = this.vectors;
    const row = defined(this.rows.get(spelling), () => `no row of ${spelling}`);
    return values.subarray(row * dimensions, (row + 1) * dimensions);
  }

  /** The spelling under which the word has a vector. */
  spelling(key: string): string | undefined {
    return vectorSpellings(key).find((spelling) => this.rows.has(spelling));
  }
}

/** Every spelling under which these words may be looked up, whatever the normalisation: what to keep of a vectors file. */
export function wantedSpellings(words: Iterable<string>): Set<string> {
  const wanted = new Set<string>();
  for (const word of words) {
    for (const spelling of vectorSpellings(word)) wanted.add(spelling);
  }
  return wanted;
}

/**
 * How much of a corpus has a vector, when looked up as the model does it: by key. A match is named for what it took from the
 * form as written.
 *
 * @param forms distinct forms as written, and how often each occurs
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
  return { types: forms.size, tokens, matched, misses: misses.slice(0, MISSES_NAMED) };
}

function matchOf(form: string, spelling: string | undefined): VectorMatch {
  if (spelling === undefined) return 'none';
  if (spelling === form) return 'exact';
  const lower = form.toLowerCase();
  if (spelling === lower) return 'lowercase';
  return spelling === zeroDigits(form) || spelling === zeroDigits(lower) ? 'digits' : 'punctuation';
}

import { assert } from '../lib/assert.ts';

/** Another spelling of a word. */
export interface Variant {
  how: 'as written' | 'lower case' | 'capitalized' | 'upper case' | 'with a suffix' | 'with a typo' | 'your spelling';
  spelling: string;
}

/** The word in other cases, with a suffix, and with two letters in the middle swapped, without duplicates. */
export function variantsOf(word: string, own?: string): Variant[] {
  const letters = [...word];
  const capitalized = letters.map((letter, i) => (i === 0 ? letter.toUpperCase() : letter.toLowerCase())).join('');
  const all: Variant[] = [
    { how: 'as written', spelling: word },
    ...(own === undefined || own.trim() === '' ? [] : [{ how: 'your spelling', spelling: own.trim() } as const]),
    { how: 'lower case', spelling: word.toLowerCase() },
    { how: 'capitalized', spelling: capitalized },
    { how: 'upper case', spelling: word.toUpperCase() },
    { how: 'with a suffix', spelling: `${word}s` },
    { how: 'with a typo', spelling: withTypo(letters) },
  ];
  return all.filter(({ spelling }, i) => all.findIndex((other) => other.spelling === spelling) === i);
}

/** Swaps the two different adjacent letters nearest to the middle, except for the first letter. */
function withTypo(letters: readonly string[]): string {
  const middle = letters.length / 2;
  const places = letters
    .map((_, i) => i)
    .filter((i) => i > 0 && i + 1 < letters.length && letters[i] !== letters[i + 1])
    .sort((a, b) => Math.abs(a + 1 - middle) - Math.abs(b + 1 - middle));
  const [at] = places;
  if (at === undefined) return letters.join('');
  return letters
    .with(at, letters[at + 1]!)
    .with(at + 1, letters[at]!)
    .join('');
}

/** Writes a word in the case of another one: lower case, capitalized, or upper case. */
export function inCaseOf(word: string, model: string): string {
  if (model === model.toLowerCase()) return word;
  if (model === model.toUpperCase() && [...model].length > 1) return word.toUpperCase();
  const [first = '', ...rest] = word;
  return first.toUpperCase() + rest.join('');
}

/**
 * The response of each filter at each position of a word, before the maximum; specified in kernels/char-pool/op.ts.
 *
 * @param tables [Vc, 3F]
 * @param bias [F]
 * @param chars [L] ids
 * @returns [L, F]
 */
export function filterResponses(tables: Float32Array, bias: Float32Array, chars: ArrayLike<number>): Float32Array {
  const F = bias.length;
  const responses = new Float32Array(chars.length * F);
  for (let p = 0; p < chars.length; p++) {
    for (let f = 0; f < F; f++) {
      let sum = bias[f]!;
      for (let k = 0; k < 3; k++) {
        const char = chars[p + k - 1];
        if (char !== undefined) sum += tables[(char * 3 + k) * F + f]!;
      }
      responses[p * F + f] = sum;
    }
  }
  return responses;
}

/** Distribution of a column of numbers. */
export interface Distribution {
  mean: Float64Array;
  deviation: Float64Array;
}

/** @param rows [N, D] @returns the distribution of each of the D columns */
export function distributionOf(rows: Float32Array, D: number): Distribution {
  const N = rows.length / D;
  assert(N >= 1, () => 'distributionOf: no rows');
  const mean = new Float64Array(D);
  const deviation = new Float64Array(D);
  for (let i = 0; i < rows.length; i++) mean[i % D]! += rows[i]! / N;
  for (let i = 0; i < rows.length; i++) deviation[i % D]! += (rows[i]! - mean[i % D]!) ** 2 / N;
  return { mean, deviation: deviation.map(Math.sqrt) };
}

/** The n columns in which a row exceeds the mean most, in standard deviations, in descending order. */
export function highestColumns(
  row: Float32Array,
  { mean, deviation }: Distribution,
  n: number,
): { column: number; deviations: number }[] {
  return Array.from(row, (value, column) => ({
    column,
    deviations: deviation[column]! > 0 ? (value - mean[column]!) / deviation[column]! : 0,
  }))
    .sort((a, b) => b.deviations - a.deviations)
    .slice(0, n);
}

/**
 * The cosine of a row with each of several rows, in [−1, 1]; 0 for a row of zeros.
 *
 * @param rows [N, D]
 * @param centre [D] subtracted first: features shared by all words would make all of them similar
 */
export function cosines(
  row: ArrayLike<number>,
  rows: Float32Array,
  centre: ArrayLike<number> = new Float64Array(row.length),
): Float64Array {
  const D = row.length;
  const own = Float64Array.from(row, (value, i) => value - centre[i]!);
  const length = Math.hypot(...own);
  return Float64Array.from({ length: rows.length / D }, (_, n) => {
    let [dot, square] = [0, 0];
    for (let i = 0; i < D; i++) {
      const value = rows[n * D + i]! - centre[i]!;
      dot += own[i]! * value;
      square += value * value;
    }
    return square === 0 || length === 0 ? 0 : dot / (length * Math.sqrt(square));
  });
}

/** The indices of the n largest numbers, largest first. */
export function largest(values: ArrayLike<number>, n: number, isWanted: (index: number) => boolean): number[] {
  const best: number[] = [];
  for (let i = 0; i < values.length; i++) {
    if (best.length === n && values[i]! <= values[best[n - 1]!]!) continue;
    if (!isWanted(i)) continue;
    const at = best.findIndex((other) => values[i]! > values[other]!);
    best.splice(at < 0 ? best.length : at, 0, i);
    best.length = Math.min(best.length, n);
  }
  return best;
}

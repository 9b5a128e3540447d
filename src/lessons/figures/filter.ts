/** Weights of a filter of width 3: for each position, those of a capital, of another letter and of a digit. */
export type Filter = readonly (readonly number[])[];

const PAD = '·';

/** The letters of a word with a blank before and after it, so that a filter of width 3 has a place for each letter. */
export function padded(word: string): string[] {
  return [PAD, ...word, PAD];
}

/** [capital, small, digit] one of them is 1; all are 0 for the padding and other signs. */
export function letterFeatures(letter: string): [number, number, number] {
  if (/^\p{Lu}$/u.test(letter)) return [1, 0, 0];
  if (/^\p{L}$/u.test(letter)) return [0, 1, 0];
  return [0, 0, /^\p{Nd}$/u.test(letter) ? 1 : 0];
}

/** The response of a filter at each letter of a word (Ma & Hovy 2016 §2.1, without the bias). The maximum is kept. */
export function filterResponses(word: string, filter: Filter): number[] {
  const letters = padded(word).map(letterFeatures);
  return letters
    .slice(2)
    .map((_, at) =>
      filter.reduce(
        (sum, weights, i) => sum + letters[at + i]!.reduce((part, feature, j) => part + feature * weights[j]!, 0),
        0,
      ),
    );
}

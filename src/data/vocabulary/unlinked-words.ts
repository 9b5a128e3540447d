import type { Vocabulary } from './vocabulary.ts';

/** Maximum number of words that are not linked. */
const COUNT = 400;

/** A word is rarely an entity if no larger share of its occurrences is part of one. */
const RARE = 0.1;

/**
 * The most frequent words that are rarely entities, such as "the" and "said": their other occurrences in a document are not
 * informative.
 *
 * @returns rows, ascending
 */
export function unlinkedWords(
  vocabulary: Vocabulary,
  train: readonly { tokens: readonly string[]; spans: readonly { start: number; end: number }[] }[],
): number[] {
  const inEntities = new Map<number, number>();
  for (const { tokens, spans } of train) {
    for (const { start, end } of spans) {
      for (const token of tokens.slice(start, end)) {
        const row = vocabulary.wordRow(token);
        inEntities.set(row, (inEntities.get(row) ?? 0) + 1);
      }
    }
  }
  const rows = vocabulary.words
    .map((_, row) => row)
    .filter((row) => {
      const frequency = vocabulary.frequencies[row]!;
      if (row === 0 || frequency === 0 || !/\p{L}/u.test(vocabulary.words[row]!)) return false;
      return (inEntities.get(row) ?? 0) <= RARE * frequency;
    });
  const frequent = rows.sort((a, b) => vocabulary.frequencies[b]! - vocabulary.frequencies[a]! || a - b);
  return frequent.slice(0, COUNT).sort((a, b) => a - b);
}

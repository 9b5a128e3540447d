import { numbersAtEnd } from '../files/odd-numbers.ts';

/** The layout of a vectors file, according to its first lines. */
export interface VectorLayout {
  dimensions: number;
  /** word2vec and fastText files start with a line `words dimensions`. */
  header: { words: number; dimensions: number } | undefined;
}

/** Number of lines examined. Some may be damaged or contain words with spaces. */
export const LAYOUT_LINES = 20;

const INTEGER = /^\d+$/;

/**
 * Detects the layout of the majority of the lines. The dimensions of a line are the numbers at its end, except for the first
 * field: the word may be a number, too.
 *
 * @param lines the fields of the first lines that are not blank
 * @returns undefined if no line has a word followed by a number
 */
export function detectLayout(lines: readonly string[][]): VectorLayout | undefined {
  const [first] = lines;
  const [words, dimensions] = first ?? [];
  const mayBeHeader = first?.length === 2 && INTEGER.test(words ?? '') && INTEGER.test(dimensions ?? '');
  const counts = new Map<number, number>();
  for (const fields of mayBeHeader ? lines.slice(1) : lines) {
    const numbers = numbersAtEnd(fields);
    if (numbers > 0) counts.set(numbers, (counts.get(numbers) ?? 0) + 1);
  }
  const [mostCommon] = [...counts].sort(([, a], [, b]) => b - a);
  if (mostCommon === undefined) return undefined;
  // Vectors with one dimension have two fields per line, like a header.
  const isHeader = mayBeHeader && (mostCommon[0] > 1 || Number(dimensions) === 1);
  return {
    dimensions: mostCommon[0],
    header: isHeader ? { words: Number(words), dimensions: Number(dimensions) } : undefined,
  };
}

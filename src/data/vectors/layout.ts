/** What the first lines say about a file of vectors. */
export interface VectorLayout {
  dimensions: number;
  /** word2vec and fastText files begin with a line `words dimensions`. */
  header: { words: number; dimensions: number } | undefined;
}

/** So many lines are looked at: some may be damaged, or hold words with spaces. */
export const LAYOUT_LINES = 20;

const INTEGER = /^\d+$/;

/**
 * The layout that most of the first lines have. A line's dimensions are the numbers at its end, all but the first field at most
 * (the word may be a number too).
 *
 * @param lines the fields of the first lines that are not blank
 * @returns undefined where no line ends with a number after a word
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
  // Vectors of one dimension have two fields a line, like a header.
  const isHeader = mayBeHeader && (mostCommon[0] > 1 || Number(dimensions) === 1);
  return {
    dimensions: mostCommon[0],
    header: isHeader ? { words: Number(words), dimensions: Number(dimensions) } : undefined,
  };
}

function numbersAtEnd(fields: readonly string[]): number {
  let numbers = 0;
  while (numbers < fields.length - 1 && Number.isFinite(Number(fields[fields.length - 1 - numbers]))) numbers++;
  return numbers;
}

/** Longest word that is looked for, in bytes. */
const MAX_WORD = 4096;
const SPACE = 0x20;
const NEWLINE = 0x0a;

/** Bytes of numbers as text, also of odd ones (`nan`, `0,5`, `0x1p-3`), and of separators. */
const NUMERIC = /^[\s\w+.,-]*$/;

/**
 * Whether the beginning of a file is that of a binary file of word2vec: a line with the number of words and dimensions, then a word, a
 * space, and float32 values. In text there are numbers after the word, of at least a digit and a separator each.
 */
export function isWord2vec(head: Uint8Array): boolean {
  const header = word2vecHeader(head);
  if (header === undefined) return false;
  const { start, dimensions } = header;
  const space = head.indexOf(SPACE, start);
  if (space < 0 || space - start > MAX_WORD) return false;
  const values = head.subarray(space + 1, space + 2 * dimensions);
  return !NUMERIC.test(String.fromCharCode(...values.subarray(0, MAX_WORD)));
}

/** The first line of a file of word2vec, if there are words; `start`: offset of the first one. */
export function word2vecHeader(head: Uint8Array): { start: number; words: number; dimensions: number } | undefined {
  const end = head.indexOf(NEWLINE);
  if (end < 0 || end > 64) return undefined;
  const [, words, dimensions] = /^(\d+) (\d+)\r?$/.exec(new TextDecoder().decode(head.subarray(0, end))) ?? [];
  if (words === undefined || dimensions === undefined || Number(words) === 0 || Number(dimensions) === 0)
    return undefined;
  return { start: end + 1, words: Number(words), dimensions: Number(dimensions) };
}

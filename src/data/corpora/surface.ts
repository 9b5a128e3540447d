/** Comparison key of an entity: its words joined by spaces, in lower case. Digits are kept. */
export function surfaceOf(words: readonly string[]): string {
  return words.join(' ').toLowerCase();
}

/** The key under which entities are the same: their words joined by spaces, in lower case. Digits count as written. */
export function surfaceOf(words: readonly string[]): string {
  return words.join(' ').toLowerCase();
}

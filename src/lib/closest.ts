/**
 * The word that a mistyped one most likely is.
 *
 * @returns undefined if every word differs in more than a third of the letters
 */
export function closest(typed: string, words: readonly string[]): string | undefined {
  const distances = words.map((word) => editDistance(typed.toLowerCase(), word.toLowerCase()));
  const least = Math.min(...distances);
  return least <= Math.ceil(typed.length / 3) ? words[distances.indexOf(least)] : undefined;
}

/** Number of letters to insert, delete or replace (Wagner & Fischer 1974). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}

/**
 * Turns offsets of JavaScript, in UTF-16 code units, into offsets in Unicode code points, as Python and most tools count
 * characters. They differ behind what lies outside of the Basic Multilingual Plane: emoji, rare Han, historic scripts.
 */
export function codePointOffsets(text: string): (offset: number) => number {
  /** Where the second halves of pairs are. */
  const seconds: number[] = [];
  for (let i = 0; i + 1 < text.length; i++) if (text.codePointAt(i)! > 0xffff) seconds.push(++i);
  if (seconds.length === 0) return (offset) => offset;
  return (offset) => offset - countBelow(seconds, offset);
}

/** How many of an ascending list are less. */
function countBelow(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

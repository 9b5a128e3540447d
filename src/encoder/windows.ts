/** Words that the encoder reads together, and the range of words whose features are kept; as word indices in the sentence. */
export interface EncoderWindow {
  /** The window contains the words [first, end). */
  first: number;
  end: number;
  /** The features of [from, to) are kept. */
  from: number;
  to: number;
}

/**
 * Splits a sentence into overlapping windows of whole words. The features of each word are taken from the window in which it is furthest
 * from an edge; the beginning and the end of the sentence do not count as edges.
 *
 * @param counts [T] number of pieces of each word, in [1, limit]
 * @param limit maximum pieces per window
 */
export function windowsOf(counts: ArrayLike<number>, limit: number): EncoderWindow[] {
  const T = counts.length;
  const starts = new Int32Array(T + 1); // number of pieces before each word
  for (let t = 0; t < T; t++) starts[t + 1] = starts[t]! + counts[t]!;
  const windows: EncoderWindow[] = [];
  for (let first = 0; first < T;) {
    let end = first + 1;
    while (end < T && starts[end + 1]! - starts[first]! <= limit) end++;
    windows.push({ first, end, from: first, to: end });
    if (end === T) break;
    // The next window begins in the middle of this one.
    let next = first + 1;
    while (next < end && starts[next]! - starts[first]! < limit / 2) next++;
    first = next;
  }
  const edge = ({ first, end }: EncoderWindow, t: number) =>
    Math.min(
      first === 0 ? Infinity : starts[t]! - starts[first]!,
      end === T ? Infinity : starts[end]! - starts[t + 1]!,
    );
  for (let w = 1; w < windows.length; w++) {
    const [before, after] = [windows[w - 1]!, windows[w]!];
    let border = Math.max(after.first, before.from);
    while (border < before.end && edge(before, border) >= edge(after, border)) border++;
    before.to = border;
    after.from = border;
  }
  return windows.filter(({ from, to }) => from < to);
}

import { linked, type Links } from './link-rows.ts';
import { raggedRows, type Ragged } from './ragged.ts';

/** A token attends to at most this many tokens on each side: the cost of a sentence is linear in its length, not quadratic. */
export const ATTENTION_REACH = 256;

/**
 * Links each token to all tokens of its sentence, including itself, in order.
 *
 * @returns M = N tokens, in the order of their rows
 */
export function sentenceLinks(layout: Ragged, reach = ATTENTION_REACH): Links {
  const { lengths, stepOffsets } = layout;
  const N = raggedRows(layout);
  const offsets = new Int32Array(N + 1);
  const bounds = (t: number, length: number) => [Math.max(0, t - reach), Math.min(length - 1, t + reach)] as const;
  for (const [b, length] of lengths.entries()) {
    for (let t = 0; t < length; t++) {
      const [first, last] = bounds(t, length);
      offsets[stepOffsets[t]! + b + 1] = last - first + 1;
    }
  }
  for (let n = 0; n < N; n++) offsets[n + 1]! += offsets[n]!;
  const targets = new Int32Array(offsets[N]!);
  for (const [b, length] of lengths.entries()) {
    for (let t = 0; t < length; t++) {
      const [first, last] = bounds(t, length);
      const from = offsets[stepOffsets[t]! + b]!;
      for (let other = first; other <= last; other++) targets[from + other - first] = stepOffsets[other]! + b;
    }
  }
  const rows = Int32Array.from({ length: N }, (_, n) => n);
  return linked(rows, offsets, targets, N);
}

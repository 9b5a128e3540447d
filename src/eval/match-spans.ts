import type { Span } from '../data/corpus.ts';

/** A gold and a predicted span that match, or an unmatched one. */
export type SpanPair =
  | { gold: Span; predicted: Span }
  | { gold: Span; predicted: undefined }
  | { gold: undefined; predicted: Span };

export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

export function sameTokens(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

/**
 * The size of the largest one-to-one matching of spans that overlap and have the same type. Since spans on one side do not overlap,
 * greedy matching from left to right is optimal.
 *
 * @param gold, predicted sorted by start
 */
export function countOverlaps(gold: readonly Span[], predicted: readonly Span[]): number {
  let matches = 0;
  for (const type of new Set(gold.map((span) => span.type))) {
    const left = gold.filter((span) => span.type === type);
    const right = predicted.filter((span) => span.type === type);
    for (let g = 0, p = 0; g < left.length && p < right.length;) {
      const [a, b] = [left[g]!, right[p]!];
      const overlap = overlaps(a, b);
      if (overlap) matches++;
      if (overlap || a.end <= b.end) g++;
      if (overlap || b.end < a.end) p++;
    }
  }
  return matches;
}

/**
 * Pairs gold and predicted spans one to one: first those with the same tokens, then those that overlap and have the same type, then
 * those that overlap. Among overlaps the leftmost gold span is paired with the leftmost prediction. Other spans are returned unpaired.
 *
 * @param gold, predicted sorted by start
 * @returns pairs sorted by start
 */
export function pairSpans(gold: readonly Span[], predicted: readonly Span[]): SpanPair[] {
  const pairs: SpanPair[] = [];
  const goldLeft = new Set(gold);
  const predictedLeft = new Set(predicted);
  const rules: ((a: Span, b: Span) => boolean)[] = [
    (a, b) => sameTokens(a, b), // spans on one side do not overlap, so there is at most one with the same tokens
    (a, b) => overlaps(a, b) && a.type === b.type,
    overlaps,
  ];
  for (const fits of rules) {
    for (const a of goldLeft) {
      for (const b of predictedLeft) {
        if (!fits(a, b)) continue;
        pairs.push({ gold: a, predicted: b });
        goldLeft.delete(a);
        predictedLeft.delete(b);
        break;
      }
    }
  }
  for (const span of goldLeft) pairs.push({ gold: span, predicted: undefined });
  for (const span of predictedLeft) pairs.push({ gold: undefined, predicted: span });
  return pairs.toSorted((a, b) => startOf(a) - startOf(b));
}

function startOf({ gold, predicted }: SpanPair): number {
  return Math.min(gold?.start ?? Infinity, predicted?.start ?? Infinity);
}

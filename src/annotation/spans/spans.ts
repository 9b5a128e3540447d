import type { Span } from '../../data/corpus.ts';

/** Token indices [start, end). */
export type TokenRange = Omit<Span, 'type'>;

export function overlaps(a: TokenRange, b: TokenRange): boolean {
  return a.start < b.end && b.start < a.end;
}

export function isSameRange(a: TokenRange, b: TokenRange): boolean {
  return a.start === b.start && a.end === b.end;
}

export function isSameSpan(a: Span, b: Span): boolean {
  return isSameRange(a, b) && a.type === b.type;
}

/** The span that covers a token. */
export function spanAt<S extends TokenRange>(spans: readonly S[], token: number): S | undefined {
  return spans.find(({ start, end }) => start <= token && token < end);
}

/** Adds a span, which replaces all spans that it overlaps. Sorted by start. */
export function withSpan(spans: readonly Span[], added: Span): Span[] {
  return [...spans.filter((span) => !overlaps(span, added)), added].toSorted((a, b) => a.start - b.start);
}

export function withoutSpan(spans: readonly Span[], removed: TokenRange): Span[] {
  return spans.filter((span) => !isSameRange(span, removed));
}

/** The spans that overlap none of `others`. */
export function clearOf<S extends TokenRange>(spans: readonly S[], others: readonly TokenRange[]): S[] {
  return spans.filter((span) => !others.some((other) => overlaps(span, other)));
}

/**
 * Moves one boundary of a span by one token. A growing span stops at the boundaries of the sentence and of other spans; a shrinking one
 * keeps at least one token.
 *
 * @param side which boundary
 * @param by 1: towards the end of the sentence; -1: towards its start
 * @param others spans that it must not overlap
 * @param length T, the number of tokens
 * @returns the same span if the boundary cannot be moved
 */
export function moveBoundary(
  span: Span,
  side: 'start' | 'end',
  by: 1 | -1,
  others: readonly TokenRange[],
  length: number,
): Span {
  const moved = { ...span, [side]: span[side] + by };
  const isWithin = moved.start >= 0 && moved.end <= length && moved.start < moved.end;
  return isWithin && !others.some((other) => overlaps(other, moved)) ? moved : span;
}

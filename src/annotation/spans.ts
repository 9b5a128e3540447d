import type { Span } from '../data/corpus.ts';

/** Tokens `[start, end)`. */
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

/** With a span that takes the place of all that it overlaps. In order. */
export function withSpan(spans: readonly Span[], added: Span): Span[] {
  return [...spans.filter((span) => !overlaps(span, added)), added].toSorted((a, b) => a.start - b.start);
}

export function withoutSpan(spans: readonly Span[], removed: TokenRange): Span[] {
  return spans.filter((span) => !isSameRange(span, removed));
}

/** Those of `spans` that overlap none of `others`. */
export function clearOf<S extends TokenRange>(spans: readonly S[], others: readonly TokenRange[]): S[] {
  return spans.filter((span) => !others.some((other) => overlaps(span, other)));
}

/**
 * A span with one border moved by one token: grown, it stops at the borders of the sentence and of other spans; shrunk, it keeps a
 * token.
 *
 * @param side which border
 * @param by 1: towards the end of the sentence; -1: towards its start
 * @param others that it must not overlap
 * @param length T, the number of tokens
 * @returns the same span if the border cannot be moved
 */
export function moveBorder(
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

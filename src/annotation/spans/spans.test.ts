import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Span } from '../../data/corpus.ts';
import { clearOf, moveBoundary, overlaps, spanAt, withoutSpan, withSpan } from './spans.ts';

const T = 8;
const someSpan = fc
  .tuple(fc.nat(T - 1), fc.nat(T - 1), fc.constantFrom('PER', 'ORG'))
  .map(([a, b, type]): Span => ({ start: Math.min(a, b), end: Math.max(a, b) + 1, type }));

describe('spans of a sentence', () => {
  test('never overlap or leave the sentence, for any edits', () => {
    const move = fc.tuple(
      fc.nat(),
      fc.constantFrom('start' as const, 'end' as const),
      fc.constantFrom(1 as const, -1 as const),
    );
    fc.assert(
      fc.property(fc.array(someSpan), fc.array(move), (added, moves) => {
        let spans = added.reduce<Span[]>(withSpan, []);
        expect(spans).toEqual(expect.arrayContaining(added.slice(-1)));
        for (const [which, side, by] of moves) {
          const span = spans[which % Math.max(spans.length, 1)];
          if (span === undefined) continue;
          const others = withoutSpan(spans, span);
          spans = withSpan(others, moveBoundary(span, side, by, others, T));
        }
        for (const [i, span] of spans.entries()) {
          expect(span.start).toBeGreaterThanOrEqual(spans[i - 1]?.end ?? 0);
          expect(span.end).toBeGreaterThan(span.start);
          expect(span.end).toBeLessThanOrEqual(T);
        }
      }),
    );
  });

  test('the span at a token', () => {
    const spans = [{ start: 1, end: 3, type: 'PER' }];
    expect([0, 1, 2, 3].map((token) => spanAt(spans, token)?.type)).toEqual([undefined, 'PER', 'PER', undefined]);
  });

  test('spans that overlap no others', () => {
    const [a, b] = [
      { start: 0, end: 2 },
      { start: 2, end: 4 },
    ];
    expect(overlaps(a, b)).toBe(false);
    expect(clearOf([a, b], [{ start: 1, end: 2 }])).toEqual([b]);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spannedSentence } from '../../test/helpers/tag-arbitraries.ts';
import type { Span } from '../data/corpus.ts';
import { countOverlaps, overlaps, pairSpans } from './match-spans.ts';

const both = fc.tuple(
  spannedSentence(['X', 'Y']).map(({ spans }) => spans),
  spannedSentence(['X', 'Y']).map(({ spans }) => spans),
);

/** The largest one-to-one matching, by brute force. */
function mostOverlaps([first, ...rest]: readonly Span[], predicted: readonly Span[]): number {
  if (first === undefined) return 0;
  const choices = predicted.filter((span) => span.type === first.type && overlaps(span, first));
  const taken = choices.map(
    (choice) =>
      1 +
      mostOverlaps(
        rest,
        predicted.filter((span) => span !== choice),
      ),
  );
  return Math.max(mostOverlaps(rest, predicted), ...taken);
}

const span = (type: string, start: number, end: number): Span => ({ start, end, type });

describe('countOverlaps', () => {
  test('is the largest one-to-one matching', () => {
    fc.assert(
      fc.property(both, ([gold, predicted]) => {
        expect(countOverlaps(gold, predicted)).toBe(mostOverlaps(gold, predicted));
      }),
    );
  });

  test('matches a long span only once', () => {
    expect(countOverlaps([span('X', 0, 6)], [span('X', 0, 2), span('X', 3, 6)])).toBe(1);
  });
});

describe('pairSpans', () => {
  test('prefers equal tokens, then the same type, then any overlap', () => {
    const gold = [span('X', 0, 3), span('X', 3, 5), span('Y', 6, 8), span('X', 9, 10)];
    const predicted = [span('Y', 0, 1), span('X', 1, 4), span('X', 4, 5), span('X', 6, 8), span('X', 11, 12)];
    expect(pairSpans(gold, predicted)).toEqual([
      { gold: gold[0], predicted: predicted[1] },
      { gold: undefined, predicted: predicted[0] },
      { gold: gold[1], predicted: predicted[2] },
      { gold: gold[2], predicted: predicted[3] },
      { gold: gold[3], predicted: undefined },
      { gold: undefined, predicted: predicted[4] },
    ]);
  });

  test('contains each span once', () => {
    fc.assert(
      fc.property(both, ([gold, predicted]) => {
        const pairs = pairSpans(gold, predicted);
        expect(pairs.flatMap((pair) => pair.gold ?? []).toSorted((a, b) => a.start - b.start)).toEqual(gold);
        expect(pairs.flatMap((pair) => pair.predicted ?? []).toSorted((a, b) => a.start - b.start)).toEqual(predicted);
      }),
    );
  });
});

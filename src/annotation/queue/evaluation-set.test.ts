import { describe, expect, test } from 'vitest';
import { randomUniform } from '../../lib/rng.ts';
import { forecast, isSetAside, measureQuality, withPoint, type EvaluatedSentence } from './evaluation-set.ts';

const A = { start: 0, end: 1, type: 'A' };
const B = { start: 0, end: 1, type: 'B' };

describe('sentences set aside', () => {
  test('are the requested share, and duplicates are on the same side', () => {
    const texts = Array.from({ length: 2000 }, (_, i) => ['word', `${i}`]);
    const share = texts.filter((tokens) => isSetAside(tokens, 0.1)).length / texts.length;
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.12);
    expect(isSetAside(['word', '7'], 0.1)).toBe(isSetAside(['word', '7'], 0.1));
    expect(texts.some((tokens) => isSetAside(tokens, 0))).toBe(false);
  });
});

describe('quality', () => {
  /** `count` sentences with one entity each, of which a share is predicted. */
  const evaluated = (count: number, share: number, key = 1): EvaluatedSentence[] =>
    Array.from({ length: count }, (_, i) => ({ gold: [A], predicted: [randomUniform(key, i) < share ? A : B] }));

  test('is undefined for few sentences, or without entities', () => {
    expect(measureQuality(evaluated(9, 1))).toBeUndefined();
    expect(measureQuality(Array.from({ length: 50 }, () => ({ gold: [], predicted: [] })))).toBeUndefined();
  });

  test('is F1 over all entities', () => {
    const half = Array.from({ length: 20 }, (_, i) => ({ gold: [A], predicted: i % 2 === 0 ? [A] : [] }));
    expect(measureQuality(half)).toMatchObject({ f1: 20 / 30, sentences: 20, entities: 20 });
  });

  test('has an interval that contains the true value in about 19 of 20 samples', () => {
    const held = Array.from({ length: 200 }, (_, sample) => measureQuality(evaluated(60, 0.8, sample), sample)!).filter(
      ({ low, high }) => low <= 0.8 && 0.8 <= high,
    );
    expect(held.length / 200).toBeGreaterThan(0.88);
    expect(held.length / 200).toBeLessThanOrEqual(0.99);
  });

  test('has a narrower interval for more sentences', () => {
    const width = (count: number) => {
      const { low, high } = measureQuality(evaluated(count, 0.8))!;
      return high - low;
    };
    expect(width(400)).toBeLessThan(width(40));
  });
});

describe('the forecast', () => {
  const curve = (sizes: number[], f1: (n: number) => number) => sizes.map((n) => ({ sentences: n, f1: f1(n) }));

  test('follows a power law to the next point of F1', () => {
    const law = (n: number) => 1 - 2 * n ** -0.5;
    const predicted = forecast(curve([50, 100, 150, 200, 300], law));
    const more = Math.round((2 / (1 - law(300) - 0.01)) ** 2 - 300);
    expect(predicted).toEqual({ kind: 'sentences', more });
  });

  test('is unknown for few points, or without a trend', () => {
    expect(forecast(curve([50, 100, 100], () => 0.5))).toEqual({ kind: 'unknown', reason: 'few-points' });
    expect(forecast(curve([50, 100, 150, 200], () => 0.5))).toEqual({ kind: 'unknown', reason: 'no-trend' });
    expect(forecast(curve([50, 100, 150, 200], (n) => 0.9 - n / 1000))).toEqual({
      kind: 'unknown',
      reason: 'no-trend',
    });
  });

  test('reports the limit', () => {
    expect(forecast(curve([50, 100, 150, 200], (n) => 1 - 0.04 * n ** -0.3))).toMatchObject({ kind: 'limit' });
  });
});

test('training on the same sentences again replaces the point of the curve', () => {
  const curve = withPoint(withPoint([], { sentences: 100, f1: 0.5 }), { sentences: 130, f1: 0.6 });
  expect(withPoint(curve, { sentences: 130, f1: 0.65 })).toEqual([curve[0], { sentences: 130, f1: 0.65 }]);
  expect(withPoint(curve, undefined)).toEqual(curve);
});

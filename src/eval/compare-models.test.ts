import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomBits, randomUniform, streamKey } from '../lib/rng.ts';
import { compareModels, type TwicePredicted } from './compare-models.ts';
import { f1Difference, type PairedCounts } from './f1-difference.ts';

const counts = (units: readonly (readonly [number, number, number, number, number])[]): PairedCounts => {
  const column = (i: 0 | 1 | 2 | 3 | 4) => Int32Array.from(units, (unit) => unit[i]);
  return { gold: column(0), predicted: [column(1), column(2)], correct: [column(3), column(4)] };
};

/** gold, predicted by each, correct of each */
const unit = fc
  .tuple(fc.nat(3), fc.nat(3), fc.nat(3))
  .chain(([gold, a, b]) =>
    fc.tuple(fc.constant(gold), fc.constant(a), fc.constant(b), fc.nat(Math.min(gold, a)), fc.nat(Math.min(gold, b))),
  );

/** The difference of the pooled F1 of some units, by a plain loop. */
function plainDifference(units: readonly (readonly number[])[]): number {
  const sum = (i: number) => units.reduce((total, one) => total + one[i]!, 0);
  const f1 = (predicted: number, correct: number) =>
    predicted + sum(0) === 0 ? 0 : (2 * correct) / (predicted + sum(0));
  return f1(sum(1), sum(3)) - f1(sum(2), sum(4));
}

describe('the difference of two F1 scores', () => {
  test('interval and p are those of plain loops over the same draws', () => {
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 40 }), fc.nat(1000), (units, seed) => {
        const R = 60;
        const found = f1Difference(counts(units), R, seed);
        const observed = plainDifference(units);
        expect(found.difference).toBeCloseTo(observed, 12);
        const drawn: number[] = [];
        let asLarge = 0;
        for (let r = 0; r < R; r++) {
          const draws = units.map((_, i) => units[Math.floor(randomUniform(streamKey(seed, 0, r), i) * units.length)]!);
          drawn.push(plainDifference(draws));
          const swapped = units.map(([gold, a, b, ca, cb], i) => {
            const isSwapped = ((randomBits(streamKey(seed, 1, r), Math.floor(i / 32)) >>> (i % 32)) & 1) === 1;
            return isSwapped ? [gold, b, a, cb, ca] : [gold, a, b, ca, cb];
          });
          if (Math.abs(plainDifference(swapped)) >= Math.abs(observed) - 1e-12) asLarge++;
        }
        drawn.sort((a, b) => a - b);
        expect(found.interval[0]).toBeCloseTo(drawn[Math.round(0.025 * 59)]!, 12);
        expect(found.interval[1]).toBeCloseTo(drawn[Math.round(0.975 * 59)]!, 12);
        expect(found.p).toBeCloseTo((1 + asLarge) / (R + 1), 12);
        expect(found.histogram.counts.reduce((sum, n) => sum + n, 0)).toBe(R);
      }),
      { numRuns: 40 },
    );
  });

  test('p is near that of all permutations', () => {
    const units = [
      [2, 2, 2, 2, 0],
      [1, 1, 1, 1, 0],
      [1, 1, 1, 0, 1],
      [3, 3, 2, 3, 1],
      [1, 1, 1, 1, 1],
      [2, 1, 2, 1, 1],
      [1, 1, 1, 1, 0],
      [2, 2, 2, 2, 1],
    ] as const;
    const observed = Math.abs(plainDifference(units));
    let asLarge = 0;
    for (let mask = 0; mask < 2 ** units.length; mask++) {
      const swapped = units.map(([gold, a, b, ca, cb], i) =>
        (mask >> i) & 1 ? [gold, b, a, cb, ca] : [gold, a, b, ca, cb],
      );
      if (Math.abs(plainDifference(swapped)) >= observed - 1e-12) asLarge++;
    }
    expect(Math.abs(f1Difference(counts(units), 10_000).p - asLarge / 2 ** units.length)).toBeLessThan(0.015);
  });

  test('equal models: no difference, an interval of nothing, p = 1', () => {
    const found = f1Difference(counts(Array.from({ length: 30 }, () => [2, 2, 2, 1, 1] as const)), 200);
    expect(found).toMatchObject({ difference: 0, interval: [0, 0], p: 1 });
  });

  test('a model that is always right against one that never is', () => {
    const found = f1Difference(counts(Array.from({ length: 40 }, () => [1, 1, 1, 1, 0] as const)), 500);
    expect(found).toMatchObject({ difference: 1, interval: [1, 1] });
    expect(found.p).toBeLessThan(0.01);
  });

  test('the same seed gives the same figures', () => {
    const units = counts(Array.from({ length: 30 }, (_, i) => [2, 2, 2, i % 2, i % 3 === 0 ? 1 : 0] as const));
    expect(f1Difference(units, 300, 7)).toEqual(f1Difference(units, 300, 7));
    expect(f1Difference(units, 300, 7).interval).not.toEqual(f1Difference(units, 300, 8).interval);
  });
});

test('entities that only one of the models finds', () => {
  const span = (start: number, end: number, type: string) => ({ start, end, type });
  const gold = [span(0, 1, 'PER'), span(2, 4, 'LOC'), span(5, 6, 'ORG'), span(7, 8, 'PER')];
  const sentence: TwicePredicted = {
    line: 3,
    tokens: 'a b c d e f g h'.split(' '),
    gold,
    predicted: [
      [gold[0]!, gold[1]!],
      [gold[0]!, span(2, 4, 'ORG'), gold[2]!],
    ],
  };
  const agreed: TwicePredicted = { ...sentence, line: 9, predicted: [gold, gold] };
  const found = compareModels([sentence, agreed]);
  expect(found.found).toEqual({ both: 5, first: 1, second: 1, neither: 1 });
  expect(found.sentences).toHaveLength(1);
  expect(found.sentences[0]!.decided).toEqual([
    { entity: gold[1], by: 0 },
    { entity: gold[2], by: 1 },
  ]);
  expect(found.f1.f1).toEqual([12 / 14, 12 / 15]);
  expect(compareModels([sentence, sentence], 2).sentences).toHaveLength(1);
});

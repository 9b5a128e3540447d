import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Prediction } from './calibration.ts';
import { budgetAt, budgetOfPrecision, budgetOfReading, wilsonInterval } from './review-budget.ts';

const predictions: fc.Arbitrary<Prediction[]> = fc.array(
  fc.record({
    type: fc.constant('A'),
    probability: fc.integer({ min: 0, max: 999 }).map((n) => n / 1000),
    isCorrect: fc.boolean(),
    sentence: fc.integer({ min: 0, max: 20 }),
    half: fc.constantFrom(0, 1),
  }),
  { minLength: 1, maxLength: 120 },
);

test('Wilson interval: a published example, and within [0, 1]', () => {
  const [low, high] = wilsonInterval(81, 263); // Newcombe 1998, table I
  expect([low, high]).toEqual([expect.closeTo(0.2553, 4), expect.closeTo(0.3662, 4)]);
  expect(wilsonInterval(0, 10)[0]).toBe(0);
  expect(wilsonInterval(10, 10)[1]).toBeCloseTo(1);
});

test('a budget by hand', () => {
  const of = (probability: number, isCorrect: boolean, sentence: number): Prediction => {
    return { type: 'A', probability, isCorrect, sentence, half: 0 };
  };
  const some = [of(0.9, true, 0), of(0.8, false, 0), of(0.7, true, 1), of(0.2, false, 1), of(0.1, true, 2)];
  expect(budgetAt(0.7, some)).toMatchObject({ accepted: 3, entities: 5, precision: 2 / 3, sentences: 2 });
  expect(budgetAt(1, some)).toMatchObject({ accepted: 0, precision: 0, interval: [0, 1], sentences: 3 });
});

test('the threshold of a precision has it, and no lower one does', () => {
  fc.assert(
    fc.property(predictions, fc.constantFrom(0.4, 0.5, 0.6), (some, precision) => {
      const all = Array.from({ length: 1000 }, (_, i) => budgetAt(i / 1000, some));
      const expected = all.find((one) => one.accepted >= 30 && one.precision >= precision);
      expect(budgetOfPrecision(precision, some)).toEqual(expected);
    }),
    { numRuns: 25 },
  );
});

test('the threshold of a number to read keeps it, and no higher one does', () => {
  fc.assert(
    fc.property(predictions, fc.integer({ min: 0, max: 21 }), (some, most) => {
      const found = budgetOfReading(most, some);
      expect(found.sentences).toBeLessThanOrEqual(most);
      const next = Math.round(1000 * found.threshold + 1) / 1000;
      expect(next >= 1 || budgetAt(next, some).sentences > most).toBe(true);
    }),
    { numRuns: 50 },
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomUniform, streamKey } from '../lib/rng.ts';
import {
  calibrationError,
  confidenceOf,
  crossCalibrated,
  fitCalibration,
  fitScale,
  reliability,
  withConfidence,
  type Prediction,
  type Scale,
} from './calibration.ts';

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
const logit = (p: number) => Math.log(p / (1 - p));

/** Predictions whose probabilities are right after a scale. */
function simulated(count: number, { slope, shift }: Scale, seed = 1, type = 'PER'): Prediction[] {
  const key = streamKey(seed, 0, 0);
  return Array.from({ length: count }, (_, i) => {
    const x = 8 * randomUniform(key, 2 * i) - 3;
    const isCorrect = randomUniform(key, 2 * i + 1) < sigmoid(slope * x + shift);
    return { type, probability: sigmoid(x), isCorrect, sentence: i, half: i % 2 === 0 ? 0 : 1 };
  });
}

describe('the scale of a calibration', () => {
  test.each([
    { slope: 0.4, shift: 0 },
    { slope: 1, shift: -0.7 },
    { slope: 1.8, shift: 0.5 },
  ])('is found from simulated entities: %o', (scale) => {
    const found = fitScale(simulated(20_000, scale))!;
    expect(found.slope).toBeCloseTo(scale.slope, 1);
    expect(found.shift).toBeCloseTo(scale.shift, 1);
  });

  test('has the highest likelihood: a step in any direction is worse', () => {
    const predictions = simulated(500, { slope: 0.5, shift: -0.3 }, 3);
    const right = predictions.filter(({ isCorrect }) => isCorrect).length;
    const wrong = predictions.length - right;
    const loss = ({ slope, shift }: Scale) =>
      predictions.reduce((sum, { probability, isCorrect }) => {
        const p = sigmoid(slope * logit(probability) + shift);
        const target = isCorrect ? (right + 1) / (right + 2) : 1 / (wrong + 2);
        return sum - target * Math.log(p) - (1 - target) * Math.log(1 - p);
      }, 0);
    const { slope, shift } = fitScale(predictions)!;
    const best = loss({ slope, shift });
    for (const [a, b] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [1, 1],
      [-1, 1],
    ] as const) {
      expect(loss({ slope: slope + 1e-3 * a, shift: shift + 1e-3 * b })).toBeGreaterThan(best);
    }
  });

  test('does not exist if all entities are right: nothing tells wrong ones apart', () => {
    const right = simulated(100, { slope: 1, shift: 0 }).map((prediction) => ({ ...prediction, isCorrect: true }));
    expect(fitScale(right)).toBeUndefined();
  });

  test('does not exist if probabilities say the opposite of what is right', () => {
    expect(fitScale(simulated(2000, { slope: -1, shift: 0 }))).toBeUndefined();
  });
});

describe('a calibration', () => {
  test('keeps the order of the entities of a type, and stays within (0, 1)', () => {
    const probability = fc.double({ min: 0, max: 1, noNaN: true });
    const calibration = fitCalibration(simulated(400, { slope: 0.5, shift: -1 }))!;
    fc.assert(
      fc.property(probability, probability, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((p) => confidenceOf(calibration, 'PER', p));
        expect(low).toBeLessThanOrEqual(high!);
        expect(low).toBeGreaterThan(0);
        expect(high).toBeLessThan(1);
      }),
    );
  });

  test('has a scale of its own for a type with 200 entities, and a common one for others', () => {
    const predictions = [
      ...simulated(300, { slope: 1, shift: -2 }, 1, 'PER'),
      ...simulated(300, { slope: 1, shift: 2 }, 2, 'LOC'),
      ...simulated(199, { slope: 1, shift: 0 }, 3, 'ORG'),
    ];
    const calibration = fitCalibration(predictions)!;
    expect(Object.keys(calibration.byType)).toEqual(['LOC', 'PER']);
    const [per, loc, org] = ['PER', 'LOC', 'ORG'].map((type) => confidenceOf(calibration, type, 0.5));
    expect(per).toBeLessThan(org!);
    expect(org).toBeLessThan(loc!);
    expect(confidenceOf(calibration, 'constructor', 0.5)).toBe(org);
  });

  test('needs 50 entities; without one, confidence is the probability', () => {
    expect(fitCalibration(simulated(49, { slope: 1, shift: 0 }))).toBeUndefined();
    expect(confidenceOf(undefined, 'PER', 0.3)).toBe(0.3);
  });

  test('on the other half of the data reduces the error of overconfident entities to less than half', () => {
    const predictions = simulated(4000, { slope: 0.4, shift: -0.4 });
    const honest = crossCalibrated(predictions)!;
    expect(calibrationError(honest)).toBeLessThan(calibrationError(predictions) / 2);
    expect(crossCalibrated(predictions.slice(0, 90))).toBeUndefined();
  });

  test('of one half is from the other half alone', () => {
    const predictions = simulated(1000, { slope: 0.6, shift: 0 });
    const changed = predictions.map((one) =>
      one.half === 0 && one.probability < 0.8 ? { ...one, isCorrect: false } : one,
    );
    const expected = withConfidence(predictions, fitCalibration(predictions.filter(({ half }) => half === 1)));
    const found = crossCalibrated(changed)!;
    const ofFirst = (some: readonly Prediction[]) => some.filter(({ half }) => half === 0);
    const probabilities = (some: readonly Prediction[]) => ofFirst(some).map(({ probability }) => probability);
    expect(probabilities(found)).toEqual(probabilities(expected));
  });
});

test('the calibration error, by hand: bins of equal size', () => {
  const predictions = [0.2, 0.4, 0.8, 1].map((probability, i) => {
    return { type: 'A', probability, isCorrect: i !== 0, sentence: i, half: 0 as const };
  });
  expect(reliability(predictions, 2)).toEqual([
    { count: 2, probability: expect.closeTo(0.3), correct: 0.5 },
    { count: 2, probability: expect.closeTo(0.9), correct: 1 },
  ]);
  // Four bins: |0.2 - 0|, |0.4 - 1|, |0.8 - 1|, |1 - 1|.
  expect(calibrationError(predictions)).toBeCloseTo((0.2 + 0.6 + 0.2) / 4);
  expect(calibrationError([])).toBe(0);
});

test('bins have all entities, and sizes that differ by at most one', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 60 }), (probabilities) => {
      const predictions = probabilities.map((probability, i) => {
        return { type: 'A', probability, isCorrect: true, sentence: i, half: 0 as const };
      });
      const counts = reliability(predictions).map(({ count }) => count);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(probabilities.length);
      expect(counts.every((count) => Math.abs(count - counts[0]!) <= 1)).toBe(true);
    }),
  );
});

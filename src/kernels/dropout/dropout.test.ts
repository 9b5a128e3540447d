import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectGradient } from '../../../test/helpers/gradcheck.ts';
import { streamKey } from '../../lib/rng.ts';
import { randomTensor } from '../../../test/helpers/each-device.ts';
import { testDropout } from './cases.ts';
import { dropoutReference } from './reference.ts';

describe('dropout reference', () => {
  test('drops about the share asked for, and scales the rest', () => {
    const ones = new Float64Array(20_000).fill(1);
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.95, noNaN: true }), fc.integer(), (rate, seed) => {
        const y = dropoutReference(ones, rate, streamKey(seed));
        const kept = y.filter((value) => value !== 0);
        expect(new Set(kept)).toEqual(new Set([1 / (1 - rate)]));
        // Five standard deviations of a binomial.
        const bound = 5 * Math.sqrt(20_000 * rate * (1 - rate));
        expect(Math.abs(20_000 - kept.length - 20_000 * rate)).toBeLessThan(bound);
      }),
      { numRuns: 20, seed: 1 },
    );
  });

  test('the mask of an element does not depend on how many there are', () => {
    const key = streamKey(1);
    const x = new Float64Array(50).fill(1);
    expect(dropoutReference(x, 0.5, key).subarray(0, 20)).toEqual(dropoutReference(x.subarray(0, 20), 0.5, key));
  });

  test('the gradient is the same function of dy', () => {
    const [x, dy] = [randomTensor([40], 1).values, randomTensor([40], 2).values];
    const objective = (input: ArrayLike<number>) =>
      dropoutReference(input, 0.3, 7).reduce((sum, value, i) => sum + value * dy[i]!, 0);
    expectGradient(objective, x, dropoutReference(dy, 0.3, 7), 'dx');
  });
});

testDropout();

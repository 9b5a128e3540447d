import { describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { testOptimizer } from './cases.ts';
import { adamUpdateReference, sgdUpdateReference, sumOfSquaresReference } from './reference.ts';

const SGD = { learningRate: 0.1, momentum: 0.9, clipNorm: 0, l2: 0 };

describe('optimizer references', () => {
  test('sum of squares by hand', () => {
    expect(sumOfSquaresReference([1, -2, 3])).toBe(14);
  });

  test('SGD by hand: two updates, the second carried by momentum', () => {
    const [parameter, velocity] = [Float64Array.of(1), Float64Array.of(0)];
    const update = (g: number) => sgdUpdateReference({ parameter, velocity, gradient: [g], squaredNorm: 0, D: 1 }, SGD);
    update(0.5);
    expectClose([parameter[0]!, velocity[0]!], [0.95, 0.5], TOLERANCES.float64);
    update(0.2);
    expectClose([parameter[0]!, velocity[0]!], [0.95 - 0.1 * 0.65, 0.65], TOLERANCES.float64);
  });

  test('clipping scales by the norm of all gradients, L2 comes after it', () => {
    const [parameter, velocity] = [Float64Array.of(2), Float64Array.of(0)];
    const attrs = { ...SGD, momentum: 0, clipNorm: 5, l2: 0.1 };
    sgdUpdateReference({ parameter, velocity, gradient: [6], squaredNorm: 100, D: 1 }, attrs);
    expectClose(velocity, [6 * (5 / (10 + 1e-6)) + 0.2], TOLERANCES.float64);
  });

  test('only the rows named change', () => {
    const [parameter, velocity] = [new Float64Array(6).fill(1), new Float64Array(6)];
    sgdUpdateReference({ parameter, velocity, gradient: [1, 2, 3, 4], squaredNorm: 0, rows: [2, 0], D: 2 }, SGD);
    expectClose(velocity, [3, 4, 0, 0, 1, 2], TOLERANCES.float64);
    expectClose(parameter, [0.7, 0.6, 1, 1, 0.9, 0.8], TOLERANCES.float64);
  });

  test.each([0, 0.1])('the first Adam update is a step of the learning rate, decay %d apart', (weightDecay) => {
    const [parameter, mean, variance] = [Float64Array.of(2), Float64Array.of(0), Float64Array.of(0)];
    const attrs = { learningRate: 0.01, beta1: 0.9, beta2: 0.999, epsilon: 0, clipNorm: 0, l2: 0, weightDecay };
    const corrections = { correction1: 0.1, correction2: 0.001 };
    const inputs = { parameter, mean, variance, gradient: [-3], squaredNorm: 9, D: 1 };
    adamUpdateReference(inputs, { ...attrs, ...corrections });
    expectClose(
      [parameter[0]!, mean[0]!, variance[0]!],
      [2 + 0.01 - 0.01 * weightDecay * 2, -0.3, 0.009],
      TOLERANCES.float64,
    );
  });
});

testOptimizer();

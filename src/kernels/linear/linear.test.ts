import { describe, expect, test } from 'vitest';
import { expectGradient } from '../../../test/helpers/gradcheck.ts';
import { randomTensor } from '../../../test/helpers/each-device.ts';
import { testLinear } from './cases.ts';
import { linearGradReference, linearReference } from './reference.ts';

describe('linear reference', () => {
  test('by hand', () => {
    const y = linearReference([1, 2, 3, 4, 5, 6], [1, 0, 0, 1, 1, 1], [10, 20], { N: 2, I: 3, O: 2 });
    expect([...y]).toEqual([14, 25, 20, 31]);
  });

  test('gradients match finite differences', () => {
    const sizes = { N: 4, I: 3, O: 5 };
    const [x, w, b, dy] = [[4, 3], [3, 5], [5], [4, 5]].map((shape, i) => randomTensor(shape, i).values);
    const objective = (input: ArrayLike<number>, weights: ArrayLike<number>, bias: ArrayLike<number>) =>
      linearReference(input, weights, bias, sizes).reduce((sum, value, i) => sum + value * dy![i]!, 0);
    const { dx, dw, db } = linearGradReference(dy!, x!, w!, sizes);
    expectGradient((input) => objective(input, w!, b!), x!, dx, 'dx');
    expectGradient((weights) => objective(x!, weights, b!), w!, dw, 'dw');
    expectGradient((bias) => objective(x!, w!, bias), b!, db, 'db');
  });
});

testLinear();

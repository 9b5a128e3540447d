import { describe, expect, test } from 'vitest';
import { randomTensor } from '../../../test/helpers/each-device.ts';
import { expectGradient } from '../../../test/helpers/gradcheck.ts';
import { testLayerMix } from './cases.ts';
import { layerMixGradReference, layerMixReference } from './reference.ts';

describe('layer mix reference', () => {
  test('equal weights give the mean of the layers, a large one its layer, times the scale', () => {
    const x = [1, 2, 3, 6, 5, 8, 7, 4]; // two tokens, two layers of width two
    const sizes = { N: 2, L: 2, D: 2 };
    expect([...layerMixReference(x, [0.5, 0.5], 2, sizes).y]).toEqual([4, 8, 12, 12]);
    expect([...layerMixReference(x, [0, 1000], -1, sizes).y]).toEqual([-3, -6, -7, -4]);
  });

  test('gradients are those of finite differences', () => {
    const sizes = { N: 4, L: 3, D: 5 };
    const [x, w, dy] = [[4, 15], [3], [4, 5]].map((shape, i) => randomTensor(shape, i).values);
    const gamma = 1.5;
    const objective = (weights: ArrayLike<number>, scale: number) =>
      layerMixReference(x!, weights, scale, sizes).y.reduce((sum, value, i) => sum + value * dy![i]!, 0);
    const { shares } = layerMixReference(x!, w!, gamma, sizes);
    const { dw, dGamma } = layerMixGradReference(dy!, x!, shares, gamma, sizes);
    expectGradient((weights) => objective(weights, gamma), w!, dw, 'dw');
    expectGradient(([scale]) => objective(w!, scale!), [gamma], [dGamma], 'dGamma');
  });
});

testLayerMix();

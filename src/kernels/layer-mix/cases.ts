import type { Tensor1D, Tensor2D } from '../../tensors/tensors.ts';
import { expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { describeEachBackend, randomTensor, readGradients, tensorOf } from '../../../test/helpers/each-device.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { layerMix } from './op.ts';
import { layerMixGradReference, layerMixReference, type LayerMixSizes } from './reference.ts';

const SIZES: LayerMixSizes[] = [
  { N: 1, L: 1, D: 1 },
  { N: 5, L: 1, D: 7 },
  { N: 1, L: 3, D: 2 },
  { N: 7, L: 4, D: 5 },
  { N: 67, L: 13, D: 33 },
  { N: 30, L: 25, D: 130 },
  { N: 3, L: 70, D: 4 }, // more layers than a workgroup of 64
];

/** The op on every backend of this environment against the reference. */
export function testLayerMix(): void {
  describeEachBackend('layerMix', () => {
    test.each(SIZES)('value and gradients match the reference: %o', async (sizes) => {
      const data = dataOf(sizes);
      await expectReference(data, sizes);
    });

    test.each([0, -2.5])('a scale of %d', async (gamma) => {
      const sizes = { N: 9, L: 4, D: 6 };
      await expectReference({ ...dataOf(sizes), gamma: { shape: [1], values: Float32Array.of(gamma) } }, sizes);
    });

    test('weights of hundreds overflow nothing', async () => {
      const sizes = { N: 5, L: 3, D: 6 };
      const w = { shape: [3], values: Float32Array.of(-300, 301, 300) };
      await expectReference({ ...dataOf(sizes), w }, sizes);
    });

    test('the same inputs give the same bits', async () => {
      expect(await mixed(dataOf(SIZES[5]!))).toEqual(await mixed(dataOf(SIZES[5]!)));
    });
  });
}

const dataOf = ({ N, L, D }: LayerMixSizes) => ({
  x: randomTensor([N, L * D], 1),
  w: randomTensor([L], 2, 2),
  gamma: randomTensor([1], 3, 2),
  dy: randomTensor([N, D], 4),
});

async function expectReference(data: ReturnType<typeof dataOf>, sizes: LayerMixSizes): Promise<void> {
  const { x, w, gamma, dy } = data;
  const { y, gradients } = await mixed(data);
  const expected = layerMixReference(x.values, w.values, gamma.values[0]!, sizes);
  expectClose(y, expected.y, TOLERANCES.forward, 'y');
  const { dw, dGamma } = layerMixGradReference(dy.values, x.values, expected.shares, gamma.values[0]!, sizes);
  expectClose(gradients[0]!, dw, TOLERANCES.gradient, 'dw');
  expectClose(gradients[1]!, [dGamma], TOLERANCES.gradient, 'dGamma');
}

function mixed({ x, w, gamma, dy }: ReturnType<typeof dataOf>) {
  return readGradients(
    () => {
      const layers = tensorOf(x) as Tensor2D;
      return (weights, scale) => layerMix(layers, weights as Tensor1D, scale as Tensor1D);
    },
    [w, gamma],
    dy,
  );
}

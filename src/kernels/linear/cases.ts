import type { Tensor1D, Tensor2D } from '@tensorflow/tfjs-core';
import { expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { randomUniform } from '../../lib/rng.ts';
import { describeEachBackend, randomTensor, readGradients } from '../shared/testing.ts';
import { linear } from './op.ts';
import { linearGradReference, linearReference, type LinearSizes } from './reference.ts';

/** Each dimension at 1, at odd sizes, and beyond the tiles (6 rows, 8 columns) and workgroups (64) of the kernels. */
const SIZES: LinearSizes[] = [
  { N: 1, I: 1, O: 1 },
  { N: 1, I: 7, O: 3 },
  { N: 5, I: 1, O: 9 },
  { N: 7, I: 5, O: 1 },
  { N: 6, I: 8, O: 8 },
  { N: 13, I: 17, O: 33 },
  { N: 65, I: 66, O: 67 },
  { N: 130, I: 30, O: 12 },
  { N: 3, I: 400, O: 17 },
];

/**
 * With half of x zero, as dropout leaves it: around the widths (8, 24 and 40 columns) and the blocks (256 columns, 512
 * rows) of kernels that skip zeros.
 */
const SPARSE_SIZES: LinearSizes[] = [
  { N: 1, I: 2, O: 8 },
  { N: 5, I: 7, O: 24 },
  { N: 6, I: 9, O: 40 },
  { N: 9, I: 30, O: 17 },
  { N: 65, I: 66, O: 152 },
  { N: 260, I: 3, O: 48 },
  { N: 3, I: 515, O: 64 },
  { N: 1030, I: 5, O: 16 },
];

/** The op on every backend of this environment against the reference. */
export function testLinear(): void {
  describeEachBackend('linear', () => {
    test.each(SIZES)('forward and gradient match the reference: %o', async (sizes) => {
      await expectReference(sizes, dataOf(sizes));
    });

    test.each(SPARSE_SIZES)('so they do where x is full of zeros: %o', async (sizes) => {
      const data = dataOf(sizes);
      const values = data.x.values.map((value, i) => (randomUniform(5, i) < 0.5 ? 0 : value));
      await expectReference(sizes, { ...data, x: { ...data.x, values } });
    });

    test('the same inputs give the same bits', async () => {
      const sizes = { N: 65, I: 34, O: 19 };
      expect(await gradientsOf(dataOf(sizes))).toEqual(await gradientsOf(dataOf(sizes)));
    });
  });
}

const dataOf = ({ N, I, O }: LinearSizes) => ({
  x: randomTensor([N, I], 1),
  w: randomTensor([I, O], 2, 1 / Math.sqrt(I)),
  b: randomTensor([O], 3),
  dy: randomTensor([N, O], 4),
});

async function expectReference(sizes: LinearSizes, data: ReturnType<typeof dataOf>): Promise<void> {
  const { x, w, b, dy } = data;
  const { y, gradients } = await gradientsOf(data);
  const { dx, dw, db } = linearGradReference(dy.values, x.values, w.values, sizes);
  expectClose(y, linearReference(x.values, w.values, b.values, sizes), TOLERANCES.forward, 'y');
  expectClose(gradients[0]!, dx, TOLERANCES.gradient, 'dx');
  expectClose(gradients[1]!, dw, TOLERANCES.gradient, 'dw');
  expectClose(gradients[2]!, db, TOLERANCES.gradient, 'db');
}

function gradientsOf({ x, w, b, dy }: ReturnType<typeof dataOf>) {
  return readGradients(
    () => (input, weights, bias) => linear(input as Tensor2D, weights as Tensor2D, bias as Tensor1D),
    [x, w, b],
    dy,
  );
}

import type { Tensor1D, Tensor2D } from '../../tensors/tensors.ts';
import { expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { lookupFromIndex } from '../../data/batches/ragged.ts';
import { lookupTensors } from '../shared/ragged-tensors.ts';
import {
  describeEachBackend,
  randomIntegers,
  randomTensor,
  read,
  readGradients,
  tensorOf,
} from '../../../test/helpers/each-device.ts';
import { lookupRows, takeRows } from './op.ts';
import { lookupRowsGradReference, lookupRowsReference } from './reference.ts';

const SIZES: { R: number; D: number; N: number; index?: number[] }[] = [
  { R: 1, D: 1, N: 1 },
  { R: 1, D: 5, N: 9 }, // all items look up the same row
  { R: 3, D: 4, N: 1 },
  { R: 5, D: 3, N: 7 },
  { R: 7, D: 100, N: 30 },
  { R: 65, D: 13, N: 67 }, // some rows are not looked up
  { R: 4, D: 8, N: 4, index: [3, 2, 1, 0] },
  { R: 4, D: 6, N: 3, index: [1, 1, 1] },
  { R: 200, D: 30, N: 500 },
];

/** The ops on every backend of this environment against the reference. */
export function testLookup(): void {
  describeEachBackend('lookup', () => {
    test.each(SIZES)('lookupRows is exact, its gradient matches the reference: %o', async (size) => {
      const { table, lookup, dy } = dataOf(size);
      const { y, gradients } = await gradientsOf(size);
      const expected = lookupRowsGradReference(dy.values, lookup, size.D);
      expectClose(y, lookupRowsReference(table.values, lookup.index, size.D), TOLERANCES.exact, 'y');
      expectClose(gradients[0]!, expected, TOLERANCES.gradient, 'dTable');
    });

    test.each(SIZES)('takeRows is exact: %o', async (size) => {
      const { table, lookup } = dataOf(size);
      const index = { shape: [size.N], values: lookup.index };
      const [y] = await read(() => [takeRows(tensorOf(table) as Tensor2D, tensorOf(index) as Tensor1D)]);
      expectClose(y!, lookupRowsReference(table.values, lookup.index, size.D), TOLERANCES.exact, 'y');
    });

    test('the same inputs give the same bits', async () => {
      const size = { R: 3, D: 7, N: 200 };
      expect(await gradientsOf(size)).toEqual(await gradientsOf(size));
    });
  });
}

function dataOf({ R, D, N, index }: (typeof SIZES)[number]) {
  const lookup = lookupFromIndex(index ? Int32Array.from(index) : randomIntegers(N, 1, R), R);
  return { table: randomTensor([R, D], 2), lookup, dy: randomTensor([N, D], 3) };
}

function gradientsOf(size: (typeof SIZES)[number]) {
  const { table, lookup, dy } = dataOf(size);
  return readGradients(
    () => {
      const tensors = lookupTensors(lookup);
      return (x) => lookupRows(x as Tensor2D, tensors);
    },
    [table],
    dy,
  );
}

import type { Tensor1D, Tensor2D } from '../../tensors/tensors.ts';
import { expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { bagsFrom, lookupFromIndex } from '../../data/batches/ragged.ts';
import { bagTensors, lookupTensors } from '../shared/ragged-tensors.ts';
import {
  describeEachBackend,
  randomIntegers,
  randomTensor,
  read,
  readGradients,
  tensorOf,
} from '../../../test/helpers/each-device.ts';
import { lookupRows, sumRows, takeRows } from './op.ts';
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

/** Bags by the number of rows in each. */
const BAGS: { R: number; D: number; sizes: number[] }[] = [
  { R: 1, D: 1, sizes: [1] },
  { R: 3, D: 5, sizes: [0] },
  { R: 4, D: 17, sizes: [3, 0, 1, 7] },
  { R: 67, D: 9, sizes: Array.from({ length: 65 }, (_, n) => n % 13) }, // some rows are in no bag
  { R: 300, D: 17, sizes: Array.from({ length: 120 }, () => 60) },
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

    test('takeRows gives zeros for -1', async () => {
      const { table } = dataOf({ R: 3, D: 5, N: 4 });
      const index = { shape: [4], values: Int32Array.of(2, -1, 0, -1) };
      const [y] = await read(() => [takeRows(tensorOf(table) as Tensor2D, tensorOf(index) as Tensor1D)]);
      expectClose(y!, lookupRowsReference(table.values, index.values, 5), TOLERANCES.exact, 'y');
      expect([...y!.subarray(5, 10), ...y!.subarray(15)]).toEqual(Array.from({ length: 10 }, () => 0));
    });

    test.each(BAGS)('sumRows and its gradient match the reference: %o', async ({ R, D, sizes }) => {
      const { table, bags, dy } = bagsOf({ R, D, sizes });
      const { y, gradients } = await bagGradientsOf({ R, D, sizes });
      const own = { offsets: bags.offsets, items: bags.rows };
      const inverse = { offsets: bags.inverseOffsets, items: bags.bags };
      expectClose(y, lookupRowsGradReference(table.values, own, D), TOLERANCES.gradient, 'y');
      expectClose(gradients[0]!, lookupRowsGradReference(dy.values, inverse, D), TOLERANCES.gradient, 'dTable');
      expect(await bagGradientsOf({ R, D, sizes })).toEqual({ y, gradients });
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

function bagsOf({ R, D, sizes }: (typeof BAGS)[number]) {
  const offsets = new Int32Array(sizes.length + 1);
  sizes.forEach((size, n) => (offsets[n + 1] = offsets[n]! + size));
  const bags = bagsFrom(offsets, randomIntegers(offsets.at(-1)!, 1, R), R);
  return { table: randomTensor([R, D], 2), bags, dy: randomTensor([sizes.length, D], 3) };
}

function bagGradientsOf(size: (typeof BAGS)[number]) {
  const { table, bags, dy } = bagsOf(size);
  return readGradients(
    () => {
      const tensors = bagTensors(bags);
      return (x) => sumRows(x as Tensor2D, tensors);
    },
    [table],
    dy,
  );
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

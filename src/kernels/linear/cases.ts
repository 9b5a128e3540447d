import type { Tensor1D, Tensor2D } from '../../tensors/tensors.ts';
import { expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { integerProducts, TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { describeEachProduct, randomTensor, readGradients } from '../../../test/helpers/each-device.ts';
import { linear } from './op.ts';
import { linearGradReference, linearReference, type LinearSizes } from './reference.ts';

/** Each dimension at 1, at odd sizes, and beyond the tiles (4 rows, 8 columns), blocks (512) and workgroups (64) of the kernels. */
const SIZES: LinearSizes[] = [
  { N: 1, I: 1, O: 1 },
  { N: 1, I: 7, O: 3 },
  { N: 5, I: 1, O: 9 },
  { N: 7, I: 5, O: 1 },
  { N: 6, I: 8, O: 8 },
  { N: 13, I: 17, O: 33 },
  { N: 65, I: 66, O: 67 },
  { N: 130, I: 30, O: 12 },
  { N: 3, I: 515, O: 17 },
  { N: 1030, I: 5, O: 16 },
];

/** The op on every backend of this environment against the reference. */
export function testLinear(): void {
  describeEachProduct('linear', (isInIntegers) => {
    test.each(SIZES)('forward and gradient match the reference: %o', async (sizes) => {
      const data = dataOf(sizes);
      const { x, w, b, dy } = data;
      const { y, gradients } = await gradientsOf(data);
      const { dx, dw, db } = linearGradReference(dy.values, x.values, w.values, sizes);
      const allowed = isInIntegers ? withIntegers(data, sizes) : WITH_FLOATS;
      expectClose(y, linearReference(x.values, w.values, b.values, sizes), allowed.y, 'y');
      expectClose(gradients[0]!, dx, allowed.dx, 'dx');
      expectClose(gradients[1]!, dw, allowed.dw, 'dw');
      expectClose(gradients[2]!, db, TOLERANCES.gradient, 'db');
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

const WITH_FLOATS = { y: TOLERANCES.forward, dx: TOLERANCES.gradient, dw: TOLERANCES.gradient };

/** y = x · w, dx = dy · w' and dw = x' · dy. */
function withIntegers({ x, w, dy }: ReturnType<typeof dataOf>, { N, I, O }: LinearSizes) {
  return {
    y: integerProducts(I, longestRow(x), longestColumn(w)),
    dx: integerProducts(O, longestRow(dy), longestRow(w)),
    dw: integerProducts(N, longestColumn(x), longestColumn(dy)),
  };
}

type Matrix = ReturnType<typeof dataOf>['x'];

function longestRow({ values, shape: [rows = 0, columns = 0] }: Matrix): number {
  return longest(rows, (row) => values.subarray(row * columns, (row + 1) * columns));
}

function longestColumn({ values, shape: [, columns = 0] }: Matrix): number {
  return longest(columns, (column) => values.filter((_, i) => i % columns === column));
}

function longest(count: number, vector: (i: number) => Iterable<number>): number {
  return Math.max(...Array.from({ length: count }, (_, i) => Math.hypot(...vector(i))));
}

function gradientsOf({ x, w, b, dy }: ReturnType<typeof dataOf>) {
  return readGradients(
    () => (input, weights, bias) => linear(input as Tensor2D, weights as Tensor2D, bias as Tensor1D),
    [x, w, b],
    dy,
  );
}

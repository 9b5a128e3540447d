import type { Tensor, Tensor1D, Tensor2D } from '../../tensors/tensors.ts';
import { test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { numericalGradient } from '../../../test/helpers/gradcheck.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import {
  describeEachBackend,
  randomTensor,
  readGradients,
  tensorOf,
  type TensorData,
} from '../../../test/helpers/each-device.ts';
import { addConstant, addRow, padWithZeros, columnsOf, concatColumns, joinRows, product, sumOf } from './op.ts';

interface Case {
  name: string;
  shapes: number[][];
  /** @param constant with the shape of the first input */
  op: (inputs: Tensor2D[], constant: Tensor2D) => Tensor;
  /** Reference for one element of the output, in float64. */
  element: (row: number, column: number, inputs: ArrayLike<number>[], constant: ArrayLike<number>) => number;
  y: [rows: number, columns: number];
}

const CASES: readonly Case[] = [
  {
    name: 'product',
    shapes: [
      [5, 7],
      [7, 3],
    ],
    op: ([a, b]) => product(a!, b!),
    element: (n, o, [a, b]) => sumOver(7, (i) => a![n * 7 + i]! * b![i * 3 + o]!),
    y: [5, 3],
  },
  {
    name: 'addRow',
    shapes: [[6, 5], [5]],
    op: ([x, row]) => addRow(x!, row as Tensor as Tensor1D),
    element: (n, d, [x, row]) => x![n * 5 + d]! + row![d]!,
    y: [6, 5],
  },
  {
    name: 'addConstant',
    shapes: [[4, 3]],
    op: ([x], constant) => addConstant(x!, constant),
    element: (n, d, [x], constant) => x![n * 3 + d]! + constant[n * 3 + d]!,
    y: [4, 3],
  },
  {
    name: 'joinRows',
    shapes: [[6, 5]],
    op: ([x]) => joinRows(x!, 3),
    element: (n, d, [x]) => x![n * 15 + d]!,
    y: [2, 15],
  },
  {
    name: 'concatColumns',
    shapes: [
      [4, 2],
      [4, 5],
    ],
    op: ([a, b]) => concatColumns(a!, b!),
    element: (n, d, [a, b]) => (d < 2 ? a![n * 2 + d]! : b![n * 5 + d - 2]!),
    y: [4, 7],
  },
  {
    name: 'columnsOf, in the middle',
    shapes: [[3, 9]],
    op: ([x]) => columnsOf(x!, 2, 4),
    element: (n, d, [x]) => x![n * 9 + 2 + d]!,
    y: [3, 4],
  },
  {
    name: 'padWithZeros, after the columns',
    shapes: [[3, 2]],
    op: ([x]) => padWithZeros(x!, 1, 'after'),
    element: (n, d, [x]) => (d < 2 ? x![n * 2 + d]! : 0),
    y: [3, 4],
  },
  {
    name: 'padWithZeros, before the rows',
    shapes: [[3, 2]],
    op: ([x]) => padWithZeros(x!, 0, 'before'),
    element: (n, d, [x]) => (n < 3 ? 0 : x![(n - 3) * 2 + d]!),
    y: [6, 2],
  },
  {
    name: 'columnsOf, the last',
    shapes: [[3, 6]],
    op: ([x]) => columnsOf(x!, 3, 3),
    element: (n, d, [x]) => x![n * 6 + 3 + d]!,
    y: [3, 3],
  },
  {
    name: 'sumOf, of 16 parts of one input, whose gradients are added up',
    shapes: [[3, 17]],
    op: ([x]) => Array.from({ length: 16 }, (_, from) => columnsOf(x!, from, 2)).reduce(sumOf),
    element: (n, d, [x]) => sumOver(16, (from) => x![n * 17 + from + d]!),
    y: [3, 2],
  },
];

/** The ops on every backend of this environment, against loops in float64. */
export function testAlgebra(): void {
  describeEachBackend('algebra', () => {
    test.each(CASES)('$name matches float64, its gradients finite differences', async ({ shapes, op, element, y }) => {
      const inputs = shapes.map((shape, i) => randomTensor(shape, i));
      const constant = randomTensor(shapes[0]!, 8);
      const dy = randomTensor(y, 9);
      const found = await gradientsOf(op, inputs, constant, dy);

      const values: ArrayLike<number>[] = inputs.map((input) => input.values);
      const outputs = (of: ArrayLike<number>[]) =>
        Float64Array.from({ length: y[0] * y[1] }, (_, i) =>
          element(Math.floor(i / y[1]), i % y[1], of, constant.values),
        );
      expectClose(found.y, outputs(values), TOLERANCES.forward, 'y');
      for (const [i, gradient] of found.gradients.entries()) {
        const objective = (x: ArrayLike<number>) =>
          outputs(values.with(i, x)).reduce((sum, value, at) => sum + value * dy.values[at]!, 0);
        expectClose(gradient, numericalGradient(objective, values[i]!), TOLERANCES.gradient, `gradient of input ${i}`);
      }
    });
  });
}

function gradientsOf(op: Case['op'], inputs: TensorData[], constant: TensorData, dy: TensorData) {
  return readGradients(
    () => {
      const added = tensorOf(constant) as Tensor2D;
      return (...tensors) => op(tensors as Tensor2D[], added);
    },
    inputs,
    dy,
  );
}

function sumOver(count: number, term: (i: number) => number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += term(i);
  return sum;
}

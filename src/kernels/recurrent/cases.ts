import { tensor1d, type Tensor2D, type Tensor3D } from '../../tensors/tensors.ts';
import { describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { integerGradients, TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { raggedRows } from '../../data/batches/ragged.ts';
import { raggedTensors } from '../shared/ragged-tensors.ts';
import {
  describeEachProduct,
  layoutOf,
  randomIntegers,
  randomTensor,
  read,
  readGradients,
  tensorOf,
} from '../../../test/helpers/each-device.ts';
import { GATES, type Cell } from './cells.ts';
import { recurrent, recurrentOutput } from './op.ts';
import { lookupRowsReference } from '../lookup/reference.ts';
import { recurrentGradReference, recurrentReference } from './reference.ts';

interface Size {
  H: number;
  lengths: number[];
  scale?: number;
}

/** Sizes at the edges of tiles (4 rows, 8 columns), workgroups (64) and layouts. */
const SIZES: Size[] = [
  { H: 1, lengths: [1] },
  { H: 3, lengths: [1, 1, 1, 1, 1] },
  { H: 3, lengths: [7] },
  { H: 4, lengths: [5, 4, 4, 2, 1] },
  { H: 8, lengths: [19, 3, 1, 1, 1, 1, 1] },
  { H: 9, lengths: [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4] },
  { H: 66, lengths: [3, 2] },
  { H: 100, lengths: [4, 3, 3, 1, 1, 1, 1] },
  { H: 5, lengths: Array.from({ length: 200 }, (_, b) => 4 - Math.floor(b / 60)) }, // more sequences than one call processes
  { H: 12, lengths: [9, 9, 8, 7, 7, 3, 2, 1, 1] }, // some workgroups of two sentences, which end at different items
  { H: 20, lengths: Array.from({ length: 18 }, (_, b) => 18 - b) }, // of four, the last ones of two
  { H: 513, lengths: Array.from({ length: 16 }, (_, b) => (b < 3 ? 2 : 1)) }, // four would exceed a workgroup's memory
  { H: 260, lengths: [3, 1] }, // more units than the maximum invocations of a workgroup
  { H: 8, lengths: [6, 5, 2], scale: 40 }, // saturated gates: exp of ±40 and more
];

/** At the limits of the integer range. */
const WEIGHTS = {
  'all alike, with the largest sums': () => 0.01,
  'all zero': () => 0,
  'of which one is far larger': (i: number) => (i % 197 === 0 ? 1 : 0.001 * ((i % 7) - 3)),
} satisfies Record<string, (i: number) => number>;

/** The op on every backend of this environment against the reference. */
export function testRecurrent(): void {
  describeEachProduct('recurrent', (isInIntegers) => {
    const ofOutput = isInIntegers ? TOLERANCES.integers : TOLERANCES.forward;
    const ofGradient = isInIntegers ? integerGradients : () => TOLERANCES.gradient;

    describe.each(['lstm', 'gru', 'rnn'] satisfies Cell[])('%s', (cell) => {
      test.each(SIZES)('forward and gradient match the reference: H $H, lengths $lengths', async (size) => {
        const { expected, actual } = await both(cell, size);
        const { dProjected, dWh } = expected;
        expectClose(actual.y, expected.y, ofOutput, 'y');
        expectClose(actual.gradients[0]!, dProjected, ofGradient(dProjected), 'dProjected');
        expectClose(actual.gradients[1]!, dWh, ofGradient(dWh), 'dWh');
      });

      test.each(SIZES)('the output alone matches the reference: H $H, lengths $lengths', async (size) => {
        const { expected, actual } = await outputs(cell, size);
        expectClose(actual, expected, ofOutput, 'y');
      });

      test.each(Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[])(
        'the output alone matches the reference: weights %s',
        async (weights) => {
          const { expected, actual } = await outputs(cell, { H: 66, lengths: [5, 5, 2] }, weights);
          expectClose(actual, expected, ofOutput, 'y');
        },
      );

      test('the same inputs give the same bits', async () => {
        const size = { H: 9, lengths: [6, 5, 5, 3, 1, 1, 1] };
        const [first, second] = [await both(cell, size), await both(cell, size)];
        expect(second.actual).toEqual(first.actual);
        expect((await outputs(cell, size)).actual).toEqual((await outputs(cell, size)).actual);
      });
    });
  });
}

/** Expected values by the arguments that they follow from: references are slow, and the same for every device. */
const expectedBoth = remembered((cell: Cell, { H, lengths, scale = 1 }: Size) => {
  const layout = layoutOf(lengths);
  const N = raggedRows(layout);
  const G = GATES[cell];
  const projected = randomTensor([N, 2 * G * H], 1, 2 * scale);
  const wh = randomTensor([2, H, G * H], 2, 1 / Math.sqrt(H)); // the usual initial scale
  const dy = randomTensor([N, 2 * H], 3);
  const saved = recurrentReference(cell, projected.values, wh.values, H, layout);
  const gradients = recurrentGradReference(cell, saved, dy.values, wh.values, H, layout);
  return { layout, projected, wh, dy, expected: { y: saved.y, ...gradients } };
});

async function both(cell: Cell, size: Size) {
  const { layout, projected, wh, dy, expected } = expectedBoth(cell, size);
  const actual = await readGradients(
    () => {
      const tensors = raggedTensors(layout);
      return (x, w) => recurrent(cell, x as Tensor2D, w as Tensor3D, tensors);
    },
    [projected, wh],
    dy,
  );
  return { actual, expected };
}

/** Of items that share projected inputs. */
const expectedOutputs = remembered((cell: Cell, { H, lengths, scale = 1 }: Size, weights?: keyof typeof WEIGHTS) => {
  const layout = layoutOf(lengths);
  const N = raggedRows(layout);
  const G = GATES[cell];
  const P = Math.ceil(N / 2);
  const projected = randomTensor([P, 2 * G * H], 1, 2 * scale);
  const inputRows = randomIntegers(N, 4, P);
  const wh = randomTensor([2, H, G * H], 2, 1 / Math.sqrt(H));
  if (weights !== undefined) {
    projected.values.fill(9, 0, 2 * G * H); // the items that take this input saturate
    wh.values.forEach((_, i) => (wh.values[i] = WEIGHTS[weights](i)));
  }
  const items = lookupRowsReference(projected.values, inputRows, 2 * G * H);
  return { layout, projected, inputRows, wh, expected: recurrentReference(cell, items, wh.values, H, layout).y };
});

async function outputs(...args: Parameters<typeof expectedOutputs>) {
  const { layout, projected, inputRows, wh, expected } = expectedOutputs(...args);
  const [actual] = await read(() => [
    recurrentOutput(
      args[0],
      tensorOf(projected) as Tensor2D,
      tensor1d(inputRows, 'int32'),
      tensorOf(wh) as Tensor3D,
      raggedTensors(layout),
    ),
  ]);
  return { actual: actual!, expected };
}

function remembered<A extends unknown[], T>(f: (...args: A) => T): (...args: A) => T {
  const known = new Map<string, T>();
  return (...args) => {
    const key = JSON.stringify(args);
    const value = known.get(key) ?? f(...args);
    known.set(key, value);
    return value;
  };
}

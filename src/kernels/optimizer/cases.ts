import { dispose, type Scalar, type Tensor, type Tensor1D } from '@tensorflow/tfjs-core';
import { describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { describeEachBackend, randomTensor, read, tensorOf } from '../shared/testing.ts';
import { adamUpdate, averageUpdate, sgdUpdate, sumOfSquares, type AdamAttrs, type SgdAttrs } from './op.ts';
import {
  adamUpdateReference,
  averageUpdateReference,
  sgdUpdateReference,
  sumOfSquaresReference,
  type UpdateReference,
} from './reference.ts';

interface Size {
  shape: number[];
  rows?: number[];
}

const SIZES: Size[] = [
  { shape: [1] },
  { shape: [7] },
  { shape: [13, 5] },
  { shape: [2, 3, 12] },
  { shape: [67, 65] },
  { shape: [1, 1], rows: [0] },
  { shape: [9, 5], rows: [2, 3, 8] },
  { shape: [9, 8], rows: [7, 0, 4] }, // in any order
  { shape: [70, 33], rows: Array.from({ length: 35 }, (_, r) => 2 * r) },
];

const SGD: SgdAttrs = { learningRate: 0.1, momentum: 0.9, clipNorm: 0, l2: 0 };
const ADAM: Omit<AdamAttrs, 'correction1' | 'correction2'> = {
  learningRate: 0.05,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  clipNorm: 0,
  l2: 0,
  weightDecay: 0,
};

type State = 'velocity' | 'mean' | 'variance';
type Arrays<Names extends State> = Record<'parameter' | Names, Float32Array>;

/** One setting of an update: on the device and in the reference. `n` is the number of the update, from 1. */
interface UpdateCase<Names extends State> {
  name: string;
  update: (
    inputs: Record<'parameter' | 'gradient' | Names, Tensor> & { squaredNorm: Scalar; rows?: Tensor1D | undefined },
    n: number,
  ) => void;
  reference: (inputs: UpdateReference & Record<Names, Float64Array>, n: number) => void;
}

const sgdCase = (name: string, changes: Partial<SgdAttrs>): UpdateCase<'velocity'> => {
  const attrs = { ...SGD, ...changes };
  return {
    name,
    update: (inputs) => sgdUpdate(inputs, attrs),
    reference: (inputs) => sgdUpdateReference(inputs, attrs),
  };
};

const adamCase = (name: string, changes: Partial<AdamAttrs>): UpdateCase<'mean' | 'variance'> => {
  const attrs = { ...ADAM, ...changes };
  const corrected = (n: number) => ({
    ...attrs,
    correction1: 1 - attrs.beta1 ** n,
    correction2: 1 - attrs.beta2 ** n,
  });
  return {
    name,
    update: (inputs, n) => adamUpdate(inputs, corrected(n)),
    reference: (inputs, n) => adamUpdateReference(inputs, corrected(n)),
  };
};

/** The in-place kernels on every backend of this environment against the reference. */
export function testOptimizer(): void {
  describeEachBackend('sumOfSquares', () => {
    test.each([[[1]], [[7]], [[64]], [[33, 65]], [[2, 50, 200]], [[100_003]]])(
      'matches the reference: %j',
      async (shape) => {
        const x = randomTensor(shape, 1);
        const sum = () => read(() => [sumOfSquares(tensorOf(x))]);
        const [s] = await sum();
        expectClose(s!, [sumOfSquaresReference(x.values)], TOLERANCES.forward, 'sum');
        expect(await sum(), 'the same bits again').toEqual([s]);
      },
    );
  });
  describeEachBackend('averageUpdate', () => {
    test.each([[[1]], [[7]], [[13, 5]], [[2, 3, 12]], [[70, 333]]])('matches the reference: %j', async (shape) => {
      const [average, now] = [randomTensor(shape, 1), randomTensor(shape, 2)];
      now.values[0] = average.values[0]!;
      const expected = Float64Array.from(average.values);
      averageUpdateReference(expected, now.values, 0.7);
      const tensors = [average, now].map(tensorOf);
      averageUpdate(tensors[0]!, tensors[1]!, 0.7);
      const [updated, untouched] = await Promise.all(tensors.map((one) => one.data<'float32'>()));
      expectClose(updated!, expected, TOLERANCES.forward, 'average');
      expect(updated![0], 'what is the same stays the same').toBe(average.values[0]);
      expect(untouched).toEqual(now.values);
      dispose(tensors);
    });
  });
  describeEachBackend('sgdUpdate', () => {
    testUpdates(
      ['velocity'],
      [
        sgdCase('with momentum', {}),
        sgdCase('without momentum', { momentum: 0 }),
        sgdCase('with L2', { l2: 0.01 }),
        sgdCase('clipped', { clipNorm: 0.25, l2: 0.01 }),
        sgdCase('below the clipping norm', { clipNorm: 1e6 }),
      ],
    );
  });
  describeEachBackend('adamUpdate', () => {
    testUpdates(
      ['mean', 'variance'],
      [
        adamCase('plain', {}),
        adamCase('with L2', { l2: 0.01 }),
        adamCase('with decoupled decay', { weightDecay: 0.1 }),
        adamCase('clipped', { clipNorm: 0.25, weightDecay: 0.1 }),
        adamCase('below the clipping norm', { clipNorm: 1e6 }),
      ],
    );
  });
}

function testUpdates<Names extends State>(states: Names[], cases: UpdateCase<Names>[]): void {
  describe.each(cases)('$name', (updateCase) => {
    test.each(SIZES)('matches the reference, update after update: %o', async (size) => {
      const actual = await runUpdates(size, states, updateCase);
      const expected = referenceUpdates(size, states, updateCase);
      for (const [n, arrays] of expected.entries()) {
        for (const name of ['parameter', ...states] as const) {
          const tolerance = name === 'variance' ? TOLERANCES.secondMoment : TOLERANCES.forward;
          expectClose(actual[n]![name], arrays[name], tolerance, `${name} after ${n} updates`);
        }
      }
    });

    test('changes no bit of other rows', async () => {
      const D = 6;
      const updates = await runUpdates({ shape: [9, D], rows: [1, 4, 8] }, states, updateCase);
      for (const name of ['parameter', ...states] as const) {
        const [before, after] = [updates[0]![name], updates.at(-1)![name]];
        const changed = Array.from({ length: 9 }, (_, r) => r).filter((r) =>
          Array.from({ length: D }, (_, d) => r * D + d).some((i) => before[i] !== after[i]),
        );
        expect({ name, changed }).toEqual({ name, changed: [1, 4, 8] });
      }
    });

    test('the same inputs give the same bits', async () => {
      const size = { shape: [13, 7] };
      expect(await runUpdates(size, states, updateCase)).toEqual(await runUpdates(size, states, updateCase));
    });
  });
}

const UPDATES = 3;

const gradientOf = ({ shape, rows }: Size, n: number) =>
  randomTensor(rows ? [rows.length, ...shape.slice(1)] : shape, 10 + n);

/** Parameter and state at first. The state is that of earlier updates, so a variance is not negative. */
function initial<Names extends State>({ shape }: Size, states: Names[]) {
  const arrays = ['parameter', ...states].map((name, i) => {
    const data = randomTensor(shape, i + 1);
    return [name, name === 'variance' ? { ...data, values: data.values.map(Math.abs) } : data] as const;
  });
  return Object.fromEntries(arrays) as Record<'parameter' | Names, ReturnType<typeof randomTensor>>;
}

/** Parameter and state before and after each update. Each is read before the next: what a device caches must not be stale. */
async function runUpdates<Names extends State>(
  size: Size,
  states: Names[],
  { update }: UpdateCase<Names>,
): Promise<Arrays<Names>[]> {
  const names = ['parameter', ...states] as const;
  const data = initial(size, states);
  const tensors = Object.fromEntries(names.map((name) => [name, tensorOf(data[name])])) as Record<
    'parameter' | Names,
    Tensor
  >;
  const readAll = async () => {
    const values = names.map(async (name) => [name, Float32Array.from(await tensors[name].data())]);
    return Object.fromEntries(await Promise.all(values)) as Arrays<Names>;
  };
  const history = [await readAll()];
  const rows = size.rows && tensorOf({ shape: [size.rows.length], values: Int32Array.from(size.rows) });
  for (let n = 1; n <= UPDATES; n++) {
    const gradient = tensorOf(gradientOf(size, n));
    const squaredNorm = sumOfSquares(gradient);
    update({ ...tensors, gradient, squaredNorm, rows: rows as Tensor1D | undefined }, n);
    dispose([gradient, squaredNorm]);
    history.push(await readAll());
  }
  dispose(tensors);
  if (rows) dispose(rows);
  return history;
}

function referenceUpdates<Names extends State>(
  size: Size,
  states: Names[],
  { reference }: UpdateCase<Names>,
): Record<'parameter' | Names, Float64Array>[] {
  const data = initial(size, states);
  const snapshot = (from: Record<'parameter' | Names, ArrayLike<number>>) =>
    Object.fromEntries(
      (['parameter', ...states] as const).map((name) => [name, Float64Array.from(from[name])]),
    ) as Record<'parameter' | Names, Float64Array>;
  const D = size.shape.at(-1)!;
  const history = [
    snapshot(
      Object.fromEntries(
        Object.entries<{ values: ArrayLike<number> }>(data).map(([name, { values }]) => [name, values]),
      ) as Record<'parameter' | Names, ArrayLike<number>>,
    ),
  ];
  for (let n = 1; n <= UPDATES; n++) {
    const arrays = snapshot(history.at(-1)!);
    const gradient = gradientOf(size, n).values;
    reference({ ...arrays, gradient, squaredNorm: sumOfSquaresReference(gradient), rows: size.rows, D }, n);
    history.push(arrays);
  }
  return history;
}

import { dispose, type Tensor1D } from '@tensorflow/tfjs-core';
import { describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { describeEachBackend, randomTensor, read, tensorOf } from '../../../test/helpers/each-device.ts';
import {
  adamUpdate,
  averageUpdate,
  sgdUpdate,
  sumOfSquares,
  type AdamAttrs,
  type SgdAttrs,
  type Updated,
} from './op.ts';
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

/** More parameters than any device updates at once, small and large, including the first and the last of a launch. */
const SEVERAL = [[1], [7], [13, 5], [2, 3, 12], [67, 65], [4], [130], [3, 300], [2]];

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

/** One configuration of an update, on the device and in the reference. `n` is the number of the update, from 1. */
interface UpdateCase<Names extends State> {
  name: string;
  update: (updated: Updated, n: number) => void;
  reference: (inputs: UpdateReference & Record<Names, Float64Array>, n: number) => void;
}

const sgdCase = (name: string, changes: Partial<SgdAttrs>): UpdateCase<'velocity'> => {
  const attrs = { ...SGD, ...changes };
  return {
    name,
    update: (updated) => sgdUpdate(updated, attrs),
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
    update: (updated, n) => adamUpdate(updated, corrected(n)),
    reference: (inputs, n) => adamUpdateReference(inputs, corrected(n)),
  };
};

/** The in-place kernels on every backend of this environment against the reference. */
export function testOptimizer(): void {
  describeEachBackend('sumOfSquares', () => {
    test.each([
      [[[1]]],
      [[[7]]],
      [[[64]]],
      [[[33, 65]]],
      [[[2, 50, 200]]],
      [[[100_003]]],
      [SEVERAL],
      [[...SEVERAL, [100_003], ...SEVERAL]],
    ])('matches the reference: %j', async (shapes) => {
      const xs = shapes.map((shape, i) => randomTensor(shape, i + 1));
      const sum = () => read(() => [sumOfSquares(xs.map(tensorOf))]);
      const [s] = await sum();
      const expected = xs.reduce((all, { values }) => all + sumOfSquaresReference(values), 0);
      expectClose(s!, [expected], TOLERANCES.forward, 'sum');
      expect(await sum(), 'the same bits again').toEqual([s]);
    });
  });
  describeEachBackend('averageUpdate', () => {
    test.each([[[[1]]], [[[70, 333]]], [SEVERAL]])('matches the reference: %j', async (shapes) => {
      const averages = shapes.map((shape, i) => randomTensor(shape, i + 1));
      const now = shapes.map((shape, i) => randomTensor(shape, 100 + i));
      now[0]!.values[0] = averages[0]!.values[0]!;
      const [average, current] = [averages, now].map((tensors) => tensors.map(tensorOf));
      averageUpdate(average!, current!, 0.7);
      for (const [i, { values }] of averages.entries()) {
        const expected = Float64Array.from(values);
        averageUpdateReference(expected, now[i]!.values, 0.7);
        const updated = await average![i]!.data<'float32'>();
        expectClose(updated, expected, TOLERANCES.forward, `average ${i}`);
        expect(await current![i]!.data()).toEqual(now[i]!.values);
      }
      expect((await average![0]!.data())[0], 'what is the same stays the same').toBe(averages[0]!.values[0]);
      dispose([...average!, ...current!]);
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
    test.each([...SIZES.map((size) => [size]), SEVERAL.map((shape): Size => ({ shape }))])(
      'matches the reference, update after update: %o',
      async (...sizes) => {
        const actual = await runUpdates(sizes, states, updateCase);
        const expected = referenceUpdates(sizes, states, updateCase);
        for (const [n, parameters] of expected.entries()) {
          for (const [i, arrays] of parameters.entries()) {
            for (const name of ['parameter', ...states] as const) {
              const tolerance = name === 'variance' ? TOLERANCES.secondMoment : TOLERANCES.forward;
              expectClose(actual[n]![i]![name], arrays[name], tolerance, `${name} ${i} after ${n} updates`);
            }
          }
        }
      },
    );

    test('changes no bit of other rows', async () => {
      const D = 6;
      const updates = await runUpdates([{ shape: [9, D], rows: [1, 4, 8] }], states, updateCase);
      for (const name of ['parameter', ...states] as const) {
        const [before, after] = [updates[0]![0]![name], updates.at(-1)![0]![name]];
        const changed = Array.from({ length: 9 }, (_, r) => r).filter((r) =>
          Array.from({ length: D }, (_, d) => r * D + d).some((i) => before[i] !== after[i]),
        );
        expect({ name, changed }).toEqual({ name, changed: [1, 4, 8] });
      }
    });

    test('the same inputs give the same bits', async () => {
      const sizes = SEVERAL.map((shape): Size => ({ shape }));
      const updates = await runUpdates(sizes, states, updateCase);
      expect(await runUpdates(sizes, states, updateCase)).toEqual(updates);
    });
  });
}

const UPDATES = 3;

const gradientOf = ({ shape, rows }: Size, i: number, n: number) =>
  randomTensor(rows ? [rows.length, ...shape.slice(1)] : shape, 1000 * i + 10 + n);

/** Initial parameter and state. The state is as after earlier updates, so variances are not negative. */
function initial<Names extends State>({ shape }: Size, i: number, states: Names[]) {
  const arrays = ['parameter', ...states].map((name, j) => {
    const { values } = randomTensor(shape, 1000 * i + j + 1);
    return [name, name === 'variance' ? values.map(Math.abs) : values] as const;
  });
  return Object.fromEntries(arrays) as Arrays<Names>;
}

/**
 * Parameters and their state before and after each joint update. They are read before the next update, to detect stale
 * caches of a device.
 */
async function runUpdates<Names extends State>(
  sizes: Size[],
  states: Names[],
  { update }: UpdateCase<Names>,
): Promise<Arrays<Names>[][]> {
  const data = sizes.map((size, i) => initial(size, i, states));
  const lengths = data.map(({ parameter }) => parameter.length);
  const elements = lengths.reduce((sum, length) => sum + length, 0);
  const parameters = sizes.map(({ shape }, i) => tensorOf({ shape, values: data[i]!.parameter }));
  const slots = states.flatMap((name) => data.flatMap((arrays) => [...arrays[name]]));
  const state = tensorOf({ shape: [states.length, elements], values: Float32Array.from(slots) });
  const readAll = async () => {
    const slotValues = await state.data();
    let start = 0;
    const all: Arrays<Names>[] = [];
    for (const [i, length] of lengths.entries()) {
      const from = start;
      const ofState = states.map((name, slot) => {
        const at = slot * elements + from;
        return [name, Float32Array.from(slotValues.slice(at, at + length))] as const;
      });
      const parameter = Float32Array.from(await parameters[i]!.data());
      all.push(Object.fromEntries([['parameter', parameter], ...ofState]) as Arrays<Names>);
      start += length;
    }
    return all;
  };
  const history = [await readAll()];
  const rows = sizes[0]?.rows;
  const rowsTensor = rows && tensorOf({ shape: [rows.length], values: Int32Array.from(rows) });
  for (let n = 1; n <= UPDATES; n++) {
    const gradients = sizes.map((size, i) => tensorOf(gradientOf(size, i, n)));
    const squaredNorm = sumOfSquares(gradients);
    update({ parameters, gradients, state, squaredNorm, rows: rowsTensor as Tensor1D | undefined }, n);
    dispose([...gradients, squaredNorm]);
    history.push(await readAll());
  }
  dispose([...parameters, state]);
  if (rowsTensor) dispose(rowsTensor);
  return history;
}

function referenceUpdates<Names extends State>(
  sizes: Size[],
  states: Names[],
  { reference }: UpdateCase<Names>,
): Record<'parameter' | Names, Float64Array>[][] {
  const copy = (arrays: Record<'parameter' | Names, ArrayLike<number>>) =>
    Object.fromEntries(
      (['parameter', ...states] as const).map((name) => [name, Float64Array.from(arrays[name])]),
    ) as Record<'parameter' | Names, Float64Array>;
  const history = [sizes.map((size, i) => copy(initial(size, i, states)))];
  for (let n = 1; n <= UPDATES; n++) {
    const gradients = sizes.map((size, i) => gradientOf(size, i, n).values);
    const squaredNorm = gradients.reduce((sum, gradient) => sum + sumOfSquaresReference(gradient), 0);
    const updated = history.at(-1)!.map(copy);
    for (const [i, { shape, rows }] of sizes.entries()) {
      reference({ ...updated[i]!, gradient: gradients[i]!, squaredNorm, rows, D: shape.at(-1)! }, n);
    }
    history.push(updated);
  }
  return history;
}

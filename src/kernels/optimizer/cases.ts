import { dispose, type Tensor1D } from '../../tensors/tensors.ts';
import { describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { describeEachBackend, randomTensor, read, tensorOf } from '../../../test/helpers/each-device.ts';
import { averageUpdate, optimizerUpdate, sumOfSquares, type Updated } from './op.ts';
import { averageUpdateReference, sumOfSquaresReference, updateReference } from './reference.ts';
import { RULES, type RuleName, type UpdateAttrs } from './rules.ts';

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
  { shape: [9, 6], rows: [3, -1, 5, -1] }, // -1 is skipped
  { shape: [70, 33], rows: Array.from({ length: 35 }, (_, r) => 2 * r) },
];

const COMMON = { clipNorm: 0, l2: 0 };

/** Attributes of update n, from 1, of each rule. */
const PLAIN: { [Name in RuleName]: (n: number) => UpdateAttrs<Name> } = {
  sgd: () => ({ rule: 'sgd', ...COMMON, learningRate: 0.1, momentum: 0.9, nesterov: false }),
  adam: (n) => {
    const [beta1, beta2] = [0.9, 0.999];
    const corrections = { correction1: 1 - beta1 ** n, correction2: 1 - beta2 ** n };
    return { rule: 'adam', ...COMMON, learningRate: 0.05, beta1, beta2, epsilon: 1e-8, weightDecay: 0, ...corrections };
  },
  rmsprop: () => ({ rule: 'rmsprop', ...COMMON, learningRate: 0.05, alpha: 0.99, epsilon: 1e-8 }),
};

type Changes<Name extends RuleName> = Record<string, Partial<UpdateAttrs<Name>>>;

/** Changes that every rule is tested with. */
const COMMON_CASES = {
  plain: {},
  'with L2': { l2: 0.01 },
  clipped: { clipNorm: 0.25, l2: 0.01 },
  'below the clipping norm': { clipNorm: 1e6 },
};

const OWN_CASES: { [Name in RuleName]: Changes<Name> } = {
  sgd: {
    'without momentum': { momentum: 0 },
    "with Nesterov's momentum": { nesterov: true, clipNorm: 0.25, l2: 0.01 },
  },
  adam: { 'with decoupled decay': { weightDecay: 0.1 }, 'clipped, with decay': { clipNorm: 0.25, weightDecay: 0.1 } },
  rmsprop: { 'with a short memory': { alpha: 0.5 } },
};

type Arrays = Record<string, Float32Array>;

/** One configuration of a rule. */
interface UpdateCase {
  /** Names of the vectors of its state. */
  states: readonly string[];
  /** Attributes of update n, from 1. */
  attrs: (n: number) => UpdateAttrs;
}

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
  for (const name of Object.keys(RULES) as RuleName[]) {
    describeEachBackend(`optimizerUpdate, ${name}`, () => {
      describe.each(Object.entries({ ...COMMON_CASES, ...OWN_CASES[name] }))('%s', (_, changes) => {
        testUpdates({
          states: RULES[name].state,
          attrs: (n) => ({ ...PLAIN[name](n), ...changes }) as UpdateAttrs,
        });
      });
    });
  }
}

function testUpdates(updateCase: UpdateCase): void {
  const names = ['parameter', ...updateCase.states];

  test.each([...SIZES.map((size) => [size]), SEVERAL.map((shape): Size => ({ shape }))])(
    'matches the reference, update after update: %o',
    async (...sizes) => {
      const actual = await runUpdates(sizes, updateCase);
      const expected = referenceUpdates(sizes, updateCase);
      for (const [n, parameters] of expected.entries()) {
        for (const [i, arrays] of parameters.entries()) {
          for (const name of names) {
            const tolerance = name === 'variance' ? TOLERANCES.secondMoment : TOLERANCES.forward;
            expectClose(actual[n]![i]![name]!, arrays[name]!, tolerance, `${name} ${i} after ${n} updates`);
          }
        }
      }
    },
  );

  test('changes no bit of other rows', async () => {
    const D = 6;
    const updates = await runUpdates([{ shape: [9, D], rows: [1, 4, 8] }], updateCase);
    for (const name of names) {
      const [before, after] = [updates[0]![0]![name]!, updates.at(-1)![0]![name]!];
      const changed = Array.from({ length: 9 }, (_, r) => r).filter((r) =>
        Array.from({ length: D }, (_, d) => r * D + d).some((i) => before[i] !== after[i]),
      );
      expect({ name, changed }).toEqual({ name, changed: [1, 4, 8] });
    }
  });

  test('the same inputs give the same bits', async () => {
    const sizes = SEVERAL.map((shape): Size => ({ shape }));
    const updates = await runUpdates(sizes, updateCase);
    expect(await runUpdates(sizes, updateCase)).toEqual(updates);
  });
}

const UPDATES = 3;

const gradientOf = ({ shape, rows }: Size, i: number, n: number) =>
  randomTensor(rows ? [rows.length, ...shape.slice(1)] : shape, 1000 * i + 10 + n);

/** Initial parameter and state. The state is as after earlier updates, so variances are not negative. */
function initial({ shape }: Size, i: number, states: readonly string[]): Arrays {
  const arrays = ['parameter', ...states].map((name, j) => {
    const { values } = randomTensor(shape, 1000 * i + j + 1);
    return [name, Float32Array.from(values, name === 'variance' ? Math.abs : Number)] as const;
  });
  return Object.fromEntries(arrays);
}

/**
 * Parameters and their state before and after each joint update. They are read before the next update, to detect stale
 * caches of a device.
 */
async function runUpdates(sizes: Size[], { states, attrs }: UpdateCase): Promise<Arrays[][]> {
  const data = sizes.map((size, i) => initial(size, i, states));
  const lengths = data.map(({ parameter }) => parameter!.length);
  const elements = lengths.reduce((sum, length) => sum + length, 0);
  const parameters = sizes.map(({ shape }, i) => tensorOf({ shape, values: data[i]!['parameter']! }));
  const slots = states.flatMap((name) => data.flatMap((arrays) => [...arrays[name]!]));
  const state = tensorOf({ shape: [states.length, elements], values: Float32Array.from(slots) });
  const readAll = async () => {
    const slotValues = await state.data();
    let start = 0;
    const all: Arrays[] = [];
    for (const [i, length] of lengths.entries()) {
      const from = start;
      const ofState = states.map((name, slot) => {
        const at = slot * elements + from;
        return [name, Float32Array.from(slotValues.slice(at, at + length))] as const;
      });
      const parameter = Float32Array.from(await parameters[i]!.data());
      all.push({ parameter, ...Object.fromEntries(ofState) });
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
    const updated: Updated = { parameters, gradients, state, squaredNorm, rows: rowsTensor as Tensor1D | undefined };
    optimizerUpdate(updated, attrs(n));
    dispose([...gradients, squaredNorm]);
    history.push(await readAll());
  }
  dispose([...parameters, state]);
  if (rowsTensor) dispose(rowsTensor);
  return history;
}

function referenceUpdates(sizes: Size[], { states, attrs }: UpdateCase): Record<string, Float64Array>[][] {
  const copy = (arrays: Record<string, ArrayLike<number>>) =>
    Object.fromEntries(Object.entries(arrays).map(([name, values]) => [name, Float64Array.from(values)]));
  const history = [sizes.map((size, i) => copy(initial(size, i, states)))];
  for (let n = 1; n <= UPDATES; n++) {
    const gradients = sizes.map((size, i) => gradientOf(size, i, n).values);
    const squaredNorm = gradients.reduce((sum, gradient) => sum + sumOfSquaresReference(gradient), 0);
    const updated = history.at(-1)!.map(copy);
    for (const [i, { shape, rows }] of sizes.entries()) {
      const { parameter, ...own } = updated[i]!;
      const state = states.map((name) => own[name]!);
      const inputs = { parameter: parameter!, state, gradient: gradients[i]!, squaredNorm, rows, D: shape.at(-1)! };
      updateReference(inputs, attrs(n));
    }
    history.push(updated);
  }
  return history;
}

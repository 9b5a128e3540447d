import { tensor2d, type Tensor2D } from '../../src/tensors/tensors.ts';
import { expect, test } from 'vitest';
import type { RunConfig } from '../../src/config/schema.ts';
import { raggedRow, raggedRows, type Ragged } from '../../src/data/batches/ragged.ts';
import { textRows } from '../../src/data/batches/text-rows.ts';
import { raggedTensors } from '../../src/kernels/shared/ragged-tensors.ts';
import { textTensors, type BatchTensors } from '../../src/model/batch-tensors.ts';
import { pooledStates, poolingWeights } from '../../src/model/pooling.ts';
import type { TaggerWeights } from '../../src/model/weights.ts';
import { expectClose } from './allclose.ts';
import { describeEachProduct, layoutOf, randomTensor, read, readGradients, tensorOf } from './each-device.ts';
import { numericalGradient } from './gradcheck.ts';
import { TOLERANCES } from './tolerances.ts';

type Pooling = Pick<RunConfig, 'pooling' | 'direction'>;

interface PoolingCase extends Pooling {
  name: string;
  H: number;
  lengths: number[];
}

const A = 5;
const LENGTHS = [7, 4, 4, 2, 1];

const CASES: PoolingCase[] = (['last', 'mean', 'max', 'attention'] as const).flatMap((pooling) =>
  (['both', 'forward', 'backward'] as const).flatMap((direction) => [
    { name: `${pooling}, ${direction}`, pooling, direction, H: 3, lengths: LENGTHS },
    { name: `${pooling}, ${direction}, one token`, pooling, direction, H: 3, lengths: [1] },
  ]),
);

interface AttentionValues {
  w: ArrayLike<number>; // [DH, A]
  b: ArrayLike<number>; // [A]
  query: ArrayLike<number>; // [A]
}

/** The weights of the tokens of text b in float64. */
export function attentionReference(states: ArrayLike<number>, DH: number, rows: number[], values: AttentionValues) {
  const { w, b, query } = values;
  const scores = rows.map((row) => {
    let score = 0;
    for (let a = 0; a < A; a++) {
      let key = b[a]!;
      for (let i = 0; i < DH; i++) key += states[row * DH + i]! * w[i * A + a]!;
      score += query[a]! * Math.tanh(key);
    }
    return score / Math.sqrt(A);
  });
  const powers = scores.map((score) => Math.exp(score - Math.max(...scores)));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** `pooledStates` of texts in float64. @param states [N, DH] @returns [B, DH] */
function pooledReference(
  { pooling, direction }: Pooling,
  layout: Ragged,
  states: ArrayLike<number>,
  DH: number,
  values: AttentionValues,
): Float64Array {
  const y = new Float64Array(layout.lengths.length * DH);
  layout.lengths.forEach((length, b) => {
    const rows = Array.from({ length }, (_, t) => raggedRow(layout, b, t));
    const weights = pooling === 'attention' ? attentionReference(states, DH, rows, values) : [];
    for (let d = 0; d < DH; d++) {
      const column = rows.map((row) => states[row * DH + d]!);
      const isForward = direction === 'forward' || (direction === 'both' && d < DH / 2);
      y[b * DH + d] = {
        last: () => (isForward ? column.at(-1)! : column[0]!),
        mean: () => column.reduce((sum, value) => sum + value, 0) / length,
        max: () => Math.max(...column),
        attention: () => column.reduce((sum, value, t) => sum + weights[t]! * value, 0),
      }[pooling]();
    }
  });
  return y;
}

/** Pooling on every backend of this environment against float64, and its gradients against finite differences. */
export function testPooling(): void {
  describeEachProduct('pooledStates', (isInIntegers) => {
    const [forward, gradient] = isInIntegers
      ? [TOLERANCES.integers, TOLERANCES.integers]
      : [TOLERANCES.forward, TOLERANCES.gradient];
    test.each(CASES)('value and gradients: $name', async (poolingCase) => {
      const { layout, DH, inputs, dy } = dataOf(poolingCase);
      const { y, gradients } = await readGradients(
        () => {
          const batch = batchOf(layout);
          return (states, w, b, query) =>
            pooledStates(poolingCase, weightsOf(w!, b!, query!), states as Tensor2D, batch);
        },
        poolingCase.pooling === 'attention' ? inputs : inputs.slice(0, 1),
        dy,
      );
      const [states, w, b, query] = inputs.map(({ values }) => values) as [
        Float32Array,
        Float32Array,
        Float32Array,
        Float32Array,
      ];
      const reference = (x: ArrayLike<number>, values: AttentionValues = { w, b, query }) =>
        pooledReference(poolingCase, layout, x, DH, values);
      const objective = (pooled: Float64Array) => pooled.reduce((sum, value, i) => sum + value * dy.values[i]!, 0);
      expectClose(y, reference(states), forward, 'y');
      const expected = [
        numericalGradient((x) => objective(reference(x)), states),
        numericalGradient((x) => objective(reference(states, { w: x, b, query })), w),
        numericalGradient((x) => objective(reference(states, { w, b: x, query })), b),
        numericalGradient((x) => objective(reference(states, { w, b, query: x })), query),
      ];
      gradients.forEach((found, i) => expectClose(found, expected[i]!, gradient, `input ${i}`));
    });

    test('the weights of attention are those of its mean, in the order of the tokens', async () => {
      const poolingCase: PoolingCase = { name: '', pooling: 'attention', direction: 'both', H: 3, lengths: LENGTHS };
      const { layout, DH, inputs } = dataOf(poolingCase);
      const [states, w, b, query] = inputs;
      const [weights] = await read(() => {
        const tensors = [w!, b!, query!].map(tensorOf);
        const found = weightsOf(tensors[0]!, tensors[1]!, tensors[2]!);
        return [poolingWeights(poolingCase, found, tensorOf(states!) as Tensor2D, batchOf(layout))!];
      });
      const values = { w: w!.values, b: b!.values, query: query!.values };
      const expected = LENGTHS.flatMap((length, text) => {
        const rows = Array.from({ length }, (_, t) => raggedRow(layout, text, t));
        return attentionReference(states!.values, DH, rows, values);
      });
      expectClose(weights!, expected, forward, 'weights');
    });

    test('without texts, states are unchanged', async () => {
      const values = Float32Array.of(1, 2, 3, 4);
      const batch = { texts: undefined } as BatchTensors;
      const found = await read(() => [
        pooledStates({ pooling: 'max', direction: 'both' }, {} as TaggerWeights, tensor2d(values, [2, 2]), batch),
      ]);
      expect(found).toEqual([values]);
    });
  });
}

function dataOf({ direction, H, lengths }: PoolingCase) {
  const layout = layoutOf(lengths);
  const DH = direction === 'both' ? 2 * H : H;
  const inputs = [
    randomTensor([raggedRows(layout), DH], 1),
    randomTensor([DH, A], 2),
    randomTensor([A], 3),
    randomTensor([1, A], 4, 2),
  ];
  return { layout, DH, inputs, dy: randomTensor([lengths.length, DH], 5) };
}

function batchOf(layout: Ragged): BatchTensors {
  const texts = textTensors(textRows(layout, new Int32Array(0)));
  return { layout: raggedTensors(layout), texts } as BatchTensors;
}

function weightsOf(w: unknown, b: unknown, query: unknown): TaggerWeights {
  return { pooling: { w, b, query } } as TaggerWeights;
}

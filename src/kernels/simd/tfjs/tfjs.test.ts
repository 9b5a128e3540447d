import {
  add,
  cast,
  concat,
  dispose,
  matMul,
  memory,
  mul,
  setBackend,
  slice,
  split,
  sum,
  tensor,
  tidy,
  type Tensor,
} from '../../../tensors/tensors.ts';
import { beforeAll, expect, test } from 'vitest';
import { expectClose } from '../../../../test/helpers/allclose.ts';
import { TOLERANCES } from '../../../../test/helpers/tolerances.ts';
import { randomTensor, tensorOf } from '../../../../test/helpers/each-device.ts';
import { installSimdBackend } from '../../../devices/simd.ts';

beforeAll(async () => {
  await installSimdBackend();
});

/** Random floats, the same on every backend. */
const floats = (...shape: number[]): Tensor => tensorOf(randomTensor(shape, shape.length));
const integers = (...shape: number[]): Tensor => cast(mul(floats(...shape), 100), 'int32');

const CASES: Record<string, () => Tensor | Tensor[]> = {
  'matMul of matrices': () => matMul(floats(7, 9), floats(9, 5)),
  'matMul, both transposed': () => matMul(floats(9, 7), floats(5, 9), true, true),
  'matMul with a leading 1': () => matMul(floats(1, 3, 4), floats(4, 2)),
  'matMul of batches': () => matMul(floats(2, 3, 4), floats(2, 4, 5)),
  'matMul over nothing': () => matMul(floats(2, 0), floats(0, 3)),
  'add, equal shapes': () => add(floats(3, 7), floats(3, 7)),
  'add a row': () => add(floats(5, 7), floats(7)),
  'add to a row': () => add(floats(7), floats(5, 7)),
  'add a scalar': () => add(floats(5), 1),
  'add a one of higher rank': () => add(floats(5), floats(1, 1)),
  'add a column': () => add(floats(5, 7), floats(5, 1)),
  'add integers': () => add(integers(3, 5), integers(5)),
  'add floats and integers': () => add(floats(3, 5), integers(3, 5)),
  'add nothing': () => add(floats(0, 5), floats(5)),
  'multiply by a scalar': () => mul(2, floats(3, 7)),
  'multiply by a row': () => mul(floats(2, 3, 7), floats(3, 7)),
  'sum over rows': () => sum(floats(9, 7), 0),
  'sum over the first axes, kept': () => sum(floats(3, 4, 7), [1, 0], true),
  'sum over columns': () => sum(floats(9, 7), 1),
  'sum of all': () => sum(floats(9, 7)),
  'sum of integers over rows': () => sum(integers(9, 7), 0),
  'slice of columns': () => slice(floats(5, 9), [0, 2], [5, 3]),
  'slice of rows': () => slice(floats(5, 9), [1, 0], [3, 9]),
  'slice of both': () => slice(floats(5, 9), [1, 2], [3, 4]),
  'slice of the middle axis': () => slice(floats(3, 5, 2), [0, 1, 0], [-1, 3, -1]),
  'slice of integers': () => slice(integers(9), [2], [4]),
  'slice of booleans': () => slice(cast(integers(9), 'bool'), [2], [4]),
  'split of columns': () => split(floats(5, 9), [2, 0, 7], 1),
  'split of rows': () => split(floats(6, 3), 2),
  'concat of columns': () => concat([floats(5, 2), floats(5, 3), floats(5, 1)], 1),
  'concat of rows': () => concat([floats(2, 3), floats(0, 3), floats(1, 3)], 0),
  'concat of integers': () => concat([integers(3), integers(2)]),
  'integers as floats': () => mul(cast(integers(5), 'float32'), 0.5),
  'booleans as floats': () => add(cast(cast(integers(5), 'bool'), 'float32'), floats(5)),
};

test.each(Object.entries(CASES))('%s: as the CPU backend has it, within rounding', async (_, compute) => {
  const [expected, actual] = [await runOn('cpu', compute), await runOn('simd', compute)];
  expect(actual.map(({ shape, dtype }) => ({ shape, dtype }))).toEqual(
    expected.map(({ shape, dtype }) => ({ shape, dtype })),
  );
  for (const [i, { values }] of actual.entries()) expectClose(values, expected[i]!.values, TOLERANCES.forward);
});

test('disposing of a part leaves the whole', async () => {
  await setBackend('simd');
  const x = tensor([1, 2, 3, 4], [2, 2]);
  dispose(split(x, 2, 1));
  dispose(slice(x, [0, 0], [2, 2]));
  expect([...x.dataSync()]).toEqual([1, 2, 3, 4]);
  x.dispose();
});

async function runOn(device: string, compute: () => Tensor | Tensor[]) {
  await setBackend(device);
  const before = memory().numTensors;
  const outputs = [tidy(compute)].flat();
  const results = outputs.map((output) => ({ shape: output.shape, dtype: output.dtype, values: output.dataSync() }));
  dispose(outputs);
  expect(memory().numTensors).toBe(before);
  return results;
}

import { add, memory, mul, tensor1d, tidy, type Tensor1D } from '../../tensors/tensors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsWebGpu, wantsTimestamps } from '../../../test/helpers/requirements.ts';
import { closeDevice, openDevice } from '../../devices/open.ts';
import { startRepetition, type Repetition } from '../shared/repetition.ts';

const timed = await wantsTimestamps();

describe('repeated calls', await needsWebGpu(), () => {
  beforeAll(async () => {
    await openDevice('webgpu', ({ message }) => {
      throw new Error(message);
    });
  });
  afterAll(closeDevice);

  /** The sums of the inputs and a tensor that was there before. */
  async function valuesOf(repetition: Repetition, inputs: Float32Array[], f: (x: Float32Array) => Tensor1D) {
    const values: number[][] = [];
    for (const input of inputs) {
      const y = repetition.run('one kind', [input], () => f(input));
      values.push([...(await y.data<'float32'>())]);
      y.dispose();
    }
    return values;
  }

  function twice(x: Float32Array): Tensor1D {
    return tidy(() => {
      const input = tensor1d(x);
      return add(mul(input, 1), input);
    });
  }

  test('a call is repeated with other inputs, two repetitions do not disturb each other, and memory is freed', async () => {
    const before = memory().numTensors;
    const [one, other] = [startRepetition()!, startRepetition()!];
    const inputs = Array.from({ length: 5 }, (_, i) => Float32Array.of(i, 2 * i, -1));
    const expected = inputs.map((input) => [...input].map((value) => 2 * value));
    const interleaved = await Promise.all([valuesOf(one, inputs, twice), valuesOf(other, inputs, twice)]);
    expect(interleaved).toEqual([expected, expected]);
    expect([one.repeated, other.repeated]).toEqual([3, 3]);
    one.dispose();
    expect(await valuesOf(other, inputs, twice)).toEqual(expected);
    other.dispose();
    other.dispose();
    expect(memory().numTensors).toBe(before);
  });

  test.each<[string, (x: Float32Array) => Tensor1D, (value: number, i: number) => number]>([
    ['another array', (x) => mul(tensor1d(x), tensor1d(x.slice())), (value) => value ** 2],
    ['a scalar', (x) => mul(tensor1d(x), x[2]!), (value, i) => value * i],
  ])('a call that depends on %s is not repeated, and the device goes on', async (_, f, expected) => {
    const repetition = startRepetition()!;
    const inputs = [3, 4, 5, 6].map((last) => Float32Array.of(1, 2, last));
    const values = await valuesOf(repetition, inputs, (x) => tidy(() => f(x)));
    expect(values).toEqual(inputs.map((input) => [...input].map((value) => expected(value, input[2]!))));
    expect(repetition.repeated).toBe(0);
    repetition.dispose();
  });

  test('the dispatches of a repeated call are timed; before it, there are none', timed, async () => {
    const repetition = startRepetition()!;
    expect(await repetition.profile(1)).toBeUndefined();
    await valuesOf(
      repetition,
      [1, 2, 3].map((value) => Float32Array.of(value, 0)),
      twice,
    );
    const times = await repetition.profile(2);
    expect(times).toEqual([
      { program: 'binary', time: expect.any(Number) },
      { program: 'binary', time: expect.any(Number) },
    ]);
    expect(Math.min(...times!.map(({ time }) => time))).toBeGreaterThanOrEqual(0);
    repetition.dispose();
  });

  test('an error in a recorded call, and inputs of another length, are reported', () => {
    const repetition = startRepetition()!;
    const run = (x: Float32Array, f = twice) => repetition.run('a kind', [x], () => f(x)).dispose();
    run(Float32Array.of(1, 2));
    const broken = (x: Float32Array): Tensor1D => {
      twice(x).dispose();
      throw new Error('no more');
    };
    expect(() => run(Float32Array.of(1, 2), broken)).toThrow('no more');
    run(Float32Array.of(3, 4));
    expect(() => run(Float32Array.of(3, 4, 5))).toThrow(/input 0 has another length/);
    repetition.dispose();
  });
});

import { setBackend, type Tensor2D } from '../../tensors/tensors.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { randomBits, streamKey } from '../../lib/rng.ts';
import { read, tensorOf } from '../../../test/helpers/each-device.ts';
import { installSimdBackend } from '../../devices/simd.ts';
import { dropout } from './op.ts';

const KEY = streamKey(1, 2);
const COUNT = 100_003; // the last vector is partial

/** Whether dropout at `rate` kept each element. */
async function keptAt(rate: number): Promise<boolean[]> {
  const ones = { shape: [1, COUNT], values: new Float32Array(COUNT).fill(1) };
  const [y] = await read(() => [dropout(tensorOf(ones) as Tensor2D, { rate, key: KEY })]);
  return Array.from(y!, (value) => value !== 0);
}

describe('dropout on simd draws the bits of lib/rng.ts', () => {
  beforeAll(async () => {
    await installSimdBackend();
    await setBackend('simd');
  });

  test.each([0.1, 0.5, 1 / 3])('at every index: rate %d', async (rate) => {
    const expected = Array.from({ length: COUNT }, (_, i) => randomBits(KEY, i) >= rate * 2 ** 32);
    expect(await keptAt(rate)).toEqual(expected);
  });

  test('an element is kept from its own bits on', async () => {
    const bits = randomBits(KEY, 77);
    expect((await keptAt(bits / 2 ** 32))[77]).toBe(true);
    expect((await keptAt((bits + 0.5) / 2 ** 32))[77]).toBe(false);
  });
});

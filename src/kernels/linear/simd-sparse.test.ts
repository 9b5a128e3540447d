import { beforeAll, describe, expect, test } from 'vitest';
import { randomUniform } from '../../lib/rng.ts';
import { loadSimdModule, type SimdModule } from '../simd/module.ts';
import { perform, type Task } from '../simd/threads/task.ts';

/** More tokens, and more inputs, than a block of a list has entries (256); columns in all widths. */
const [N, I, O] = [300, 270, 72];
const BLOCK = [0, N, 0, O] as const;
const BLOCK_OF_WEIGHTS = [0, I, 0, O] as const;
const DENSE = 0;

describe.each(['relaxed', 'baseline'] as const)('products that skip zeros, %s', (variant) => {
  let module: SimdModule;
  let floats: Float32Array;
  const at = { x: 1 << 20, w: 2 << 20, b: 3 << 20, dy: 4 << 20, out: 5 << 20, outB: 6 << 20, scratch: 7 << 20 };

  beforeAll(async () => {
    module = await loadSimdModule(variant);
    module.memory.grow(256);
    floats = new Float32Array(module.memory.buffer);
    fill(at.x, N * I, (random, i) => (randomUniform(9, i) < 0.5 ? 0 : random));
    fill(at.w, I * O, (random) => random);
    fill(at.b, O, (random) => random);
    fill(at.dy, N * O, (random) => random);
  });

  function fill(address: number, count: number, value: (random: number, i: number) => number): void {
    for (let i = 0; i < count; i++) floats[address / 4 + i] = value(randomUniform(address, i) - 0.5, i);
  }

  /** What a kernel writes, of so many floats. */
  function bitsOf(task: Task, count: number): Float32Array {
    floats.fill(NaN, at.out / 4, at.out / 4 + count);
    perform(module.wasm, task, at.scratch);
    return floats.slice(at.out / 4, at.out / 4 + count);
  }

  test.each([1, 2])('have the bits of those that do not: density %i', (density) => {
    const { x, w, b, dy, out, outB } = at;
    expect(bitsOf(['linear', I, O, density, ...BLOCK, x, w, b, out], N * O)).toEqual(
      bitsOf(['linear', I, O, DENSE, ...BLOCK, x, w, b, out], N * O),
    );
    expect(bitsOf(['linearGradW', N, I, O, density, ...BLOCK_OF_WEIGHTS, dy, x, out, outB], I * O)).toEqual(
      bitsOf(['linearGradW', N, I, O, DENSE, ...BLOCK_OF_WEIGHTS, dy, x, out, outB], I * O),
    );
  });

  test('zeros of both signs are counted, NaN is none', () => {
    floats.set([0, 1, -0, NaN, 0, 2, 0], at.out / 4);
    expect(module.wasm.countZeros(7, at.out)).toBe(4);
    expect(module.wasm.countZeros(3, at.out)).toBe(2);
  });
});

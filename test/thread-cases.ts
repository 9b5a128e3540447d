import { setBackend } from '../src/tensors/tensors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunConfig } from '../src/config/schema.ts';
import type { Milliseconds } from '../src/lib/units.ts';
import type { HostWeights } from '../src/model/weights.ts';
import { installSimdBackend } from '../src/devices/simd.ts';
import type { SimdBackend } from '../src/kernels/simd/backend.ts';
import { RECIPES, trajectory } from './training-cases.ts';

/** Large enough for the larger kernels to be divided among threads. */
const LARGE: Partial<RunConfig> = { wordDim: 100, charDim: 25, charFeatures: 30, hidden: 100 };

/** On a busy machine threads wait for each other. */
const TIMEOUT: Milliseconds = 120_000;

const noFailure = () => {
  throw new Error('no thread is to fail here');
};

/** Avoids the long diffs that a matcher would print. */
function isEqual(a: HostWeights[string] | undefined, b: HostWeights[string] | undefined): boolean {
  return a !== undefined && b !== undefined && a.values.every((value, i) => value === b.values[i]);
}

/** Training on simd gives the same bits for any number of threads. */
export function describeThreadedTraining(): void {
  describe('20 steps on 2, 3 and 4 threads give the bits of one', () => {
    let backend: SimdBackend;
    beforeAll(async () => {
      backend = await installSimdBackend();
      await setBackend('simd');
    });
    afterAll(() => backend.stopThreads());

    async function expectSameBits(changes: Partial<RunConfig>, smallest?: number): Promise<void> {
      await backend.startThreads(1, noFailure);
      const expected = await trajectory(20, changes);
      for (const threads of [2, 3, 4]) {
        await backend.startThreads(threads, noFailure, smallest);
        const { losses, weights } = await trajectory(20, changes);
        expect(losses, `${threads} threads`).toEqual(expected.losses);
        const differing = Object.keys(weights).filter((name) => !isEqual(weights[name], expected.weights[name]));
        expect(differing, `${threads} threads`).toEqual([]);
      }
    }

    test.each(RECIPES)('%s, every kernel divided', { timeout: TIMEOUT }, (_, changes) => expectSameBits(changes, 0));

    test('with only large kernels divided', { timeout: TIMEOUT }, () => expectSameBits(LARGE));
  });
}

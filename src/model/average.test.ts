import { dispose, memory, tensor1d } from '../tensors/tensors.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { useReferences } from '../../test/helpers/tiny-run.ts';
import { WeightAverage, type AverageState } from './average.ts';
import { downloadWeights } from './weights.ts';

beforeAll(useReferences);

/** The weights of each step of a run: one number, equal to the step. */
function* steps(count: number) {
  for (let step = 1; step <= count; step++) {
    const weights = { w: tensor1d([step]) };
    yield [weights, step] as const;
    dispose(weights);
  }
}

async function averageOver(
  count: number,
  epochs: number,
  stepsPerEpoch: number,
): Promise<AverageState & { w: number }> {
  const initial = { w: tensor1d([100]) };
  const average = new WeightAverage(initial, epochs, stepsPerEpoch);
  for (const [weights, step] of steps(count)) average.update(weights, step);
  const { updates } = average;
  const host = await downloadWeights(average.weights);
  average.dispose();
  dispose(initial);
  return { updates, weights: host, w: host['w']!.values[0]! };
}

describe('the average of weights', () => {
  test('is what the recursion in plain numbers gives', async () => {
    const decay = Math.exp(-1 / (2 * 25));
    let expected = 100;
    for (let n = 0; n < 200; n++) {
      const kept = Math.min(decay, (1 + n) / (10 + n));
      expected = kept * expected + (1 - kept) * (n + 1);
    }
    const { w, updates } = await averageOver(200, 2, 25);
    expect(updates).toBe(200);
    expect(w).toBeCloseTo(expected, 3);
  });

  test('is behind a steady climb by about as many epochs as asked for', async () => {
    const { w } = await averageOver(10_000, 1, 1000);
    expect(10_000 - w).toBeGreaterThan(950);
    expect(10_000 - w).toBeLessThan(1050);
  });

  test('of a long epoch passes most steps over', async () => {
    expect((await averageOver(160, 1, 100_000)).updates).toBe(10);
  });

  test('continues from its state and leaks nothing', async () => {
    const before = memory().numTensors;
    const state = await averageOver(30, 1, 10);
    const start = { w: tensor1d([0]) };
    const average = new WeightAverage(start, 1, 10, state);
    for (const [weights, step] of steps(40)) if (step > 30) average.update(weights, step);
    const went = await downloadWeights(average.weights);
    expect(went['w']!.values[0]).toBeCloseTo((await averageOver(40, 1, 10)).w, 4);
    average.dispose();
    dispose(start);
    expect(memory().numTensors).toBe(before);
  });
});

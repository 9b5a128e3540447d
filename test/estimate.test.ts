import { expect, test } from 'vitest';
import { costOf, estimate } from '../bench/lib/estimate.mjs';

const STEP = { longest: 10 };
const program = (name: string, shapes: number[][], workgroups = 1, uniforms: number[] = []) => {
  return { name, shapes, workgroups, lanes: 64, uniforms };
};
const GPU = { name: 'a GPU', bytes: 1e9, flops: 1e12, cores: 4, cache: 1e9, clock: 1e9, dispatch: 1e-6 };

test('a product multiplies and adds for each row, column and inner element; its tensors are read once', () => {
  const product = program('MatMul', [[15], [35], [21]], 1, [3, 7, 5]); // prettier-ignore
  expect(costOf(product, STEP)).toMatchObject({ flops: 2 * 3 * 5 * 7, bytes: 4 * (15 + 35 + 21) });
});

test('the gradients of a product are two products', () => {
  const gradients = program('ProductGradients', [[15], [21], [35]], 1, [3, 7, 5]); // prettier-ignore
  expect(costOf(gradients, STEP).flops).toBe(2 * 2 * 3 * 5 * 7);
});

test('a recurrent layer reads its weights of one direction again for each item', () => {
  const layer = program('Recurrent.lstm', [[60, 32], [2, 4, 16], [8], [60, 8]]); // prettier-ignore
  const cost = costOf(layer, STEP);
  expect(cost).toMatchObject({ flops: 60 * 2 * (2 * 4 * 16), cached: 10 * 4 * (4 * 16) });
});

test('an optimizer touches the state of its own parameters only', () => {
  const update = program('OptimizerUpdate.adam.2', [[3], [5], [], [3], [5], [2000], [3]]); // prettier-ignore
  expect(costOf(update, STEP).bytes).toBe(4 * 7 * 8); // reads p, g, m and v; writes p, m and v
});

test('the largest of the limits counts; a small program takes as long as its dispatch', () => {
  const cost = { flops: 1, bytes: 8, cached: 0, cycles: 0 };
  expect(estimate(program('x', []), cost, GPU)).toEqual({ limit: 'dispatch', seconds: 1e-6 });
  const memory = estimate(program('x', []), { ...cost, bytes: 1e6 }, GPU);
  expect(memory.limit).toBe('memory');
  expect(memory.seconds).toBeCloseTo(1e-3 + 1e-6);
  // 128 workgroups of 64 on 4 cores, 16 at once on each: two rounds, and all of a core share its cache.
  const cache = estimate(program('x', [], 128), { ...cost, cached: 1e3 }, GPU);
  expect(cache.limit).toBe('cache');
  expect(cache.seconds).toBeCloseTo(2 * 16 * 1e-6 + 1e-6);
});

import type { Tensor2D } from '../../tensors/tensors.ts';
import { assert } from '../../lib/assert.ts';
import { differentiable } from '../shared/differentiable.ts';
import { kernel, run } from '../shared/kernel.ts';

export interface DropoutAttrs {
  rate: number;
  key: number;
}

/** `y[i] = randomBits(key, i) < rate · 2^32 ? 0 : x[i] / (1 - rate)`, with `randomBits` of lib/rng.ts. */
export const Dropout = kernel<{ x: Tensor2D }, DropoutAttrs, readonly [y: Tensor2D]>('Dropout');

/**
 * Inverted dropout. The mask is a pure function of the key and the element's index: the same on every backend. It is not stored;
 * the gradient recomputes it.
 *
 * @param x [R, D]
 * @param attrs rate in [0, 1); key unsigned 32-bit, from `randomKey`, which may be changed between repetitions of a recorded call
 */
export function dropout(x: Tensor2D, attrs: DropoutAttrs): Tensor2D {
  const { rate } = attrs;
  assert(rate >= 0 && rate < 1, () => `dropout: rate ${rate} is not in [0, 1)`);
  if (rate === 0) return x;
  const masked = (t: Tensor2D) => run(Dropout, { x: t }, attrs)[0];
  return differentiable(
    [x],
    (input) => ({ y: masked(input), saved: [] }),
    (dy) => [masked(dy)],
  );
}

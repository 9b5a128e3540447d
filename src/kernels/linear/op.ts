import type { Tensor1D, Tensor2D } from '../../tensors/tensors.ts';
import { assert } from '../../lib/assert.ts';
import { differentiable } from '../shared/differentiable.ts';
import { kernel, run } from '../shared/kernel.ts';

export const Linear = kernel<{ x: Tensor2D; w: Tensor2D; b: Tensor1D }, object, readonly [y: Tensor2D]>('Linear');

/** `dx = dy . w'`, `dw = x' . dy`, `db = sum of dy over rows`. */
export const LinearGrad = kernel<
  { dy: Tensor2D; x: Tensor2D; w: Tensor2D },
  object,
  readonly [dx: Tensor2D, dw: Tensor2D, db: Tensor1D]
>('LinearGrad');

/**
 * `y = x . w + b`. On simd the products may use 16-bit integers (simd/assembly/products.as.ts).
 *
 * @param x [N, I]
 * @param w [I, O]
 * @param b [O]
 * @returns [N, O]
 */
export function linear(x: Tensor2D, w: Tensor2D, b: Tensor1D): Tensor2D {
  assert(
    x.shape[1] === w.shape[0] && w.shape[1] === b.size,
    () => `linear: [${x.shape}] . [${w.shape}] + [${b.shape}]`,
  );
  return differentiable(
    [x, w, b],
    (inputs, weights, bias) => ({
      y: run(Linear, { x: inputs, w: weights, b: bias }, {})[0],
      saved: [inputs, weights] as const,
    }),
    (dy, [inputs, weights]) => run(LinearGrad, { dy, x: inputs, w: weights }, {}),
  );
}

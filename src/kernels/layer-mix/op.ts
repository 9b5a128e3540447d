import type { Tensor1D, Tensor2D } from '../../tensors/tensors.ts';
import { assert } from '../../lib/assert.ts';
import { differentiable } from '../shared/differentiable.ts';
import { kernel, run } from '../shared/kernel.ts';

// Dimension letters of this folder: N tokens, L layers, D layer width.

/** `y[n] = gamma · sum of shares[l] x[n, l] over l`, `shares = softmax(w)`. */
export const LayerMix = kernel<
  { x: Tensor2D; w: Tensor1D; gamma: Tensor1D },
  object,
  readonly [y: Tensor2D, shares: Tensor1D]
>('LayerMix');

/**
 * With `g[l] = sum of dy[n] . x[n, l] over n`: `dGamma = sum of shares[l] g[l]`, `dw[l] = gamma · shares[l] (g[l] − dGamma)`. The features
 * get no gradient.
 */
export const LayerMixGrad = kernel<
  { dy: Tensor2D; x: Tensor2D; shares: Tensor1D; gamma: Tensor1D },
  object,
  readonly [dw: Tensor1D, dGamma: Tensor1D]
>('LayerMixGrad');

/**
 * A weighted mean of layers, times a scale: `y[n] = gamma · sum of softmax(w)[l] x[n, l]` (ELMo: Peters et al. 2018, eq. 1). Differentiable
 * in w and gamma, not in x.
 *
 * @param x [N, L · D] the concatenated layers of each token
 * @param w [L]
 * @param gamma [1]
 * @returns [N, D]
 */
export function layerMix(x: Tensor2D, w: Tensor1D, gamma: Tensor1D): Tensor2D {
  assert(
    x.shape[1] % w.size === 0 && gamma.size === 1,
    () => `layerMix: ${w.size} layers of [${x.shape}], gamma [${gamma.shape}]`,
  );
  return differentiable(
    [w, gamma],
    (weights, scale) => {
      const [y, shares] = run(LayerMix, { x, w: weights, gamma: scale }, {});
      return { y, saved: [shares, scale] as const };
    },
    (dy, [shares, scale]) => run(LayerMixGrad, { dy, x, shares, gamma: scale }, {}),
  );
}

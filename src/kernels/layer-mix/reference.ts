/** Sizes of `y [N, D]`, mixed from L layers. */
export interface LayerMixSizes {
  N: number;
  L: number;
  D: number;
}

/**
 * The specification of the `LayerMix` kernel in float64.
 *
 * @param x [N, L, D]
 * @param w [L]
 */
export function layerMixReference(
  x: ArrayLike<number>,
  w: ArrayLike<number>,
  gamma: number,
  { N, L, D }: LayerMixSizes,
): { y: Float64Array; shares: Float64Array } {
  const most = Math.max(...Array.from(w));
  const powers = Float64Array.from(w, (weight) => Math.exp(weight - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const shares = powers.map((power) => power / total);
  const y = new Float64Array(N * D);
  for (let n = 0; n < N; n++) {
    for (let l = 0; l < L; l++) {
      for (let d = 0; d < D; d++) y[n * D + d]! += gamma * shares[l]! * x[(n * L + l) * D + d]!;
    }
  }
  return { y, shares };
}

/**
 * The specification of the `LayerMixGrad` kernel in float64.
 *
 * @param dy [N, D]
 * @param x [N, L, D]
 * @param shares [L]
 */
export function layerMixGradReference(
  dy: ArrayLike<number>,
  x: ArrayLike<number>,
  shares: ArrayLike<number>,
  gamma: number,
  { N, L, D }: LayerMixSizes,
): { dw: Float64Array; dGamma: number } {
  const g = new Float64Array(L);
  for (let n = 0; n < N; n++) {
    for (let l = 0; l < L; l++) {
      for (let d = 0; d < D; d++) g[l]! += dy[n * D + d]! * x[(n * L + l) * D + d]!;
    }
  }
  const dGamma = g.reduce((sum, value, l) => sum + shares[l]! * value, 0);
  return { dw: g.map((value, l) => gamma * shares[l]! * (value - dGamma)), dGamma };
}

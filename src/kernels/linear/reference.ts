/** Sizes of `y [N, O] = x [N, I] . w [I, O] + b [O]`. */
export interface LinearSizes {
  N: number;
  I: number;
  O: number;
}

/** The specification of the `Linear` kernel in float64. */
export function linearReference(
  x: ArrayLike<number>,
  w: ArrayLike<number>,
  b: ArrayLike<number>,
  { N, I, O }: LinearSizes,
): Float64Array {
  const y = new Float64Array(N * O);
  for (let n = 0; n < N; n++) {
    for (let o = 0; o < O; o++) {
      let sum = b[o]!;
      for (let i = 0; i < I; i++) sum += x[n * I + i]! * w[i * O + o]!;
      y[n * O + o] = sum;
    }
  }
  return y;
}

/**
 * The specification of the `LinearGrad` kernel in float64: `dx = dy . w'`, `dw = x' . dy`, `db = sum of dy over rows`.
 *
 * @param dy [N, O]
 */
export function linearGradReference(
  dy: ArrayLike<number>,
  x: ArrayLike<number>,
  w: ArrayLike<number>,
  { N, I, O }: LinearSizes,
): { dx: Float64Array; dw: Float64Array; db: Float64Array } {
  const dx = new Float64Array(N * I);
  const dw = new Float64Array(I * O);
  const db = new Float64Array(O);
  for (let n = 0; n < N; n++) {
    for (let o = 0; o < O; o++) {
      const d = dy[n * O + o]!;
      db[o]! += d;
      for (let i = 0; i < I; i++) {
        dx[n * I + i]! += d * w[i * O + o]!;
        dw[i * O + o]! += d * x[n * I + i]!;
      }
    }
  }
  return { dx, dw, db };
}

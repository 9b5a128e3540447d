type Numbers = ArrayLike<number>;

/** The specification of the `TypeShares` kernel in float64. @param x [N, K] @param rows [M] @param types [K] @returns [M, Y] */
export function typeSharesReference(x: Numbers, rows: Numbers, types: Numbers, Y: number): Float64Array {
  const K = types.length;
  const p = new Float64Array(rows.length * Y);
  for (let m = 0; m < rows.length; m++) {
    const scores = Array.from({ length: K }, (_, k) => x[rows[m]! * K + k]!);
    const most = Math.max(...scores);
    const powers = scores.map((score) => Math.exp(score - most));
    const total = powers.reduce((sum, power) => sum + power, 0);
    powers.forEach((power, k) => (p[m * Y + types[k]!]! += power / total));
  }
  return p;
}

/** The links of a batch, and the rows of the tokens with links. */
export interface ConsistencyLinks {
  /** [M] */
  rows: Numbers;
  /** [M+1] */
  offsets: Numbers;
  /** [L] in [0, M) */
  targets: Numbers;
}

/** The specification of the `ConsistentScores` kernel in float64. @param x [N, K] @param p [M, Y] @param types [K] @returns [N, K] */
export function consistentScoresReference(
  x: Numbers,
  p: Numbers,
  types: Numbers,
  { rows, offsets, targets }: ConsistencyLinks,
  weight: number,
): Float64Array {
  const K = types.length;
  const Y = p.length / rows.length;
  const y = Float64Array.from(x);
  for (let m = 0; m < rows.length; m++) {
    let doubt = 1;
    for (let type = 0; type < Y; type++) doubt -= p[m * Y + type]! ** 2;
    const links = offsets[m + 1]! - offsets[m]!;
    for (let k = 0; k < K; k++) {
      let mean = 0;
      for (let e = offsets[m]!; e < offsets[m + 1]!; e++) mean += p[targets[e]! * Y + types[k]!]! / links;
      y[rows[m]! * K + k]! += weight * doubt * mean;
    }
  }
  return y;
}

type Numbers = ArrayLike<number>;

const dot = (a: Numbers, i: number, b: Numbers, j: number, size: number) => {
  let sum = 0;
  for (let d = 0; d < size; d++) sum += a[i * size + d]! * b[j * size + d]!;
  return sum;
};

/** The specification of `LinkWeights` in float64. @param q [M, A] @param k [M, A] @returns [L] */
export function linkWeightsReference(q: Numbers, k: Numbers, offsets: Numbers, targets: Numbers, A: number) {
  const weights = new Float64Array(targets.length);
  for (let m = 0; m + 1 < offsets.length; m++) {
    const [from, to] = [offsets[m]!, offsets[m + 1]!];
    for (let e = from; e < to; e++) weights[e] = dot(q, m, k, targets[e]!, A) / Math.sqrt(A);
    const most = weights.subarray(from, to).reduce((a, b) => Math.max(a, b), -Infinity);
    let total = 0;
    for (let e = from; e < to; e++) total += weights[e] = Math.exp(weights[e]! - most);
    for (let e = from; e < to; e++) weights[e]! /= total;
  }
  return weights;
}

/** The specification of `LinkWeightsGrad` in float64. @param dy [M, D] @param v [M, D] @param weights [L] @returns [L] */
export function linkWeightsGradReference(
  dy: Numbers,
  v: Numbers,
  weights: Numbers,
  links: { offsets: Numbers; targets: Numbers },
  { D, scale }: { D: number; scale: number },
): Float64Array {
  const { offsets, targets } = links;
  const dScores = new Float64Array(targets.length);
  for (let m = 0; m + 1 < offsets.length; m++) {
    let mean = 0;
    for (let e = offsets[m]!; e < offsets[m + 1]!; e++) {
      dScores[e] = dot(dy, m, v, targets[e]!, D);
      mean += weights[e]! * dScores[e]!;
    }
    for (let e = offsets[m]!; e < offsets[m + 1]!; e++) dScores[e] = scale * weights[e]! * (dScores[e]! - mean);
  }
  return dScores;
}

/** The specification of `LinkSums` in float64. @param weights [L] @param x [M, D] @returns [R, D] */
export function linkSumsReference(
  weights: Numbers,
  x: Numbers,
  { offsets, entries, targets }: { offsets: Numbers; entries: Numbers; targets: Numbers },
  D: number,
): Float64Array {
  const y = new Float64Array((offsets.length - 1) * D);
  for (let r = 0; r + 1 < offsets.length; r++) {
    for (let i = offsets[r]!; i < offsets[r + 1]!; i++) {
      const weight = weights[entries[i]!]!;
      for (let d = 0; d < D; d++) y[r * D + d]! += weight * x[targets[i]! * D + d]!;
    }
  }
  return y;
}

export function tanhReference(x: Numbers): Float64Array {
  return Float64Array.from(x, Math.tanh);
}

export function tanhGradReference(dy: Numbers, y: Numbers): Float64Array {
  return Float64Array.from(dy, (d, i) => d * (1 - y[i]! ** 2));
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

/** The specification of `GatedAdd` in float64. @param h [N, D] @param a [M, D] @param c [M, D] @returns [N, D] */
export function gatedAddReference(h: Numbers, a: Numbers, c: Numbers, offsets: Numbers, items: Numbers, D: number) {
  const y = Float64Array.from(h);
  for (let n = 0; n + 1 < offsets.length; n++) {
    if (offsets[n] === offsets[n + 1]) continue;
    const m = items[offsets[n]!]!;
    for (let d = 0; d < D; d++) y[n * D + d]! += sigmoid(a[m * D + d]!) * c[m * D + d]!;
  }
  return y;
}

/** The specification of `GatedAddGrad` in float64. @param dy [N, D] @param rows [M] */
export function gatedAddGradReference(dy: Numbers, a: Numbers, c: Numbers, rows: Numbers, D: number) {
  const da = new Float64Array(a.length);
  const dc = new Float64Array(a.length);
  for (let i = 0; i < a.length; i++) {
    const m = Math.floor(i / D);
    const d = dy[rows[m]! * D + (i % D)]!;
    const gate = sigmoid(a[i]!);
    da[i] = d * c[i]! * gate * (1 - gate);
    dc[i] = d * gate;
  }
  return { da, dc };
}

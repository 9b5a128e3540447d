import { floats, horizontalSum, madd } from '../simd/assembly/lanes.as';
import { exp, sigmoid, tanh } from '../simd/assembly/math.as';
import { loadFirst, storeFirst } from '../simd/assembly/rows.as';

// Each function computes the rows `[from, to)`: threads share the work by rows.

/** Dot product of two rows of n floats. */
function dot(a: usize, b: usize, n: i32): f32 {
  let sum = f32x4.splat(0);
  for (let i = 0; i < n; i += 4) {
    const at = floats(i);
    sum = madd(loadFirst(a + at, n - i), loadFirst(b + at, n - i), sum);
  }
  return horizontalSum(sum);
}

// @inline
function row(table: usize, index: i32, n: i32): usize {
  return table + <usize>index * floats(n);
}

/**
 * `weights[e] = softmax of scale · q[m] · k[targets[e]]` over the links e of m.
 *
 * @param q [m, a]
 * @param k [m, a]
 * @param offsets [m + 1] i32
 * @param targets [links] i32
 * @param weights [links] out
 */
export function linkWeights(
  from: i32,
  to: i32,
  a: i32,
  scale: f32,
  q: usize,
  k: usize,
  offsets: usize,
  targets: usize,
  weights: usize,
): void {
  for (let m = from; m < to; m++) {
    const first = load<i32>(offsets + floats(m));
    const end = load<i32>(offsets + floats(m), 4);
    let most: f32 = -Infinity;
    for (let e = first; e < end; e++) {
      const score = scale * dot(row(q, m, a), row(k, load<i32>(targets + floats(e)), a), a);
      store<f32>(weights + floats(e), score);
      most = max(most, score);
    }
    let total: f32 = 0;
    for (let e = first; e < end; e++) {
      const at = weights + floats(e);
      const share = f32x4.extract_lane(exp(f32x4.splat(load<f32>(at) - most)), 0); // the largest is 1: no overflow
      store<f32>(at, share);
      total += share;
    }
    for (let e = first; e < end; e++) store<f32>(weights + floats(e), load<f32>(weights + floats(e)) / total);
  }
}

/**
 * `dScores[e] = scale · p[e] · (g[e] − sum of p · g over the links of m)`, with `g[e] = dy[m] · v[targets[e]]`.
 *
 * @param dy [m, d]
 * @param v [m, d]
 * @param weights [links] p
 * @param dScores [links] out
 */
export function linkWeightsGrad(
  from: i32,
  to: i32,
  d: i32,
  scale: f32,
  dy: usize,
  v: usize,
  weights: usize,
  offsets: usize,
  targets: usize,
  dScores: usize,
): void {
  for (let m = from; m < to; m++) {
    const first = load<i32>(offsets + floats(m));
    const end = load<i32>(offsets + floats(m), 4);
    let mean: f32 = 0;
    for (let e = first; e < end; e++) {
      const g = dot(row(dy, m, d), row(v, load<i32>(targets + floats(e)), d), d);
      store<f32>(dScores + floats(e), g);
      mean += load<f32>(weights + floats(e)) * g;
    }
    for (let e = first; e < end; e++) {
      const at = dScores + floats(e);
      store<f32>(at, scale * load<f32>(weights + floats(e)) * (load<f32>(at) - mean));
    }
  }
}

/**
 * `y[r] = sum of weights[entries[i]] · x[targets[i]]` over i in `[offsets[r], offsets[r + 1])`, in that order.
 *
 * @param x [any, d]
 * @param y [r, d] out
 */
export function linkSums(
  from: i32,
  to: i32,
  d: i32,
  weights: usize,
  x: usize,
  offsets: usize,
  entries: usize,
  targets: usize,
  y: usize,
): void {
  for (let r = from; r < to; r++) {
    const out = row(y, r, d);
    memory.fill(out, 0, floats(d));
    const end = load<i32>(offsets + floats(r), 4);
    for (let i = load<i32>(offsets + floats(r)); i < end; i++) {
      const weight = f32x4.splat(load<f32>(weights + floats(load<i32>(entries + floats(i)))));
      const other = row(x, load<i32>(targets + floats(i)), d);
      for (let c = 0; c < d; c += 4) {
        const at = floats(c);
        storeFirst(out + at, madd(weight, loadFirst(other + at, d - c), loadFirst(out + at, d - c)), d - c);
      }
    }
  }
}

/** `y[i] = tanh(x[i])`. @param x floats @param y floats, out */
export function tanhOf(from: i32, to: i32, x: usize, y: usize): void {
  for (let i = from; i < to; i += 4) {
    const at = floats(i);
    storeFirst(y + at, tanh(loadFirst(x + at, to - i)), to - i);
  }
}

/** `dx[i] = dy[i] · (1 − y[i]²)`. @param dx floats, out */
export function tanhGrad(from: i32, to: i32, dy: usize, y: usize, dx: usize): void {
  const one = f32x4.splat(1);
  for (let i = from; i < to; i += 4) {
    const at = floats(i);
    const value = loadFirst(y + at, to - i);
    const slope = f32x4.sub(one, f32x4.mul(value, value));
    storeFirst(dx + at, f32x4.mul(loadFirst(dy + at, to - i), slope), to - i);
  }
}

/**
 * `y[n] = h[n]`, and `+ sigmoid(a[m]) · c[m]` if row n has an item m.
 *
 * @param h [n, d]
 * @param a [m, d]
 * @param c [m, d]
 * @param offsets [n + 1] i32
 * @param items [m] i32
 * @param y [n, d] out
 */
export function gatedAdd(
  from: i32,
  to: i32,
  d: i32,
  h: usize,
  a: usize,
  c: usize,
  offsets: usize,
  items: usize,
  y: usize,
): void {
  for (let n = from; n < to; n++) {
    const state = row(h, n, d);
    const out = row(y, n, d);
    const first = load<i32>(offsets + floats(n));
    if (first === load<i32>(offsets + floats(n), 4)) {
      memory.copy(out, state, floats(d));
      continue;
    }
    const m = load<i32>(items + floats(first));
    const gate = row(a, m, d);
    const context = row(c, m, d);
    for (let i = 0; i < d; i += 4) {
      const at = floats(i);
      const open = sigmoid(loadFirst(gate + at, d - i));
      storeFirst(out + at, madd(open, loadFirst(context + at, d - i), loadFirst(state + at, d - i)), d - i);
    }
  }
}

/** The gradients of `gatedAdd` with respect to a and c. @param rows [m] i32 @param da [m, d] out @param dc [m, d] out */
export function gatedAddGrad(
  from: i32,
  to: i32,
  d: i32,
  dy: usize,
  a: usize,
  c: usize,
  rows: usize,
  da: usize,
  dc: usize,
): void {
  const one = f32x4.splat(1);
  for (let m = from; m < to; m++) {
    const gradient = row(dy, load<i32>(rows + floats(m)), d);
    const offset = <usize>m * floats(d);
    for (let i = 0; i < d; i += 4) {
      const at = floats(i);
      const own = offset + at;
      const open = sigmoid(loadFirst(a + own, d - i));
      const opened = f32x4.mul(loadFirst(gradient + at, d - i), open);
      storeFirst(dc + own, opened, d - i);
      const slope = f32x4.mul(f32x4.sub(one, open), loadFirst(c + own, d - i));
      storeFirst(da + own, f32x4.mul(opened, slope), d - i);
    }
  }
}

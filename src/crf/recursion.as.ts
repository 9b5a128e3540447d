// One step of the CRF's recursions, in either direction. Scores and their log-sums are f64, because f32 resolves 1e4 only to
// 1e-3; numbers that are exponentiated are at most 0, for which f32 is enough. Vectors over tags are padded to whole v128s: scores
// beyond the last tag are -Infinity, and contribute nothing.

import {
  demote,
  doubles,
  floats,
  horizontalMax,
  horizontalSum,
  madd,
  promoteHigh,
  promoteLow,
} from '../kernels/simd/assembly/lanes.as';
import { exp, log } from '../kernels/simd/assembly/math.as';
import { loadFirst } from '../kernels/simd/assembly/rows.as';

/** exp of smaller numbers is taken as 0: the product of two of these, times `SCALE`, is still a normal f32 (subnormal ones are slow). */
const LOWEST: f32 = -82;

/** 2^113, a factor of exponentiated transitions. A sum over 2^14 tags stays within f32. */
const SCALE: f32 = 1.0384593717069655e34;

/** `SCALE · exp(LOWEST) · 2^24`: a sum of k terms of at least k times this is not affected by terms taken as 0. */
const SURE: f32 = 425561;

/** Number of tags, with padding. */
// @inline
export function padded(k: i32): i32 {
  return (k + 3) & -4;
}

/** `out = x` as f64, and 0 beyond k. @param x [K] f32 @param out [width] f64 */
export function promote(k: i32, x: usize, out: usize): void {
  for (let j = 0; j < k; j += 4) {
    const v = loadFirst(x + floats(j), k - j);
    v128.store(out + doubles(j), promoteLow(v));
    v128.store(out + doubles(j), promoteHigh(v), 16);
  }
}

/** `out = x + scores`, and -Infinity beyond k. @param x [width] f64 @param scores [K] f32 @param out [width] f64 */
export function addScores(k: i32, x: usize, scores: usize, out: usize): void {
  for (let j = 0; j < k; j += 4) {
    const exists = i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(k - j));
    const v = v128.bitselect(loadFirst(scores + floats(j), k - j), f32x4.splat(-Infinity), exists);
    v128.store(out + doubles(j), f64x2.add(v128.load(x + doubles(j)), promoteLow(v)));
    v128.store(out + doubles(j), f64x2.add(v128.load(x + doubles(j), 16), promoteHigh(v)), 16);
  }
}

/** exp, and 0 where x is below `LOWEST`. NaN stays NaN, so that a diverged model is detected. */
// @inline
export function expOrZero(x: v128): v128 {
  return v128.andnot(exp(x), f32x4.lt(x, f32x4.splat(LOWEST)));
}

/** Floats of one direction's weights: `SCALE · exp(score - top)` [from, to], then the scores themselves [to, from]. */
export function weightFloats(k: i32): i32 {
  return 2 * k * padded(k);
}

/**
 * Fills in the weights of both directions.
 *
 * @param transitions [K, K] from row to column
 * @param forward `weightFloats(k)` floats
 * @param backward like `forward`, for steps from column to row
 * @returns top, the highest transition
 */
export function prepareWeights(k: i32, transitions: usize, forward: usize, backward: usize): f64 {
  const width = padded(k);
  const scores = floats(k * width); // start of the scores
  let top: f32 = -Infinity;
  for (let i = 0; i < k * k; i++) top = max(top, load<f32>(transitions + floats(i)));
  memory.fill(forward, 0, floats(weightFloats(k)));
  memory.fill(backward, 0, floats(weightFloats(k)));
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) {
      const score = load<f32>(transitions + floats(i * k + j));
      const scaled = SCALE * f32x4.extract_lane(expOrZero(f32x4.splat(score - top)), 0);
      const at = floats(i * width + j);
      const transposedAt = floats(j * width + i);
      store<f32>(forward + at, scaled);
      store<f32>(forward + scores + transposedAt, score);
      store<f32>(backward + transposedAt, scaled);
      store<f32>(backward + scores + at, score);
    }
  }
  return <f64>top;
}

/** The weight `exp(score - top)` of a step. */
// @inline
export function expOfWeights(weights: usize, at: i32): v128 {
  return f32x4.mul(v128.load(weights + floats(at)), f32x4.splat(1 / SCALE));
}

/** The scores of the steps to one tag, by the tag they come from. */
// @inline
export function scoresTo(k: i32, weights: usize, tag: i32): usize {
  return weights + floats((k + tag) * padded(k));
}

/**
 * `out[j] = log of the sum over i of exp(from[i] + score[i, j])`.
 *
 * Takes K instead of K² exponentials, then a product of the vector and the exponentiated transitions, then K logarithms. If
 * a sum is so small that terms below f32's range would affect it (a tag reached only by penalised transitions, or only from
 * unlikely tags), it is recomputed exactly.
 *
 * @param weights of the direction; see `weightFloats`
 * @param top the highest transition
 * @param from [K] f64
 * @param exps [K] f32, receives `exp(from - peak)`
 * @param out [K] f64, arbitrary beyond k; must not be `from`
 * @returns peak, the highest of `from`
 */
export function advance(k: i32, weights: usize, top: f64, from: usize, exps: usize, out: usize): f64 {
  const width = padded(k);
  const peak = exponentiate(width, from, exps);
  const base = f64x2.splat(peak + top);
  const rowBytes = floats(width);
  const end = exps + floats(k);
  const sure = f32x4.splat(<f32>k * SURE);
  for (let j = 0; j < width; j += 4) {
    let sum = f32x4.splat(0);
    let row = weights + floats(j);
    for (let i = exps; i < end; i += 4, row += rowBytes) sum = madd(v128.load32_splat(i), v128.load(row), sum);
    const logs = log(f32x4.mul(sum, f32x4.splat(1 / SCALE)));
    v128.store(out + doubles(j), f64x2.add(promoteLow(logs), base));
    v128.store(out + doubles(j), f64x2.add(promoteHigh(logs), base), 16);

    let unsure = i32x4.bitmask(f32x4.lt(sum, sure));
    if (k - j < 4) unsure &= (1 << (k - j)) - 1;
    for (; unsure !== 0; unsure &= unsure - 1) {
      const to = j + ctz(unsure);
      store<f64>(out + doubles(to), logSumExp(width, from, scoresTo(k, weights, to)));
    }
  }
  return peak;
}

/**
 * `exps = exp(x - peak)`. A NaN in x gives a NaN in exps, even if `pmax` misses it. `pmax` is one instruction; `max` takes seven.
 *
 * @returns peak, the highest of x
 */
// @inline
function exponentiate(width: i32, x: usize, exps: usize): f64 {
  let highest = f64x2.splat(-Infinity);
  for (let i = 0; i < width; i += 2) highest = f64x2.pmax(highest, v128.load(x + doubles(i)));
  const peak = horizontalMax(highest);
  const peaks = f64x2.splat(peak);
  for (let i = 0; i < width; i += 4) {
    const at = x + doubles(i);
    const low = f64x2.sub(v128.load(at), peaks);
    const high = f64x2.sub(v128.load(at, 16), peaks);
    v128.store(exps + floats(i), expOrZero(demote(low, high)));
  }
  return peak;
}

/** log of the sum of exp(x[i] + y[i]). @param x [width] f64 @param y [width] f32 */
function logSumExp(width: i32, x: usize, y: usize): f64 {
  let highest = f64x2.splat(-Infinity);
  for (let i = 0; i < width; i += 2) highest = f64x2.pmax(highest, sumAt(x, y, i));
  const peak = horizontalMax(highest);
  if (peak === -Infinity) return peak; // otherwise the difference below is NaN
  const peaks = f64x2.splat(peak);
  let sum = f32x4.splat(0);
  for (let i = 0; i < width; i += 4) {
    const below = demote(f64x2.sub(sumAt(x, y, i), peaks), f64x2.sub(sumAt(x, y, i + 2), peaks));
    sum = f32x4.add(sum, expOrZero(below));
  }
  return peak + logOf(horizontalSum(sum));
}

/** `x[i] + y[i]` and the next, f64. */
// @inline
export function sumAt(x: usize, y: usize, i: i32): v128 {
  return f64x2.add(v128.load(x + doubles(i)), promoteLow(v128.load64_zero(y + floats(i))));
}

// @inline
export function logOf(x: f32): f64 {
  return <f64>f32x4.extract_lane(log(f32x4.splat(x)), 0);
}

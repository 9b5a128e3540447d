import { floats } from '../simd/assembly/lanes.as';
import { loadFirst, storeFirst } from '../simd/assembly/rows.as';

// The inner loops are do-while, because V8 (in Node 20) hoists invariants out of such loops only. With other loops it recomputed every
// factor for each four floats, which took twice the time.

/** Floats summed in f32 before they are added to a sum in f64: 16 squares per lane. */
const BLOCK = 64;

/** Floats per range, which is not divided among threads. The sums of all ranges are added in order, for any number of threads. */
const RANGE = 32768;

/** Size of `sums`, in f64, for n floats. */
export function squareSums(n: i32): i32 {
  return (n + RANGE - 1) / RANGE;
}

/** The sums of x[i]² over the ranges `[from, to)`. @param x n floats @param sums f64, of all ranges */
export function sumSquares(n: i32, from: i32, to: i32, x: usize, sums: usize): void {
  for (let range = from; range < to; range++) {
    store<f64>(sums + ((<usize>range) << 3), rangeSum(range * RANGE, min(n, (range + 1) * RANGE), x));
  }
}

/** Adds up the sums. @param s 1 float */
export function addSums(count: i32, sums: usize, s: usize): void {
  let total: f64 = 0;
  for (let i = 0; i < count; i++) total += load<f64>(sums + ((<usize>i) << 3));
  store<f32>(s, <f32>total);
}

function rangeSum(from: i32, to: i32, x: usize): f64 {
  let total: f64 = 0;
  for (let begin = from; begin < to; begin += BLOCK) {
    const end = min(begin + BLOCK, to);
    let sum = f32x4.splat(0);
    for (let i = begin; i < end; i += 4) {
      const v = loadFirst(x + floats(i), end - i);
      sum = f32x4.add(sum, f32x4.mul(v, v));
    }
    total += <f64>f32x4.extract_lane(sum, 0) + <f64>f32x4.extract_lane(sum, 1);
    total += <f64>f32x4.extract_lane(sum, 2) + <f64>f32x4.extract_lane(sum, 3);
  }
  return total;
}

/** The factor that scales a gradient of this squared norm down to `clipNorm` (0: never), as in torch's clip_grad_norm_. */
// @inline
function clipScale(squaredNorm: f32, clipNorm: f32): f32 {
  return clipNorm === 0 ? 1 : min<f32>(1, clipNorm / (sqrt<f32>(squaredNorm) + 1e-6));
}

/** The parameter's row that row r of the gradient belongs to; -1: none, it is skipped. Without `rows`, both have the same rows. */
// @inline
function parameterRow(rows: usize, r: i32): i32 {
  return rows === 0 ? r : load<i32>(rows + floats(r));
}

/**
 * `g = clip·gradient + l2·p; v = momentum·v + g; p -= learningRate·v`, in place; with Nesterov's momentum
 * `p -= learningRate·(g + momentum·v)`.
 *
 * @param rows [R] i32; 0: the gradient belongs to the first R rows
 * @param parameter [., D]
 * @param gradient [R, D]
 * @param squaredNorm [] the squared norm of all gradients
 * @param velocity [., D]
 */
export function sgdUpdate(
  r: i32,
  d: i32,
  rows: usize,
  parameter: usize,
  gradient: usize,
  squaredNorm: usize,
  velocity: usize,
  learningRate: f32,
  clipNorm: f32,
  l2: f32,
  momentum: f32,
  nesterov: bool,
): void {
  if (d === 0) return;
  const clip = f32x4.splat(clipScale(load<f32>(squaredNorm), clipNorm));
  const rate = f32x4.splat(learningRate);
  const decay = f32x4.splat(l2);
  const kept = f32x4.splat(momentum);
  for (let row = 0; row < r; row++) {
    const own = parameterRow(rows, row);
    if (own < 0) continue;
    const to = floats(own * d);
    const from = gradient + floats(row * d);
    let i = 0;
    do {
      const at = floats(i);
      const left = d - i;
      const p = loadFirst(parameter + to + at, left);
      const g = f32x4.add(f32x4.mul(clip, loadFirst(from + at, left)), f32x4.mul(decay, p));
      const v = f32x4.add(f32x4.mul(kept, loadFirst(velocity + to + at, left)), g);
      storeFirst(velocity + to + at, v, left);
      const step = nesterov ? f32x4.add(g, f32x4.mul(kept, v)) : v;
      storeFirst(parameter + to + at, f32x4.sub(p, f32x4.mul(rate, step)), left);
      i += 4;
    } while (i < d);
  }
}

/**
 * `g = clip·gradient + l2·p; m = β1 m + (1-β1) g; v = β2 v + (1-β2) g²;
 * p -= lr · (m/correction1 / (sqrt(v/correction2) + ε) + weightDecay · p)`, in place.
 *
 * Hyper-parameters are f64: 1 - 0.999 in f32 is wrong in the fifth digit.
 *
 * @param rows [R] i32; 0: the gradient belongs to the first R rows
 * @param parameter [., D]
 * @param gradient [R, D]
 * @param squaredNorm [] the squared norm of all gradients
 * @param mean [., D]
 * @param variance [., D]
 */
export function adamUpdate(
  r: i32,
  d: i32,
  rows: usize,
  parameter: usize,
  gradient: usize,
  squaredNorm: usize,
  mean: usize,
  variance: usize,
  learningRate: f64,
  clipNorm: f32,
  l2: f32,
  beta1: f64,
  beta2: f64,
  epsilon: f32,
  weightDecay: f64,
  correction1: f64,
  correction2: f64,
): void {
  if (d === 0) return;
  const clip = f32x4.splat(clipScale(load<f32>(squaredNorm), clipNorm));
  const decay = f32x4.splat(l2);
  const meanKept = f32x4.splat(<f32>beta1);
  const meanNew = f32x4.splat(<f32>(1 - beta1));
  const varianceKept = f32x4.splat(<f32>beta2);
  const varianceNew = f32x4.splat(<f32>(1 - beta2));
  const rootScale = f32x4.splat(<f32>(1 / sqrt<f64>(correction2)));
  const stepSize = f32x4.splat(<f32>(learningRate / correction1));
  const small = f32x4.splat(epsilon);
  const shrunk = f32x4.splat(<f32>(1 - learningRate * weightDecay));
  for (let row = 0; row < r; row++) {
    const own = parameterRow(rows, row);
    if (own < 0) continue;
    const to = floats(own * d);
    const from = gradient + floats(row * d);
    let i = 0;
    do {
      const at = floats(i);
      const left = d - i;
      const p = loadFirst(parameter + to + at, left);
      const g = f32x4.add(f32x4.mul(clip, loadFirst(from + at, left)), f32x4.mul(decay, p));
      const m = f32x4.add(f32x4.mul(meanKept, loadFirst(mean + to + at, left)), f32x4.mul(meanNew, g));
      const v = f32x4.add(
        f32x4.mul(varianceKept, loadFirst(variance + to + at, left)),
        f32x4.mul(varianceNew, f32x4.mul(g, g)),
      );
      const step = f32x4.div(f32x4.mul(stepSize, m), f32x4.add(f32x4.mul(f32x4.sqrt(v), rootScale), small));
      storeFirst(mean + to + at, m, left);
      storeFirst(variance + to + at, v, left);
      storeFirst(parameter + to + at, f32x4.sub(f32x4.mul(shrunk, p), step), left);
      i += 4;
    } while (i < d);
  }
}

/**
 * `g = clip·gradient + l2·p; v = α v + (1-α) g²; p -= learningRate · g / (sqrt(v) + ε)`, in place. α is f64, as β in `adamUpdate`.
 *
 * @param rows [R] i32; 0: the gradient belongs to the first R rows
 * @param parameter [., D]
 * @param gradient [R, D]
 * @param squaredNorm [] the squared norm of all gradients
 * @param variance [., D]
 */
export function rmspropUpdate(
  r: i32,
  d: i32,
  rows: usize,
  parameter: usize,
  gradient: usize,
  squaredNorm: usize,
  variance: usize,
  learningRate: f32,
  clipNorm: f32,
  l2: f32,
  alpha: f64,
  epsilon: f32,
): void {
  if (d === 0) return;
  const clip = f32x4.splat(clipScale(load<f32>(squaredNorm), clipNorm));
  const rate = f32x4.splat(learningRate);
  const decay = f32x4.splat(l2);
  const kept = f32x4.splat(<f32>alpha);
  const fresh = f32x4.splat(<f32>(1 - alpha));
  const small = f32x4.splat(epsilon);
  for (let row = 0; row < r; row++) {
    const own = parameterRow(rows, row);
    if (own < 0) continue;
    const to = floats(own * d);
    const from = gradient + floats(row * d);
    let i = 0;
    do {
      const at = floats(i);
      const left = d - i;
      const p = loadFirst(parameter + to + at, left);
      const g = f32x4.add(f32x4.mul(clip, loadFirst(from + at, left)), f32x4.mul(decay, p));
      const v = f32x4.add(f32x4.mul(kept, loadFirst(variance + to + at, left)), f32x4.mul(fresh, f32x4.mul(g, g)));
      storeFirst(variance + to + at, v, left);
      const step = f32x4.div(f32x4.mul(rate, g), f32x4.add(f32x4.sqrt(v), small));
      storeFirst(parameter + to + at, f32x4.sub(p, step), left);
      i += 4;
    } while (i < d);
  }
}

/** `average[i] = now[i] + kept · (average[i] − now[i])` for n floats, in place. */
export function averageUpdate(n: i32, average: usize, now: usize, kept: f32): void {
  if (n === 0) return;
  const factor = f32x4.splat(kept);
  let i = 0;
  do {
    const at = floats(i);
    const left = n - i;
    const v = loadFirst(now + at, left);
    storeFirst(average + at, f32x4.add(v, f32x4.mul(factor, f32x4.sub(loadFirst(average + at, left), v))), left);
    i += 4;
  } while (i < n);
}

import { floats } from '../simd/assembly/lanes.as';
import { exp } from '../simd/assembly/math.as';

/**
 * `p[m, types[k]] = sum of softmax(x[rows[m]])[k]` over the tags k of a type, for m in `[from, to)`.
 *
 * @param x [n, tags]
 * @param rows [m] i32
 * @param types [tags] i32
 * @param p [m, typeCount] out
 */
export function typeShares(
  from: i32,
  to: i32,
  tags: i32,
  typeCount: i32,
  x: usize,
  rows: usize,
  types: usize,
  p: usize,
): void {
  for (let m = from; m < to; m++) {
    const scores = x + <usize>load<i32>(rows + floats(m)) * floats(tags);
    const out = p + <usize>m * floats(typeCount);
    memory.fill(out, 0, floats(typeCount));
    let most: f32 = -Infinity;
    for (let k = 0; k < tags; k++) most = max(most, load<f32>(scores + floats(k)));
    let total: f32 = 0;
    for (let k = 0; k < tags; k++) {
      const power = f32x4.extract_lane(exp(f32x4.splat(load<f32>(scores + floats(k)) - most)), 0); // the largest is 1
      const at = out + floats(load<i32>(types + floats(k)));
      store<f32>(at, load<f32>(at) + power);
      total += power;
    }
    for (let y = 0; y < typeCount; y++) store<f32>(out + floats(y), load<f32>(out + floats(y)) / total);
  }
}

/**
 * `y[n] = x[n]`, and if row n has an item m, `+ weight · (1 − sum of p[m]²) · mean of p[linkTargets[e], types[k]]` over the links e of m,
 * for n in `[from, to)`.
 *
 * @param x [n, tags]
 * @param p [m, typeCount]
 * @param types [tags] i32
 * @param offsets [n + 1] i32
 * @param items [m] i32
 * @param linkOffsets [m + 1] i32
 * @param linkTargets [links] i32
 * @param y [n, tags] out
 */
export function consistentScores(
  from: i32,
  to: i32,
  tags: i32,
  typeCount: i32,
  weight: f32,
  x: usize,
  p: usize,
  types: usize,
  offsets: usize,
  items: usize,
  linkOffsets: usize,
  linkTargets: usize,
  y: usize,
): void {
  for (let n = from; n < to; n++) {
    const out = y + <usize>n * floats(tags);
    memory.copy(out, x + <usize>n * floats(tags), floats(tags));
    const item = load<i32>(offsets + floats(n));
    if (item === load<i32>(offsets + floats(n), 4)) continue;
    const m = load<i32>(items + floats(item));
    const own = p + <usize>m * floats(typeCount);
    let doubt: f32 = 1;
    for (let i = 0; i < typeCount; i++) doubt -= load<f32>(own + floats(i)) * load<f32>(own + floats(i));
    const first = load<i32>(linkOffsets + floats(m));
    const end = load<i32>(linkOffsets + floats(m), 4);
    const share = (weight * doubt) / <f32>(end - first);
    for (let k = 0; k < tags; k++) {
      const type = floats(load<i32>(types + floats(k)));
      let sum: f32 = 0;
      for (let e = first; e < end; e++) {
        sum += load<f32>(p + <usize>load<i32>(linkTargets + floats(e)) * floats(typeCount) + type);
      }
      store<f32>(out + floats(k), load<f32>(out + floats(k)) + share * sum);
    }
  }
}

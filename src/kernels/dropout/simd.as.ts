import { FOUR, HASH_0, HASH_1 } from '../simd/assembly/constants.as';
import { floats } from '../simd/assembly/lanes.as';
import { loadFirst, storeFirst } from '../simd/assembly/rows.as';

/** `hash32` of lib/rng.ts, four at a time. */
// @inline
function hash32(x: v128): v128 {
  x = v128.xor(x, i32x4.shr_u(x, 16));
  x = i32x4.mul(x, HASH_0);
  x = v128.xor(x, i32x4.shr_u(x, 15));
  x = i32x4.mul(x, HASH_1);
  return v128.xor(x, i32x4.shr_u(x, 16));
}

/**
 * `y[i] = randomBits(key, i) < threshold ? 0 : scale · x[i]`, with `randomBits` of lib/rng.ts, for i in
 * `[from, to)`.
 *
 * @param x floats
 * @param y floats
 */
export function dropout(from: i32, to: i32, x: usize, y: usize, key: u32, threshold: u32, scale: f32): void {
  const keys = i32x4.splat(key);
  const thresholds = i32x4.splat(threshold);
  const scales = f32x4.splat(scale);
  let index = i32x4.add(i32x4(0, 1, 2, 3), i32x4.splat(from));
  for (let i = from; i < to; i += 4) {
    const at = floats(i);
    const kept = i32x4.ge_u(hash32(v128.xor(hash32(index), keys)), thresholds);
    storeFirst(y + at, v128.and(kept, f32x4.mul(loadFirst(x + at, to - i), scales)), to - i);
    index = i32x4.add(index, FOUR);
  }
}

// Conversions between vectors, their lanes, and f64, for sums that need more than f32.

/** Floats per cache line: threads that write to different lines do not wait for each other. */
export const LINE_FLOATS: i32 = 16;

/** n rounded up to whole cache lines. */
// @inline
export function lineFloats(n: i32): i32 {
  return (n + LINE_FLOATS - 1) & -LINE_FLOATS;
}

/** Bytes of n floats. */
// @inline
export function floats(n: i32): usize {
  return (<usize>n) << 2;
}

/** `a · b + c`: fused where the engine has relaxed SIMD. */
// @inline
export function madd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

/** Bytes of n f64. */
// @inline
export function doubles(n: i32): usize {
  return (<usize>n) << 3;
}

/** Four f32 from two vectors of two f64. */
// @inline
export function demote(low: v128, high: v128): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 1, 4, 5);
}

/** The first two of four f32 as f64. */
// @inline
export function promoteLow(x: v128): v128 {
  return f64x2.promote_low_f32x4(x);
}

/** The last two of four f32 as f64. */
// @inline
export function promoteHigh(x: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f32>(x, x, 2, 3, 2, 3));
}

/** The maximum of two f64; NaN if one is NaN. */
// @inline
export function horizontalMax(x: v128): f64 {
  return max(f64x2.extract_lane(x, 0), f64x2.extract_lane(x, 1));
}

/** The sum of four f32. */
// @inline
export function horizontalSum(x: v128): f32 {
  const low = f32x4.extract_lane(x, 0) + f32x4.extract_lane(x, 1);
  return low + (f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3));
}

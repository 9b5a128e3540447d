import { madd } from './gemm.as';

/** 1.5 · 2^23: adding it to a small float rounds that to an integer, which then stands in the low bits. */
const ROUND: f32 = 12582912;

/** ln 2 in two parts, the first with few bits: its product by a small integer is exact. */
const LN2_HIGH: f32 = 0.693359375;
const LN2_LOW: f32 = -2.12194440e-4;

// e^x = 2^n · e^r, where n = x / ln 2 rounded, and r is the rest, |r| ≤ ln 2 / 2.

/** `n + ROUND`. @param x between -87 and 87: 2^126 is the last power whose inverse is a normal number, too */
@inline
function nearestPower(x: v128): v128 {
  return madd(x, f32x4.splat(1.44269504), f32x4.splat(ROUND));
}

/** `e^r - 1`, by the polynomial of Cephes' `expf` (S. Moshier). */
@inline
function expm1Rest(x: v128, power: v128): v128 {
  const n = f32x4.sub(power, f32x4.splat(ROUND));
  let r = madd(n, f32x4.splat(-LN2_HIGH), x);
  r = madd(n, f32x4.splat(-LN2_LOW), r);
  let p = f32x4.splat(1.9875691500e-4);
  p = madd(p, r, f32x4.splat(1.3981999507e-3));
  p = madd(p, r, f32x4.splat(8.3334519073e-3));
  p = madd(p, r, f32x4.splat(4.1665795894e-2));
  p = madd(p, r, f32x4.splat(1.6666665459e-1));
  p = madd(p, r, f32x4.splat(5.0000001201e-1));
  return madd(p, f32x4.mul(r, r), r);
}

/** `2^n`: n moved into the exponent's bits. */
@inline
function scaleOf(power: v128): v128 {
  return i32x4.add(i32x4.shl(power, 23), i32x4.splat(0x3f800000));
}

/** x between -limit and limit; NaN stays NaN. */
@inline
function clamp(x: v128, limit: f32): v128 {
  return f32x4.pmax(f32x4.pmin(x, f32x4.splat(limit)), f32x4.splat(-limit));
}

/** `1 / (1 + e^-x)`, relative error below 1e-6 for x > -87, absolute error below 1e-37 for smaller x. */
@inline
export function sigmoid(x: v128): v128 {
  const y = clamp(f32x4.neg(x), 87);
  const power = nearestPower(y);
  const scale = scaleOf(power);
  const one = f32x4.splat(1);
  return f32x4.div(one, f32x4.add(one, madd(scale, expm1Rest(y, power), scale)));
}

/** `(e^2x - 1) / (e^2x + 1)`, relative error below 1e-6: by e^2x - 1, so that nothing cancels near 0. */
@inline
export function tanh(x: v128): v128 {
  const y = clamp(f32x4.add(x, x), 40); // tanh(20) is 1
  const power = nearestPower(y);
  const scale = scaleOf(power);
  const e = madd(scale, expm1Rest(y, power), f32x4.sub(scale, f32x4.splat(1)));
  return f32x4.div(e, f32x4.add(e, f32x4.splat(2)));
}

/** e^x, relative error below 2e-7; x below -87 counts as -87, above 87 as 87. */
@inline
export function exp(x: v128): v128 {
  const y = clamp(x, 87);
  const power = nearestPower(y);
  const scale = scaleOf(power);
  return madd(scale, expm1Rest(y, power), scale);
}

/** Bits of the square root of 1/2. */
const ROOT_HALF: i32 = 0x3f3504f3;

/**
 * Natural logarithm, relative error below 2e-7, of positive normal numbers; NaN of infinity and NaN; something finite
 * of others. x = 2^e · (1 + f) with 1 + f between the roots of 1/2 and 2, and the polynomial of Cephes' `logf` (S.
 * Moshier).
 */
@inline
export function log(x: v128): v128 {
  const power = i32x4.shr_s(i32x4.sub(x, i32x4.splat(ROOT_HALF)), 23);
  const e = f32x4.convert_i32x4_s(power);
  const f = f32x4.sub(i32x4.sub(x, i32x4.shl(power, 23)), f32x4.splat(1));
  const square = f32x4.mul(f, f);
  let p = f32x4.splat(7.0376836292e-2);
  p = madd(p, f, f32x4.splat(-1.151461031e-1));
  p = madd(p, f, f32x4.splat(1.167699874e-1));
  p = madd(p, f, f32x4.splat(-1.2420140846e-1));
  p = madd(p, f, f32x4.splat(1.4249322787e-1));
  p = madd(p, f, f32x4.splat(-1.6668057665e-1));
  p = madd(p, f, f32x4.splat(2.0000714765e-1));
  p = madd(p, f, f32x4.splat(-2.4999993993e-1));
  p = madd(p, f, f32x4.splat(3.3333331174e-1));
  let rest = f32x4.mul(f32x4.mul(p, f), square);
  rest = madd(e, f32x4.splat(LN2_LOW), rest);
  rest = madd(square, f32x4.splat(-0.5), rest);
  const notNumber = f32x4.sub(x, x); // 0 of numbers
  return madd(e, f32x4.splat(LN2_HIGH), f32x4.add(f32x4.add(f, notNumber), rest));
}

import {
  EXP_0,
  EXP_1,
  EXP_2,
  EXP_3,
  EXP_4,
  EXP_5,
  EXP_LEAST,
  EXP_MOST,
  HALF,
  LN2_HIGH,
  LN2_LOW,
  LOG2_E,
  LOG_0,
  LOG_1,
  LOG_2,
  LOG_3,
  LOG_4,
  LOG_5,
  LOG_6,
  LOG_7,
  LOG_8,
  MINUS_HALF,
  MINUS_LN2_HIGH,
  MINUS_LN2_LOW,
  ONE,
  ROOT_HALF,
  ROUND,
  TANH_LEAST,
  TANH_MOST,
  TANH_P0,
  TANH_P1,
  TANH_P2,
  TANH_P3,
  TANH_Q1,
  TANH_Q2,
  TANH_Q3,
  TANH_Q4,
} from './constants.as';
import { madd } from './lanes.as';

// e^x = 2^n · e^r, where n is x / ln 2, rounded, and r the remainder, |r| ≤ ln 2 / 2.

/** `n + ROUND`. @param x between EXP_LEAST and EXP_MOST */
// @inline
function nearestPower(x: v128): v128 {
  return madd(x, LOG2_E, ROUND);
}

/** `e^r - 1` */
// @inline
function expm1Rest(x: v128, power: v128): v128 {
  const n = f32x4.sub(power, ROUND);
  let r = madd(n, MINUS_LN2_HIGH, x);
  r = madd(n, MINUS_LN2_LOW, r);
  let p = EXP_0;
  p = madd(p, r, EXP_1);
  p = madd(p, r, EXP_2);
  p = madd(p, r, EXP_3);
  p = madd(p, r, EXP_4);
  p = madd(p, r, EXP_5);
  return madd(p, f32x4.mul(r, r), r);
}

/** `2^n`: n moved into the exponent's bits. */
// @inline
function scaleOf(power: v128): v128 {
  return i32x4.add(i32x4.shl(power, 23), ONE);
}

/** Clamps x to two bounds; NaN stays NaN. */
// @inline
function clamp(x: v128, least: v128, most: v128): v128 {
  return f32x4.pmax(f32x4.pmin(x, most), least);
}

/** e^x, relative error below 2e-7; x is clamped to ±87. */
// @inline
export function exp(x: v128): v128 {
  const y = clamp(x, EXP_LEAST, EXP_MOST);
  const power = nearestPower(y);
  const scale = scaleOf(power);
  return madd(scale, expm1Rest(y, power), scale);
}

/**
 * An odd rational function of degrees 7 and 8: relative error below 5e-7, and exactly 1 where it saturates. Not computed with exp: numerator
 * and denominator can be evaluated in parallel, which matters because they are most of the latency of an LSTM cell.
 */
// @inline
export function tanh(x: v128): v128 {
  const y = clamp(x, TANH_LEAST, TANH_MOST);
  const square = f32x4.mul(y, y);
  const p = madd(madd(madd(TANH_P3, square, TANH_P2), square, TANH_P1), square, TANH_P0);
  const q = madd(madd(madd(madd(TANH_Q4, square, TANH_Q3), square, TANH_Q2), square, TANH_Q1), square, ONE);
  return f32x4.div(f32x4.mul(y, p), q);
}

/** `1 / (1 + e^-x) = (1 + tanh(x / 2)) / 2`, absolute error below 3e-7; exactly 0 and 1 where it saturates. */
// @inline
export function sigmoid(x: v128): v128 {
  return madd(HALF, tanh(f32x4.mul(x, HALF)), HALF);
}

/**
 * Natural logarithm of positive normal numbers, relative error below 2e-7; NaN for infinity and NaN; an arbitrary finite number for others.
 * x = 2^e · (1 + f) with 1 + f between the roots of 1/2 and 2, and log(1 + f) a polynomial.
 */
// @inline
export function log(x: v128): v128 {
  const power = i32x4.shr_s(i32x4.sub(x, ROOT_HALF), 23);
  const e = f32x4.convert_i32x4_s(power);
  const f = f32x4.sub(i32x4.sub(x, i32x4.shl(power, 23)), ONE);
  const square = f32x4.mul(f, f);
  let p = LOG_0;
  p = madd(p, f, LOG_1);
  p = madd(p, f, LOG_2);
  p = madd(p, f, LOG_3);
  p = madd(p, f, LOG_4);
  p = madd(p, f, LOG_5);
  p = madd(p, f, LOG_6);
  p = madd(p, f, LOG_7);
  p = madd(p, f, LOG_8);
  let rest = f32x4.mul(f32x4.mul(p, f), square);
  rest = madd(e, LN2_LOW, rest);
  rest = madd(square, MINUS_HALF, rest);
  const notNumber = f32x4.sub(x, x); // 0 for finite numbers
  return madd(e, LN2_HIGH, f32x4.add(f32x4.add(f, notNumber), rest));
}

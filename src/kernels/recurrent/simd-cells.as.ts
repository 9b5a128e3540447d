// The cells of op.ts, forward and backward, for all hidden units of one item in one direction. Pointers are to rows of
// [hidden] floats, or of [G, hidden] for gates; 0 means a row of zeros. Rows may be identical, but must not overlap otherwise.

import { ONE } from '../simd/assembly/constants.as';
import { floats, madd } from '../simd/assembly/lanes.as';
import { sigmoid, tanh } from '../simd/assembly/math.as';
import { loadFirst, storeFirst } from '../simd/assembly/rows.as';
import { GRU, LSTM } from './simd-walk.as';

/**
 * Forward step of any cell.
 *
 * @param sums [G, hidden] projected inputs plus recurrent products, except for the GRU's n; may be `gates`
 * @param input [G, hidden] projected inputs
 * @param keptBefore c of the previous item; 0 if there is none
 * @param hBefore h of the previous item; 0 if there is none
 * @param gates [G, hidden] out; 0 if they are not needed
 * @param kept out: c (LSTM); `hBefore . wh_n` (GRU), already computed if there is a previous item; otherwise zeros
 * @param h out
 */
// @inline
export function walkCell(
  cell: i32,
  hidden: i32,
  sums: usize,
  input: usize,
  keptBefore: usize,
  hBefore: usize,
  gates: usize,
  kept: usize,
  h: usize,
): void {
  if (cell === LSTM) {
    lstm(hidden, sums, keptBefore, gates, kept, h);
    return;
  }
  if (cell !== GRU || hBefore === 0) memory.fill(kept, 0, floats(hidden));
  if (cell === GRU) gru(hidden, sums, input + floats(2 * hidden), kept, hBefore, gates, h);
  else rnn(hidden, sums, gates, h);
}

/** Loads from a row, or zeros. */
// @inline
function loadOrZero(row: usize, at: usize, n: i32): v128 {
  return row === 0 ? f32x4.splat(0) : loadFirst(row + at, n);
}

/** `1 - x` */
// @inline
function complement(x: v128): v128 {
  return f32x4.sub(ONE, x);
}

/** The derivative `s (1 - s)` of s = sigmoid(a). */
// @inline
function sigmoidSlope(s: v128): v128 {
  return f32x4.mul(s, complement(s));
}

/** The derivative `1 - t²` of t = tanh(a). */
// @inline
function tanhSlope(t: v128): v128 {
  return complement(f32x4.mul(t, t));
}

/** @param sums [4, hidden] projected inputs and recurrent products, i, f, g, o; may be `gates` @param cBefore, gates may be 0 */
function lstm(hidden: i32, sums: usize, cBefore: usize, gates: usize, c: usize, h: usize): void {
  const gate = floats(hidden);
  for (let u = 0; u < hidden; u += 4) {
    const n = hidden - u;
    const at = floats(u);
    const from = sums + at;
    const to = gates + at;
    const input = sigmoid(loadFirst(from, n));
    const forget = sigmoid(loadFirst(from + gate, n));
    const candidate = tanh(loadFirst(from + 2 * gate, n));
    const output = sigmoid(loadFirst(from + 3 * gate, n));
    const state = madd(forget, loadOrZero(cBefore, at, n), f32x4.mul(input, candidate));
    if (gates !== 0) {
      storeFirst(to, input, n);
      storeFirst(to + gate, forget, n);
      storeFirst(to + 2 * gate, candidate, n);
      storeFirst(to + 3 * gate, output, n);
    }
    storeFirst(c + at, state, n);
    storeFirst(h + at, f32x4.mul(output, tanh(state)), n);
  }
}

/**
 * @param dh gradient of h from the output @param dhNext gradient of h from the next item, may be 0 @param dcNext same for c
 * @param da [4, hidden] out: the gradient of the sums @param dc out: of the previous item's c; may be `dcNext`
 */
export function lstmGrad(
  hidden: i32,
  dh: usize,
  dhNext: usize,
  dcNext: usize,
  gates: usize,
  c: usize,
  cBefore: usize,
  da: usize,
  dc: usize,
): void {
  const gate = floats(hidden);
  for (let u = 0; u < hidden; u += 4) {
    const n = hidden - u;
    const at = floats(u);
    const from = gates + at;
    const to = da + at;
    const input = loadFirst(from, n);
    const forget = loadFirst(from + gate, n);
    const candidate = loadFirst(from + 2 * gate, n);
    const output = loadFirst(from + 3 * gate, n);
    const tanhC = tanh(loadFirst(c + at, n));
    const dOutput = f32x4.add(loadFirst(dh + at, n), loadOrZero(dhNext, at, n));
    const dState = madd(f32x4.mul(dOutput, output), tanhSlope(tanhC), loadOrZero(dcNext, at, n));
    storeFirst(to, f32x4.mul(f32x4.mul(dState, candidate), sigmoidSlope(input)), n);
    storeFirst(to + gate, f32x4.mul(f32x4.mul(dState, loadOrZero(cBefore, at, n)), sigmoidSlope(forget)), n);
    storeFirst(to + 2 * gate, f32x4.mul(f32x4.mul(dState, input), tanhSlope(candidate)), n);
    storeFirst(to + 3 * gate, f32x4.mul(f32x4.mul(dOutput, tanhC), sigmoidSlope(output)), n);
    storeFirst(dc + at, f32x4.mul(dState, forget), n);
  }
}

/**
 * @param sums [2, hidden] projected inputs and recurrent products of r and z; may be `gates` @param projected [hidden] of n
 * @param product [hidden] `hBefore . wh_n`
 */
function gru(hidden: i32, sums: usize, projected: usize, product: usize, hBefore: usize, gates: usize, h: usize): void {
  const gate = floats(hidden);
  for (let u = 0; u < hidden; u += 4) {
    const n = hidden - u;
    const at = floats(u);
    const to = gates + at;
    const reset = sigmoid(loadFirst(sums + at, n));
    const update = sigmoid(loadFirst(sums + at + gate, n));
    const candidate = tanh(madd(reset, loadFirst(product + at, n), loadFirst(projected + at, n)));
    if (gates !== 0) {
      storeFirst(to, reset, n);
      storeFirst(to + gate, update, n);
      storeFirst(to + 2 * gate, candidate, n);
    }
    // (1 - z) n + z h
    storeFirst(h + at, madd(update, f32x4.sub(loadOrZero(hBefore, at, n), candidate), candidate), n);
  }
}

/**
 * @param dh gradient of h from the output @param dhNext gradient of h from the next item, may be 0
 * @param da [3, hidden] out: the gradient of the projected inputs @param dProduct out: of `product`
 * @param dhBefore out: of hBefore, excluding the path through the products; may be `dhNext`
 */
export function gruGrad(
  hidden: i32,
  dh: usize,
  dhNext: usize,
  gates: usize,
  product: usize,
  hBefore: usize,
  da: usize,
  dProduct: usize,
  dhBefore: usize,
): void {
  const gate = floats(hidden);
  for (let u = 0; u < hidden; u += 4) {
    const n = hidden - u;
    const at = floats(u);
    const from = gates + at;
    const to = da + at;
    const reset = loadFirst(from, n);
    const update = loadFirst(from + gate, n);
    const candidate = loadFirst(from + 2 * gate, n);
    const dOutput = f32x4.add(loadFirst(dh + at, n), loadOrZero(dhNext, at, n));
    const dUpdate = f32x4.mul(dOutput, f32x4.sub(loadOrZero(hBefore, at, n), candidate));
    const dSum = f32x4.mul(f32x4.mul(dOutput, complement(update)), tanhSlope(candidate));
    storeFirst(to, f32x4.mul(f32x4.mul(dSum, loadFirst(product + at, n)), sigmoidSlope(reset)), n);
    storeFirst(to + gate, f32x4.mul(dUpdate, sigmoidSlope(update)), n);
    storeFirst(to + 2 * gate, dSum, n);
    storeFirst(dProduct + at, f32x4.mul(dSum, reset), n);
    storeFirst(dhBefore + at, f32x4.mul(dOutput, update), n);
  }
}

/** @param sums [hidden] may be `gates` */
function rnn(hidden: i32, sums: usize, gates: usize, h: usize): void {
  for (let u = 0; u < hidden; u += 4) {
    const n = hidden - u;
    const at = floats(u);
    const state = tanh(loadFirst(sums + at, n));
    if (gates !== 0) storeFirst(gates + at, state, n);
    storeFirst(h + at, state, n);
  }
}

/** @param dh gradient of h from the output @param dhNext from the next item, may be 0 @param da out: the gradient of the sums */
export function rnnGrad(hidden: i32, dh: usize, dhNext: usize, gates: usize, da: usize): void {
  for (let u = 0; u < hidden; u += 4) {
    const n = hidden - u;
    const at = floats(u);
    const dOutput = f32x4.add(loadFirst(dh + at, n), loadOrZero(dhNext, at, n));
    storeFirst(da + at, f32x4.mul(dOutput, tanhSlope(loadFirst(gates + at, n))), n);
  }
}

import { floats } from '../simd/assembly/lanes.as';
import { loadFirst, storeFirst } from '../simd/assembly/rows.as';

/**
 * `y[b, d] = max over t of x[stepOffsets[t] + b, d]`, and the first t of the maximum, for the sequences `[from, to)`.
 *
 * @param x [N, D]
 * @param lengths [B] i32
 * @param stepOffsets [T+1] i32
 * @param y [B, D]
 * @param argmax [B, D] i32
 */
export function sequenceMax(
  from: i32,
  to: i32,
  d: i32,
  x: usize,
  lengths: usize,
  stepOffsets: usize,
  y: usize,
  argmax: usize,
): void {
  const rowBytes = floats(d);
  for (let b = from; b < to; b++) {
    const length = load<i32>(lengths + floats(b));
    for (let column = 0; column < d; column += 4) {
      const at = floats(column);
      const n = d - column;
      let best = f32x4.splat(-Infinity);
      let bestAt = i32x4.splat(0);
      for (let t = 0; t < length; t++) {
        const row = <usize>(load<i32>(stepOffsets + floats(t)) + b);
        const value = loadFirst(x + row * rowBytes + at, n);
        const isHigher = f32x4.gt(value, best);
        best = v128.bitselect(value, best, isHigher);
        bestAt = v128.bitselect(i32x4.splat(t), bestAt, isHigher);
      }
      storeFirst(y + <usize>b * rowBytes + at, best, n);
      storeFirst(argmax + <usize>b * rowBytes + at, bestAt, n);
    }
  }
}

/**
 * `dx = 0`, and `dx[stepOffsets[argmax[b, d]] + b, d] = dy[b, d]`.
 *
 * @param b number of sequences
 * @param dy [B, D]
 * @param argmax [B, D] i32
 * @param dx [N, D]
 */
export function sequenceMaxGrad(b: i32, d: i32, n: i32, dy: usize, argmax: usize, stepOffsets: usize, dx: usize): void {
  memory.fill(dx, 0, <usize>n * floats(d));
  for (let sequence = 0; sequence < b; sequence++) {
    for (let column = 0; column < d; column++) {
      const at = floats(sequence * d + column);
      const row = load<i32>(stepOffsets + floats(load<i32>(argmax + at))) + sequence;
      store<f32>(dx + floats(row * d + column), load<f32>(dy + at));
    }
  }
}

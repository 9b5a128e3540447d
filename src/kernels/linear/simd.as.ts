import { floats, gemm } from '../simd/assembly/gemm.as';

/**
 * `y = x · w + b`.
 *
 * @param x [n, inputs]
 * @param w [inputs, outputs]
 * @param b [outputs]
 * @param y [n, outputs]
 * @param scratch `gemmScratchFloats()` floats
 */
export function linear(n: i32, inputs: i32, outputs: i32, x: usize, w: usize, b: usize, y: usize, scratch: usize): void {
  gemm(n, outputs, inputs, x, inputs, false, w, outputs, false, y, outputs, b, 0, scratch);
}

/** `dx = dy · w'`, `dw = x' · dy`, `db` = the sum of the rows of dy. Shapes as in `linear`. */
export function linearGrad(
  n: i32, inputs: i32, outputs: i32,
  dy: usize, x: usize, w: usize,
  dx: usize, dw: usize, db: usize,
  scratch: usize,
): void {
  gemm(n, inputs, outputs, dy, outputs, false, w, outputs, true, dx, inputs, 0, 0, scratch);
  gemm(inputs, outputs, n, x, inputs, true, dy, outputs, false, dw, outputs, 0, 0, scratch);
  columnSums(n, outputs, dy, db);
}

/** `out[j] = sum over i of x[i, j]`, in ascending order of i. */
export function columnSums(rows: i32, columns: i32, x: usize, out: usize): void {
  const rowBytes = floats(columns);
  let j = 0;
  for (; j + 8 <= columns; j += 8) {
    let left = f32x4.splat(0), right = left;
    let from = x + floats(j);
    for (let i = 0; i < rows; i++, from += rowBytes) {
      left = f32x4.add(left, v128.load(from));
      right = f32x4.add(right, v128.load(from, 16));
    }
    v128.store(out + floats(j), left);
    v128.store(out + floats(j), right, 16);
  }
  for (; j < columns; j++) {
    let sum: f32 = 0;
    for (let i = 0; i < rows; i++) sum += load<f32>(x + floats(i * columns + j));
    store<f32>(out + floats(j), sum);
  }
}

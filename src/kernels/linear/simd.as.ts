import { gemm } from '../simd/assembly/gemm.as';
import { columnSums } from '../simd/assembly/matrix.as';

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

import type { Tolerance } from './allclose.ts';

/**
 * Every tolerance of the tests, once, with its reason. float32 has a unit roundoff of 6e-8; a sum of n products carries an
 * error of about √n of them. Name the bound in the test: "forward matches the reference within TOLERANCES.forward".
 */
export const TOLERANCES = {
  /** Copies, selections, masks, integers: no arithmetic, so no difference. */
  exact: { rtol: 0, atol: 0 },
  /** float64 against float64 in another order of summation. */
  float64: { rtol: 1e-10, atol: 1e-12 },
  /** A float64 gradient against central differences with ε = 1e-5, whose own error is about 1e-10 of the function's value. */
  finiteDifferences: { rtol: 1e-6, atol: 1e-7 },
  /** A float32 kernel's values against the float64 reference: sums of a few hundred products, polynomial exp (error 1e-7). */
  forward: { rtol: 1e-5, atol: 2e-6 },
  /** Hidden states of a layer whose products are of 16-bit integers (integers.as.ts): about 1e-4 per product, and later errors. */
  integers: { rtol: 0, atol: 1e-3 },
  /** A float32 kernel's gradients: two such passes, then sums over every row of the batch. */
  gradient: { rtol: 1e-4, atol: 1e-5 },
  /** Scores of ±1e4 in the CRF: float32 itself resolves only 1e-3 there. */
  extremeScores: { rtol: 1e-6, atol: 2e-3 },
  /** Adam's variance: a thousandth of squared gradients, so a far smaller absolute bound. */
  secondMoment: { rtol: 2e-5, atol: 1e-9 },
  /** A small model's emissions in PyTorch, whose float32 sums and sigmoids differ from ours. */
  pytorch: { rtol: 1e-5, atol: 1e-5 },
  /** Features of an encoder with and without padding, in batches of other sizes: products are summed in another order. */
  onnxRuntime: { rtol: 1e-4, atol: 2e-5 },
  /** Losses of two devices over 20 training steps: rounding differences grow with each update. */
  trajectory: { rtol: 1e-3, atol: 1e-4 },
  /** Steps that are repeated from a recording, on batches that are padded: only the sums of squares are grouped in another way. */
  repeated: { rtol: 1e-5, atol: 1e-6 },
} as const satisfies Record<string, Tolerance>;

/**
 * Worst case of products of 16-bit integers (src/kernels/simd/assembly/integers.as.ts): each number of a vector is off by half
 * a quantization step, 1/32767 of the vector's length, so a product of two vectors of k numbers by √k/32767 of their lengths.
 */
export function integerProducts(k: number, longestLeft: number, longestRight: number): Tolerance {
  return { rtol: 1e-5, atol: (Math.sqrt(k) / 32767) * longestLeft * longestRight + 1e-6 };
}

/** Gradients through products of 16-bit integers: each is a sum, with an error relative to its terms, which may cancel. */
export function integerGradients(expected: Float32Array | Float64Array): Tolerance {
  return {
    rtol: 0,
    atol: 2e-3 * (expected as Float64Array).reduce((most, value) => Math.max(most, Math.abs(value)), 0),
  };
}

/**
 * Sigmoid and tanh in WGSL that are valid for every finite argument: exp of a large positive one would overflow, and WGSL's own tanh
 * may be computed from such exponentials.
 */
export const ACTIVATIONS = /* wgsl */ `
  fn sigmoid(x : f32) -> f32 {
    let e = exp(-abs(x));
    return select(e, 1.0, x >= 0.0) / (1.0 + e);
  }

  fn tanhOf(x : f32) -> f32 {
    let e = exp(-2.0 * abs(x));
    return sign(x) * (1.0 - e) / (1.0 + e);
  }
`;

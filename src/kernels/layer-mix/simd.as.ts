import { floats, horizontalSum, madd } from '../simd/assembly/lanes.as';
import { exp } from '../simd/assembly/math.as';
import { loadFirst, storeFirst } from '../simd/assembly/rows.as';

/** `shares = softmax(w)`. @param w [layers] @param shares [layers] out */
export function layerShares(layers: i32, w: usize, shares: usize): void {
  let most: f32 = -Infinity;
  for (let l = 0; l < layers; l++) most = max(most, load<f32>(w + floats(l)));
  let total: f32 = 0;
  for (let l = 0; l < layers; l++) {
    const power = f32x4.extract_lane(exp(f32x4.splat(load<f32>(w + floats(l)) - most)), 0); // the largest is 1: no overflow
    store<f32>(shares + floats(l), power);
    total += power;
  }
  for (let l = 0; l < layers; l++) store<f32>(shares + floats(l), load<f32>(shares + floats(l)) / total);
}

/**
 * `y[n] = gamma · sum of shares[l] · x[n, l]` for the tokens `[from, to)`.
 *
 * @param x [n, layers, d]
 * @param shares [layers]
 * @param gamma [1]
 * @param y [n, d] out
 */
export function layerMix(
  from: i32,
  to: i32,
  layers: i32,
  d: i32,
  x: usize,
  shares: usize,
  gamma: usize,
  y: usize,
): void {
  const scale = f32x4.splat(load<f32>(gamma));
  const layerBytes = floats(d);
  for (let n = from; n < to; n++) {
    const token = x + <usize>n * <usize>layers * layerBytes;
    const out = y + <usize>n * layerBytes;
    for (let i = 0; i < d; i += 4) {
      let sum = f32x4.splat(0);
      let at = token + floats(i);
      for (let l = 0; l < layers; l++) {
        sum = madd(v128.load32_splat(shares + floats(l)), loadFirst(at, d - i), sum);
        at += layerBytes;
      }
      storeFirst(out + floats(i), f32x4.mul(scale, sum), d - i);
    }
  }
}

/**
 * `g[l] = sum of dy[n] · x[n, l] over n` for the layers `[from, to)`: one sum per token, accumulated in f64.
 *
 * @param dy [n, d]
 * @param x [n, layers, d]
 * @param g [layers] out
 */
export function layerMixProducts(from: i32, to: i32, n: i32, layers: i32, d: i32, dy: usize, x: usize, g: usize): void {
  const layerBytes = floats(d);
  for (let l = from; l < to; l++) {
    let total: f64 = 0;
    for (let token = 0; token < n; token++) {
      const layer = x + (<usize>token * <usize>layers + <usize>l) * layerBytes;
      const gradient = dy + <usize>token * layerBytes;
      let sum = f32x4.splat(0);
      for (let i = 0; i < d; i += 4) {
        const at = floats(i);
        sum = madd(loadFirst(gradient + at, d - i), loadFirst(layer + at, d - i), sum);
      }
      total += <f64>horizontalSum(sum);
    }
    store<f32>(g + floats(l), <f32>total);
  }
}

/**
 * `dGamma = sum of shares[l] · g[l]`, `dw[l] = gamma · shares[l] · (g[l] − dGamma)`.
 *
 * @param g [layers]
 * @param shares [layers]
 * @param gamma [1]
 * @param dw [layers] out
 * @param dGamma [1] out
 */
export function layerMixGrad(layers: i32, g: usize, shares: usize, gamma: usize, dw: usize, dGamma: usize): void {
  let mean: f32 = 0;
  for (let l = 0; l < layers; l++) mean += load<f32>(shares + floats(l)) * load<f32>(g + floats(l));
  store<f32>(dGamma, mean);
  const scale = load<f32>(gamma);
  for (let l = 0; l < layers; l++) {
    const at = floats(l);
    store<f32>(dw + at, scale * load<f32>(shares + at) * (load<f32>(g + at) - mean));
  }
}

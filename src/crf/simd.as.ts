import { demote, doubles, floats, horizontalMax, horizontalSum, madd } from '../kernels/simd/assembly/lanes.as';
import { exp } from '../kernels/simd/assembly/math.as';
import { addRow, copyRow, storeFirst } from '../kernels/simd/assembly/rows.as';
import {
  addScores,
  advance,
  expOfWeights,
  expOrZero,
  logOf,
  padded,
  prepareWeights,
  promote,
  scoresTo,
  sumAt,
  weightFloats,
} from './recursion.as';

/** A pair's marginal is a product of exponentials, one with a positive exponent; above this limit, terms taken as 0 might matter. */
const HIGHEST_EXPONENT: f64 = 20;

/** exp(-43): the product of two such numbers is a normal f32 (others are slow). */
const TINY: f32 = 2.1e-19;

/** The gradients of the transitions are summed in this many shards of sentences, for any number of threads. */
export const SHARDS: i32 = 8;

/**
 * Size in floats of `space`, which the three kernels of the loss share: weights of both directions, their top, and the sums of
 * the shards.
 */
export function crfSpaceFloats(k: i32): i32 {
  return 2 * weightFloats(k) + TOP_FLOATS + SHARDS * shardFloats(k);
}

/** The highest transition, f64, with padding. */
const TOP_FLOATS = 4;

// @inline
function topOf(k: i32, space: usize): usize {
  return space + floats(2 * weightFloats(k));
}

/**
 * Floats of a shard's sums: `products` [K, width], the marginals of pairs that still have to be multiplied by
 * exp(transition - top); `pairs` [K, width], those of other pairs, minus the gold ones; and the gradients of start and
 * end, [width] each.
 */
function shardFloats(k: i32): i32 {
  return 2 * k * padded(k) + 2 * padded(k);
}

// @inline
function shardOf(k: i32, space: usize, shard: i32): usize {
  return topOf(k, space) + floats(TOP_FLOATS + shard * shardFloats(k));
}

/** First kernel: prepares the weights of the transitions [K, K]. */
export function crfPrepare(k: i32, transitions: usize, space: usize): void {
  store<f64>(topOf(k, space), prepareWeights(k, transitions, space, space + floats(weightFloats(k))));
}

/** Floats of scratch that `crfLoss` needs for k tags and at most `longest` tokens. */
export function crfLossScratchFloats(k: i32, longest: i32): i32 {
  return (3 * longest + 6) * padded(k) + 2 * longest;
}

/**
 * Second kernel: the loss of each sentence of the shards `[from, to)`, and the gradients of their sum. Sentences are processed in
 * order, each from its last token to its first.
 *
 * @param b sentences
 * @param longest T
 * @param emissions [N, K]
 * @param transitions [K, K]
 * @param start [K]
 * @param end [K]
 * @param tags [N] i32
 * @param lengths [B] i32
 * @param stepOffsets [T+1] i32
 * @param losses [B] out
 * @param dEmissions [N, K] out
 * @param scratch `crfLossScratchFloats` floats
 */
export function crfLoss(
  from: i32,
  to: i32,
  b: i32,
  k: i32,
  longest: i32,
  emissions: usize,
  transitions: usize,
  start: usize,
  end: usize,
  tags: usize,
  lengths: usize,
  stepOffsets: usize,
  losses: usize,
  dEmissions: usize,
  space: usize,
  scratch: usize,
): void {
  for (let shard = from; shard < to; shard++) {
    shardLoss(
      shard,
      b,
      k,
      longest,
      emissions,
      transitions,
      start,
      end,
      tags,
      lengths,
      stepOffsets,
      losses,
      dEmissions,
      space,
      scratch,
    );
  }
}

function shardLoss(
  shard: i32,
  b: i32,
  k: i32,
  longest: i32,
  emissions: usize,
  transitions: usize,
  start: usize,
  end: usize,
  tags: usize,
  lengths: usize,
  stepOffsets: usize,
  losses: usize,
  dEmissions: usize,
  space: usize,
  scratch: usize,
): void {
  const width = padded(k);
  const rowBytes = floats(k);
  const forward = space;
  const backward = forward + floats(weightFloats(k));
  const top = load<f64>(topOf(k, space));
  const products = shardOf(k, space, shard);
  const pairs = products + floats(k * width);
  const starts = pairs + floats(k * width);
  const ends = starts + floats(width);
  const alphas = scratch; // [T, width] f64
  const beta = alphas + doubles(longest * width); // [width] f64
  const gamma = beta + doubles(width); // [width] f64: beta and the emission
  const peaks = gamma + doubles(width); // [T] f64: the highest of each alpha
  const alphaExps = peaks + doubles(longest); // [T, width] exp(alpha - peak)
  const gammaExps = alphaExps + floats(longest * width); // [width]
  const marginals = gammaExps + floats(width); // [width]
  memory.fill(products, 0, floats(shardFloats(k)));

  for (let sentence = shard; sentence < b; sentence += SHARDS) {
    const last = load<i32>(lengths + floats(sentence)) - 1;

    promote(k, start, alphas);
    addScores(k, alphas, emissions + <usize>sentence * rowBytes, alphas);
    for (let t = 1; t <= last; t++) {
      const alpha = alphas + doubles(t * width);
      const exps = alphaExps + floats((t - 1) * width);
      store<f64>(peaks + doubles(t - 1), advance(k, forward, top, alpha - doubles(width), exps, alpha));
      const row = load<i32>(stepOffsets + floats(t)) + sentence;
      addScores(k, alpha, emissions + <usize>row * rowBytes, alpha);
    }

    let loss: f64 = 0;
    let nextTag = 0;
    promote(k, end, beta);
    for (let t = last; t >= 0; t--) {
      const row = load<i32>(stepOffsets + floats(t)) + sentence;
      const emission = emissions + <usize>row * rowBytes;
      const dEmission = dEmissions + <usize>row * rowBytes;
      const logPartition = storeMarginals(k, alphas + doubles(t * width), beta, marginals, dEmission);

      const tag = load<i32>(tags + floats(row));
      addTo(dEmission + floats(tag), -1);
      loss -= <f64>load<f32>(emission + floats(tag));
      if (t === last) {
        loss += logPartition - <f64>load<f32>(end + floats(tag));
        addRow(dEmission, ends, k);
      } else {
        loss -= <f64>load<f32>(transitions + floats(tag * k + nextTag));
        addTo(pairs + floats(tag * width + nextTag), -1);
      }
      nextTag = tag;

      if (t === 0) {
        loss -= <f64>load<f32>(start + floats(tag));
        addRow(dEmission, starts, k);
      } else {
        addScores(k, beta, emission, gamma);
        const peak = advance(k, backward, top, gamma, gammaExps, beta);
        const exponent = load<f64>(peaks + doubles(t - 1)) + peak + top - logPartition;
        if (exponent <= HIGHEST_EXPONENT) {
          addProducts(k, <f32>exponent, alphaExps + floats((t - 1) * width), gammaExps, products);
        } else {
          addPairs(k, alphas + doubles((t - 1) * width), gamma, backward, logPartition, pairs);
        }
      }
    }
    store<f32>(losses + floats(sentence), <f32>loss);
  }
}

/** Third kernel: adds up the shards' gradients, in order. @param dTransitions [K, K] @param dStart [K] @param dEnd [K] */
export function crfReduce(k: i32, space: usize, dTransitions: usize, dStart: usize, dEnd: usize): void {
  const width = padded(k);
  const sums = shardOf(k, space, 0);
  for (let shard = 1; shard < SHARDS; shard++) addRow(shardOf(k, space, shard), sums, shardFloats(k));
  const pairs = sums + floats(k * width);
  const starts = pairs + floats(k * width);
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j += 4) {
      const at = i * width + j;
      const sum = madd(v128.load(sums + floats(at)), expOfWeights(space, at), v128.load(pairs + floats(at)));
      storeFirst(dTransitions + floats(i * k + j), sum, k - j);
    }
  }
  copyRow(starts, dStart, k);
  copyRow(starts + floats(width), dEnd, k);
}

// @inline
function addTo(p: usize, value: f32): void {
  store<f32>(p, load<f32>(p) + value);
}

/**
 * `out = exp(alpha + beta) / its sum`.
 *
 * Divided by its own sum, not by the sentence's, so that rounding errors of the recursions do not accumulate and a row sums to 1.
 *
 * @param alpha [width] f64
 * @param beta [width] f64
 * @param marginals [width] f32 of scratch
 * @param out [K] f32
 * @returns the logarithm of the sum
 */
function storeMarginals(k: i32, alpha: usize, beta: usize, marginals: usize, out: usize): f64 {
  const width = padded(k);
  let highest = f64x2.splat(-Infinity);
  for (let j = 0; j < width; j += 2) {
    highest = f64x2.pmax(highest, f64x2.add(v128.load(alpha + doubles(j)), v128.load(beta + doubles(j))));
  }
  const peak = horizontalMax(highest);
  const peaks = f64x2.splat(peak);
  let sums = f32x4.splat(0);
  for (let j = 0; j < width; j += 4) {
    const low = f64x2.add(v128.load(alpha + doubles(j)), v128.load(beta + doubles(j)));
    const high = f64x2.add(v128.load(alpha + doubles(j), 16), v128.load(beta + doubles(j), 16));
    const exps = expOrZero(demote(f64x2.sub(low, peaks), f64x2.sub(high, peaks)));
    v128.store(marginals + floats(j), exps);
    sums = f32x4.add(sums, exps);
  }
  const sum = horizontalSum(sums);
  const scale = f32x4.splat(1 / sum);
  for (let j = 0; j < k; j += 4) {
    storeFirst(out + floats(j), f32x4.mul(v128.load(marginals + floats(j)), scale), k - j);
  }
  return peak + logOf(sum);
}

/**
 * `products[i, j] += alphaExps[i] · gammaExps[j] · exp(exponent)`.
 *
 * @param gammaExps [width] f32, scaled in place
 */
function addProducts(k: i32, exponent: f32, alphaExps: usize, gammaExps: usize, products: usize): void {
  const width = padded(k);
  const scale = exp(f32x4.splat(exponent));
  for (let j = 0; j < width; j += 4) {
    const scaled = f32x4.mul(v128.load(gammaExps + floats(j)), scale);
    v128.store(gammaExps + floats(j), v128.andnot(scaled, f32x4.lt(scaled, f32x4.splat(TINY))));
  }
  for (let i = 0; i < k; i++) {
    const alphaExp = load<f32>(alphaExps + floats(i));
    if (alphaExp < TINY) continue;
    const factor = f32x4.splat(alphaExp);
    for (let j = 0; j < width; j += 4) {
      const at = products + floats(i * width + j);
      v128.store(at, madd(factor, v128.load(gammaExps + floats(j)), v128.load(at)));
    }
  }
}

/** `pairs[i, j] += exp(alpha[i] + score[i, j] + gamma[j] - logPartition)`: used where the product is not exact. */
function addPairs(k: i32, alpha: usize, gamma: usize, backward: usize, logPartition: f64, pairs: usize): void {
  const width = padded(k);
  for (let i = 0; i < k; i++) {
    const base = f64x2.splat(load<f64>(alpha + doubles(i)) - logPartition);
    const scores = scoresTo(k, backward, i);
    for (let j = 0; j < width; j += 4) {
      const low = f64x2.add(sumAt(gamma, scores, j), base);
      const high = f64x2.add(sumAt(gamma, scores, j + 2), base);
      const at = pairs + floats(i * width + j);
      v128.store(at, f32x4.add(v128.load(at), expOrZero(demote(low, high))));
    }
  }
}

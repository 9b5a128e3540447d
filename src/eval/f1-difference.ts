import { randomBits, randomUniform, streamKey } from '../lib/rng.ts';

/** Counts of two models on the same units (sentences), [U] each. */
export interface PairedCounts {
  gold: Int32Array;
  predicted: readonly [Int32Array, Int32Array];
  correct: readonly [Int32Array, Int32Array];
}

/** The difference of two models on one file, and its significance. */
export interface F1Difference {
  f1: [number, number];
  /** F1 of the first minus F1 of the second, in [-1, 1]. */
  difference: number;
  /** The 95% interval of the paired bootstrap. */
  interval: [low: number, high: number];
  /** Two-sided p-value of the paired permutation test. */
  p: number;
  resamples: number;
  units: number;
  /** Histogram of the bootstrap's differences: bins of equal width between their extremes. */
  histogram: { from: number; to: number; counts: number[] };
}

const RESAMPLES = 10_000;
const BINS = 41;
/** Tolerance, so that rounding does not turn an equal difference into a smaller one. */
const EPSILON = 1e-12;

/**
 * The difference of two F1 scores, pooled over units instead of averaged. The interval is from a paired bootstrap: units are drawn with
 * replacement, the same for both models (Berg-Kirkpatrick et al. 2012). The p-value is from a paired permutation test, which swaps
 * the two models' predictions of each unit with probability 1/2 (Yeh 2000): (1 + #{|d_r| ≥ |d|}) / (R + 1).
 *
 * @param seed the same seed gives the same figures
 */
export function f1Difference(counts: PairedCounts, resamples = RESAMPLES, seed = 1): F1Difference {
  const units = counts.gold.length;
  const all = Array.from({ length: units }, (_, u) => u);
  const f1 = scoresOf(counts, all);
  const difference = f1[0] - f1[1];
  const differences = bootstrap(counts, resamples, seed).sort();
  const at = (share: number) => differences[Math.min(resamples - 1, Math.max(0, Math.round(share * (resamples - 1))))]!;
  return {
    f1,
    difference,
    interval: [at(0.025), at(0.975)],
    p: permutation(counts, difference, resamples, seed),
    resamples,
    units,
    histogram: histogramOf(differences),
  };
}

/** F = 2 Σ correct / (Σ predicted + Σ gold); 0 if undefined. */
function f1Of(correct: number, predicted: number, gold: number): number {
  return predicted + gold === 0 ? 0 : (2 * correct) / (predicted + gold);
}

function scoresOf({ gold, predicted, correct }: PairedCounts, units: Iterable<number>): [number, number] {
  let [golds, predictedA, predictedB, correctA, correctB] = [0, 0, 0, 0, 0];
  for (const u of units) {
    golds += gold[u]!;
    predictedA += predicted[0][u]!;
    predictedB += predicted[1][u]!;
    correctA += correct[0][u]!;
    correctB += correct[1][u]!;
  }
  return [f1Of(correctA, predictedA, golds), f1Of(correctB, predictedB, golds)];
}

/** The difference in each resample. [R] */
function bootstrap({ gold, predicted, correct }: PairedCounts, resamples: number, seed: number): Float64Array {
  const units = gold.length;
  const [predictedA, predictedB] = predicted;
  const [correctA, correctB] = correct;
  const differences = new Float64Array(resamples);
  for (let r = 0; r < resamples; r++) {
    const key = streamKey(seed, 0, r);
    let [golds, pa, pb, ca, cb] = [0, 0, 0, 0, 0];
    for (let i = 0; i < units; i++) {
      const u = Math.floor(randomUniform(key, i) * units);
      golds += gold[u]!;
      pa += predictedA[u]!;
      pb += predictedB[u]!;
      ca += correctA[u]!;
      cb += correctB[u]!;
    }
    differences[r] = f1Of(ca, pa, golds) - f1Of(cb, pb, golds);
  }
  return differences;
}

function permutation(
  { gold, predicted, correct }: PairedCounts,
  observed: number,
  resamples: number,
  seed: number,
): number {
  const units = gold.length;
  const golds = gold.reduce((sum, n) => sum + n, 0);
  const [predictedA, predictedB] = predicted;
  const [correctA, correctB] = correct;
  let asLarge = 0;
  for (let r = 0; r < resamples; r++) {
    const key = streamKey(seed, 1, r);
    let [pa, pb, ca, cb] = [0, 0, 0, 0];
    let bits = 0;
    for (let u = 0; u < units; u++) {
      if (u % 32 === 0) bits = randomBits(key, u / 32);
      const isSwapped = ((bits >>> (u % 32)) & 1) === 1;
      pa += isSwapped ? predictedB[u]! : predictedA[u]!;
      pb += isSwapped ? predictedA[u]! : predictedB[u]!;
      ca += isSwapped ? correctB[u]! : correctA[u]!;
      cb += isSwapped ? correctA[u]! : correctB[u]!;
    }
    if (Math.abs(f1Of(ca, pa, golds) - f1Of(cb, pb, golds)) >= Math.abs(observed) - EPSILON) asLarge++;
  }
  return (1 + asLarge) / (resamples + 1);
}

/** @param sorted ascending */
function histogramOf(sorted: Float64Array): F1Difference['histogram'] {
  const [from, to] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  const counts = Array.from({ length: BINS }, () => 0);
  for (const value of sorted) {
    const bin = to > from ? Math.min(BINS - 1, Math.floor((BINS * (value - from)) / (to - from))) : 0;
    counts[bin]!++;
  }
  return { from, to, counts };
}

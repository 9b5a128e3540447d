import type { Transitions } from '../../src/crf/transitions.ts';
import { randomTensor } from './each-device.ts';

/** Test helpers for CRFs, which are held to the enumeration of all paths. */

/** All K^T sequences of T tags. */
export function allPaths(K: number, T: number): number[][] {
  if (T === 0) return [[]];
  return allPaths(K, T - 1).flatMap((path) => Array.from({ length: K }, (_, k) => [...path, k]));
}

/** The logarithm of a sum of exponentials, relative to the largest: no term overflows. */
export function logSum(scores: readonly number[]): number {
  const best = Math.max(...scores);
  return best + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - best), 0));
}

/** Random scores of N tokens and K tags. */
export function randomScores(N: number, K: number, seed = 10) {
  const [emissions, transitions, start, end] = [[N, K], [K, K], [K], [K]].map((shape, i) =>
    Float64Array.from(randomTensor(shape, seed + i, 2).values),
  );
  return { emissions: emissions!, transitions: transitions!, start: start!, end: end! };
}

/** Subtracts 1e4 from a third of the transitions, a start and an end. */
export function addPenalties({ transitions, start, end }: Transitions<Float32Array | Float64Array>): void {
  transitions.forEach((score, i) => (transitions[i] = i % 3 === 1 ? score - 1e4 : score));
  start[0]! -= 1e4;
  end[end.length - 1]! -= 1e4;
}

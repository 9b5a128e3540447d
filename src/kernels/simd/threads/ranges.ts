import type { Microseconds } from '../../../lib/units.ts';

/** Floats of a cache line: threads that write to different ones do not wait for each other. */
export const LINE_FLOATS = 16;

/** From the first to before the second. */
export type Range = readonly [from: number, to: number];

/** 0 to `count` in at most `parts` ranges of about the same size, each beginning at a multiple of `step`. */
export function ranges(count: number, parts: number, step = 1): Range[] {
  if (parts === 1) return count > 0 ? [[0, count]] : [];
  const steps = Math.ceil(count / step);
  return between(Array.from({ length: parts + 1 }, (_, i) => Math.min(count, step * Math.floor((steps * i) / parts))));
}

/** The places of `weights` in at most as many ranges as there are shares, each of about its share of the sum. */
export function weightedRanges(weights: ArrayLike<number>, shares: readonly number[], step = 1): Range[] {
  const sums = [0];
  for (let i = 0; i < weights.length; i++) sums.push(sums[i]! + weights[i]!);
  const bounds = partialSums(shares).map((share) => {
    const place = sums.findIndex((sum) => sum >= share * sums.at(-1)!);
    return Math.min(weights.length, step * Math.round(place / step));
  });
  return between([0, ...bounds, weights.length]);
}

/** Of equal parts. */
export function equalShares(parts: number): number[] {
  return Array.from({ length: parts }, () => 1 / parts);
}

/**
 * Of `parts` large tasks and as many of a third of their size: whoever is done first, since the others began later or were held up,
 * takes of the small ones, and nobody waits for long.
 */
export function unequalShares(parts: number): number[] {
  return [3, 1].flatMap((size) => Array.from({ length: parts }, () => size / (4 * parts)));
}

/** @returns of each share the sum up to it, without the last, which is 1 */
function partialSums(shares: readonly number[]): number[] {
  let sum = 0;
  return shares.slice(0, -1).map((share) => (sum += share));
}

/** The ranges between neighbours, without the empty ones. */
function between(bounds: readonly number[]): Range[] {
  return bounds.slice(1).flatMap((to, i): Range[] => (to > bounds[i]! ? [[bounds[i]!, to]] : []));
}

/** A part of a matrix. */
export type Block = readonly [...rows: Range, ...columns: Range];

/** Tiles of a matrix product have 4 rows and 8 columns (../assembly/integers.as.ts). */
export const [TILE_ROWS, TILE_COLUMNS] = [4, 8];

/** The blocks into which threads cut a product [m, n]: along its longer side, since each packs all of the other operand. */
export function productBlocks(m: number, n: number, shares: readonly number[]): Block[] {
  if (n >= m) return sharedRanges(n, shares, TILE_COLUMNS).map(([from, to]): Block => [0, m, from, to]);
  return sharedRanges(m, shares, TILE_ROWS).map(([from, to]): Block => [from, to, 0, n]);
}

function sharedRanges(count: number, shares: readonly number[], step: number): Range[] {
  const bounds = partialSums(shares).map((share) => Math.min(count, step * Math.round((share * count) / step)));
  return between([0, ...bounds, count]);
}

/** What a product of [m, k] and [k, n] takes on one thread, about: 80 GFLOP/s. */
export function productTime(m: number, n: number, k: number): Microseconds {
  return (2 * m * n * k) / 80e3;
}

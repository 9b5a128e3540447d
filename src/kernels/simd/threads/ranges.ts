import type { Microseconds } from '../../../lib/units.ts';
import { TILE_COLUMNS, TILE_ROWS } from '../generated/kernels.js';

/** `[from, to)`: arguments of kernels that compute a part of their output. */
export interface Range {
  from: number;
  to: number;
}

/** Divides 0 to `count` into at most `parts` ranges of about the same size, each starting at a multiple of `step`. */
export function ranges(count: number, parts: number, step = 1): Range[] {
  if (parts === 1) return count > 0 ? [{ from: 0, to: count }] : [];
  const steps = Math.ceil(count / step);
  return between(Array.from({ length: parts + 1 }, (_, i) => Math.min(count, step * Math.floor((steps * i) / parts))));
}

/** Divides the indices of `weights` into at most one range for each share, with about that share of the sum. */
export function weightedRanges(weights: ArrayLike<number>, shares: readonly number[], step = 1): Range[] {
  const sums = [0];
  for (let i = 0; i < weights.length; i++) sums.push(sums[i]! + weights[i]!);
  const bounds = partialSums(shares).map((share) => {
    const index = sums.findIndex((sum) => sum >= share * sums.at(-1)!);
    return Math.min(weights.length, step * Math.round(index / step));
  });
  return between([0, ...bounds, weights.length]);
}

/** Shares of equal parts. */
export function equalShares(parts: number): number[] {
  return Array.from({ length: parts }, () => 1 / parts);
}

/**
 * Shares of `parts` large tasks and as many of a third of their size. Threads that finish early, because others started later or were
 * delayed, take the small ones, so that no thread waits for long.
 */
export function unequalShares(parts: number): number[] {
  return [3, 1].flatMap((size) => Array.from({ length: parts }, () => size / (4 * parts)));
}

/** @returns cumulative sums of the shares, without the last, which is 1 */
function partialSums(shares: readonly number[]): number[] {
  let sum = 0;
  return shares.slice(0, -1).map((share) => (sum += share));
}

/** The ranges between neighbouring bounds, without the empty ones. */
function between(bounds: readonly number[]): Range[] {
  return bounds.slice(1).flatMap((to, i): Range[] => (to > bounds[i]! ? [{ from: bounds[i]!, to }] : []));
}

/** A block of a matrix: arguments of kernels that compute one. */
export interface Block {
  rowsFrom: number;
  rowsTo: number;
  columnsFrom: number;
  columnsTo: number;
}

/** Divides a product [m, n] into blocks, along its longer side, since each packs all of the other operand. */
export function productBlocks(m: number, n: number, shares: readonly number[]): Block[] {
  if (n >= m)
    return sharedRanges(n, shares, TILE_COLUMNS).map(({ from, to }) => ({
      rowsFrom: 0,
      rowsTo: m,
      columnsFrom: from,
      columnsTo: to,
    }));
  return sharedRanges(m, shares, TILE_ROWS).map(({ from, to }) => ({
    rowsFrom: from,
    rowsTo: to,
    columnsFrom: 0,
    columnsTo: n,
  }));
}

function sharedRanges(count: number, shares: readonly number[], step: number): Range[] {
  const bounds = partialSums(shares).map((share) => Math.min(count, step * Math.round((share * count) / step)));
  return between([0, ...bounds, count]);
}

/** Approximate time of a product of [m, k] and [k, n] on one thread, at 80 GFLOP/s. */
export function productTime(m: number, n: number, k: number): Microseconds {
  return (2 * m * n * k) / 80e3;
}

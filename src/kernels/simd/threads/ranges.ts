import type { Microseconds } from '../../../lib/units.ts';

/** Floats of a cache line: threads that write to different ones do not wait for each other. */
export const LINE_FLOATS = 16;

/** From the first to before the second. */
export type Range = readonly [from: number, to: number];

/** 0 to `count` in at most `parts` ranges of about the same size, each beginning at a multiple of `step`. */
export function ranges(count: number, parts: number, step = 1): Range[] {
  const steps = Math.ceil(count / step);
  return between(Array.from({ length: parts + 1 }, (_, i) => Math.min(count, step * Math.floor((steps * i) / parts))));
}

/** The places of `weights` in at most `parts` ranges of about the same sum. */
export function weightedRanges(weights: ArrayLike<number>, parts: number): Range[] {
  const sums = [0];
  for (let i = 0; i < weights.length; i++) sums.push(sums[i]! + weights[i]!);
  const share = sums.at(-1)! / parts;
  return between(Array.from({ length: parts + 1 }, (_, i) => sums.findIndex((sum) => sum >= i * share)));
}

/** The ranges between neighbours, without the empty ones. */
function between(bounds: readonly number[]): Range[] {
  return bounds.slice(1).flatMap((to, i): Range[] => (to > bounds[i]! ? [[bounds[i]!, to]] : []));
}

/** A part of a matrix. */
export type Block = readonly [...rows: Range, ...columns: Range];

/** Tiles of a matrix product have 4 rows and 8 columns (../assembly/integers.as.ts). */
const [TILE_ROWS, TILE_COLUMNS] = [4, 8];

/** The blocks into which threads cut a product [m, n]: along its longer side, since each packs all of the other operand. */
export function productBlocks(m: number, n: number, parts: number): Block[] {
  if (n >= m) return ranges(n, parts, TILE_COLUMNS).map(([from, to]): Block => [0, m, from, to]);
  return ranges(m, parts, TILE_ROWS).map(([from, to]): Block => [from, to, 0, n]);
}

/** What a product of [m, k] and [k, n] takes on one thread, about: 80 GFLOP/s. */
export function productTime(m: number, n: number, k: number): Microseconds {
  return (2 * m * n * k) / 80e3;
}

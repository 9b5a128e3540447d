import { ETA } from './levels.ts';

/** A candidate of a rung. `f1`: undefined if it failed. */
export interface Ranked {
  candidate: number;
  f1: number | undefined;
}

/**
 * The recipes that are promoted from a rung: the best third, and up to half as many more that one seed cannot distinguish from the last of
 * them: they are within one standard deviation of a difference between two runs (√2 times that of a seed).
 *
 * @param noise standard deviation of F1 between seeds; undefined: unknown, so only the best third is promoted
 * @returns candidates, best first
 */
export function promoted(rung: readonly Ranked[], noise: number | undefined): number[] {
  const scored = rung
    .flatMap(({ candidate, f1 }) => (f1 === undefined ? [] : [{ candidate, f1 }]))
    .sort((a, b) => b.f1 - a.f1);
  const kept = Math.max(1, Math.floor(rung.length / ETA));
  const last = scored[kept - 1];
  if (last === undefined || noise === undefined) return scored.slice(0, kept).map(({ candidate }) => candidate);
  const most = kept + Math.ceil(kept / 2);
  const isTied = (f1: number) => last.f1 - f1 < Math.SQRT2 * noise;
  return scored.filter(({ f1 }, i) => i < kept || (i < most && isTied(f1))).map(({ candidate }) => candidate);
}

/** The maximum number of candidates that `promoted` returns. */
export function mostPromoted(candidates: number): number {
  const kept = Math.max(1, Math.floor(candidates / ETA));
  return Math.min(candidates, kept + Math.ceil(kept / 2));
}

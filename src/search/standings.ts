import { pooledDeviation } from './statistics.ts';
import type { Trial } from './state.ts';

/** The standard deviation of F1 between seeds of the starting recipe at the lowest level; undefined with fewer than two seeds. */
export function noiseOf(trials: readonly Trial[]): number | undefined {
  return pooledDeviation([trials.flatMap(({ plan, result }) => (plan.stage === 'noise' ? (result.f1 ?? []) : []))])?.sd;
}

/** The best result of a candidate. */
export interface Standing {
  candidate: number;
  /** The level closest to a full training (0) that it has reached in a bracket. */
  level: number;
  f1: number;
}

/** All candidates with a score in a bracket, best first: by level, then by F1 there. */
export function standings(trials: readonly Trial[]): Standing[] {
  const reached = new Map<number, Standing>();
  for (const { plan, result } of trials) {
    const { candidate, level, stage } = plan;
    if ((stage !== 'search' && stage !== 'noise') || result.f1 === undefined) continue;
    const before = reached.get(candidate);
    if (before === undefined || level < before.level) reached.set(candidate, { candidate, level, f1: result.f1 });
  }
  return [...reached.values()].sort((a, b) => a.level - b.level || b.f1 - a.f1);
}

/** Candidates except the starting recipe, best first. */
export function bestCandidates(trials: readonly Trial[]): number[] {
  return standings(trials).flatMap(({ candidate }) => (candidate === 0 ? [] : [candidate]));
}

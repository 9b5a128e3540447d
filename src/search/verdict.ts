import { mean } from '../eval/summary.ts';
import { pooledDeviation, studentQuantile } from './statistics.ts';
import { bestCandidates, standings } from './standings.ts';
import type { Trial } from './state.ts';

/** Confidence level of intervals. */
const CONFIDENCE = 0.95;

/** The difference between two recipes on the confirmation seeds, in F1. */
export interface Difference {
  mean: number;
  /** 95% confidence interval within [-1, 1], jointly for all compared candidates (Bonferroni). */
  interval: [low: number, high: number];
}

/** A recipe that was trained in full with further seeds. */
export interface Arm {
  candidate: number;
  scores: readonly number[];
}

/** The conclusion that a search supports. */
export interface Verdict {
  /**
   * `better`: the best candidate is better than the starting recipe on further seeds. `undecided`: these seeds cannot distinguish them.
   * `worse`: the starting recipe is better. `unconfirmed`: it was not trained with further seeds. `nothing`: no other recipe has a score.
   */
  kind: 'better' | 'undecided' | 'worse' | 'unconfirmed' | 'nothing';
  /** The candidate to use: 0 is the starting recipe. */
  best: number;
  /** The candidate that was compared with the starting recipe. */
  challenger: number | undefined;
  arms: readonly Arm[];
  /** Challenger minus starting recipe. */
  difference: Difference | undefined;
  /** Challenger minus the other candidate, if two were compared. */
  runnerUp: (Difference & { candidate: number }) | undefined;
}

/**
 * The conclusion from the trials so far. Only confirmation seeds count: on the seed that selected it, the best of many candidates looks
 * better than it is. The interval of a difference uses Student's t with the deviation pooled over all recipes.
 */
export function verdictOf(trials: readonly Trial[]): Verdict {
  const arms = armsOf(trials);
  const scores = arms.map((arm) => arm.scores);
  const start = arms.find(({ candidate }) => candidate === 0);
  const [challenger, other] = arms
    .filter(({ candidate }) => candidate !== 0)
    .sort((a, b) => mean(b.scores) - mean(a.scores));
  const noise = pooledDeviation(scores);
  const hasSeeds = scores.every(({ length }) => length >= 2);
  if (start === undefined || challenger === undefined || noise === undefined || !hasSeeds) {
    const kind = bestCandidates(trials).length === 0 ? 'nothing' : 'unconfirmed';
    const best = standings(trials)[0]?.candidate ?? 0;
    return { kind, best, challenger: undefined, arms, difference: undefined, runnerUp: undefined };
  }
  const comparisons = arms.length - 1;
  const t = studentQuantile(1 - (1 - CONFIDENCE) / 2 / comparisons, noise.df);
  const differ = (a: Arm, b: Arm): Difference => {
    const difference = mean(a.scores) - mean(b.scores);
    const margin = t * noise.sd * Math.sqrt(1 / a.scores.length + 1 / b.scores.length);
    return { mean: difference, interval: [Math.max(-1, difference - margin), Math.min(1, difference + margin)] };
  };
  const difference = differ(challenger, start);
  const [low, high] = difference.interval;
  const kind = low > 0 ? 'better' : high < 0 ? 'worse' : 'undecided';
  return {
    kind,
    best: difference.mean > 0 ? challenger.candidate : 0,
    challenger: challenger.candidate,
    arms,
    difference,
    runnerUp: other && { ...differ(challenger, other), candidate: other.candidate },
  };
}

/** F1 on each confirmation seed by recipe, the starting recipe first. */
function armsOf(trials: readonly Trial[]): Arm[] {
  const arms = new Map<number, number[]>();
  for (const { plan, result } of trials) {
    if (plan.stage !== 'confirm' || result.f1 === undefined) continue;
    arms.set(plan.candidate, [...(arms.get(plan.candidate) ?? []), result.f1]);
  }
  return [...arms.entries()].map(([candidate, scores]) => ({ candidate, scores }));
}

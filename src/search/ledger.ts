import { flopsPerToken, SCORING_SHARE } from '../config/flops.ts';
import type { RunConfig } from '../config/schema.ts';
import type { Seconds } from '../lib/units.ts';
import { levelsOf, type Level } from './levels.ts';
import type { SearchSpec, Stage, Trial, TrialPlan, TrialResult } from './state.ts';

/**
 * The trials of a search so far, and their cost. The cost of another trial is estimated from their speed, in seconds per operation of
 * `flopsPerToken`. Only the recorded times of trials count, so that a resumed search makes the same decisions.
 */
export class Ledger {
  readonly levels: readonly Level[];
  readonly trials: Trial[] = [];
  readonly #spec: SearchSpec;
  #spent: Seconds = 0;
  #operations = 0;

  constructor(spec: SearchSpec) {
    this.#spec = spec;
    this.levels = levelsOf(spec);
  }

  get left(): Seconds {
    return this.#spec.budget - this.#spent;
  }

  add(plan: TrialPlan, result: TrialResult): void {
    this.trials.push({ plan, result });
    this.#spent += result.seconds;
    this.#operations += this.#operationsOf(plan.config, { epochs: plan.config.epochs, share: plan.share });
  }

  /** Estimated cost of a trial; 0 before the first one has ended. */
  cost(config: RunConfig, level: number): Seconds {
    if (this.#operations === 0) return 0;
    return (this.#spent / this.#operations) * this.#operationsOf(config, this.levels[level]!);
  }

  /** The plan of a trial. @param seed default: the seed of the start, which all trials in brackets use */
  plan(
    stage: Stage,
    candidate: number,
    config: RunConfig,
    level: number,
    { seed = this.#spec.start.seed, bracket = 0 }: { seed?: number; bracket?: number } = {},
  ): TrialPlan {
    const { epochs, share } = this.levels[level]!;
    return { stage, bracket, candidate, level, config: { ...config, epochs, seed, patience: 0 }, share };
  }

  /** F1 of each run of a stage, by candidate. */
  scores(stage: Stage, level: number): Map<number, number[]> {
    const scores = new Map<number, number[]>();
    for (const { plan, result } of this.trials) {
      if (plan.stage !== stage || plan.level !== level || result.f1 === undefined) continue;
      scores.set(plan.candidate, [...(scores.get(plan.candidate) ?? []), result.f1]);
    }
    return scores;
  }

  #operationsOf(config: RunConfig, { epochs, share }: Level): number {
    const { tokens, devTokens, tags, wordDim } = this.#spec.data;
    return epochs * (share * tokens + SCORING_SHARE * devTokens) * flopsPerToken({ ...config, wordDim }, tags);
  }
}

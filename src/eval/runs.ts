import type { Seconds, TokensPerSecond } from '../lib/units.ts';
import type { Scores } from './scores.ts';
import { mean, summarizeScores, type ScoreSummary } from './summary.ts';

/** The result of one run of a study. Plain data. */
export interface RunResult {
  /** Runs with the same label differ only in their seed. */
  label: string;
  seed: number;
  /** `failed`: the figures are those of the best epoch before the failure. */
  reason: 'finished' | 'patience' | 'stopped' | 'failed';
  bestEpoch: number;
  /** Number of epochs that were trained and scored. */
  epochs: number;
  /** F1 on dev after each epoch. */
  curve: readonly number[];
  /** Scores of the best epoch. */
  dev: Scores;
  /** Scores of the best epoch; undefined without a test corpus, or if the run is incomplete. */
  test: Scores | undefined;
  parameters: number;
  /** Training time of all epochs, without scoring. */
  seconds: Seconds;
  tokensPerSecond: TokensPerSecond;
}

/** Summary of the runs with one label. */
export interface RunsSummary {
  label: string;
  /** Undefined if no run is complete; the figures below are then those of the first run. */
  dev: ScoreSummary | undefined;
  test: ScoreSummary | undefined;
  parameters: number;
  /** Mean over the runs, like `tokensPerSecond`. */
  seconds: Seconds;
  tokensPerSecond: TokensPerSecond;
}

/** Whether a run was neither stopped nor failed. Only complete runs are averaged. */
export function isComplete({ reason }: Pick<RunResult, 'reason'>): boolean {
  return reason === 'finished' || reason === 'patience';
}

/** The run with the highest F1 on dev; on a tie, the first one. */
export function bestRun(results: readonly RunResult[]): RunResult | undefined {
  const f1 = ({ dev }: RunResult) => dev.overall.f1;
  return results.toSorted((a, b) => f1(b) - f1(a))[0];
}

/** @param results with the same label, at least one */
export function summarizeRuns(results: readonly [RunResult, ...RunResult[]]): RunsSummary {
  const complete = results.filter(isComplete);
  const [{ label, parameters }] = results;
  const timed = complete.length > 0 ? complete : results.slice(0, 1);
  return {
    label,
    dev: summarizeScores(complete.map(({ dev }) => dev)),
    test: summarizeScores(complete.flatMap(({ test }) => test ?? [])),
    parameters,
    seconds: mean(timed.map(({ seconds }) => seconds)),
    tokensPerSecond: mean(timed.map(({ tokensPerSecond }) => tokensPerSecond)),
  };
}

/** Groups runs by label, in order of first occurrence. */
export function byLabel(results: readonly RunResult[]): [RunResult, ...RunResult[]][] {
  const groups = new Map<string, [RunResult, ...RunResult[]]>();
  for (const result of results) {
    const group = groups.get(result.label);
    if (group === undefined) groups.set(result.label, [result]);
    else group.push(result);
  }
  return [...groups.values()];
}

import type { Seconds, TokensPerSecond } from '../lib/units.ts';
import type { Scores } from './scores.ts';
import { mean, summarizeScores, type ScoreSummary } from './summary.ts';

/** What one run of a study has come to. Plain data. */
export interface RunResult {
  /** Runs of one label differ in their seed only. */
  label: string;
  seed: number;
  /** `failed`: the figures are of the best epoch before. */
  reason: 'finished' | 'patience' | 'stopped' | 'failed';
  bestEpoch: number;
  /** Epochs that were trained and scored. */
  epochs: number;
  /** F1 on dev after each of them. */
  curve: readonly number[];
  /** Of the best epoch. */
  dev: Scores;
  /** Of the best epoch; undefined without a test corpus, or where the run did not come to its own end. */
  test: Scores | undefined;
  parameters: number;
  /** Training only, without scoring, of all epochs. */
  seconds: Seconds;
  tokensPerSecond: TokensPerSecond;
}

/** Runs of one label. */
export interface RunsSummary {
  label: string;
  /** Undefined, and the figures below those of the first run, where no run came to its own end. */
  dev: ScoreSummary | undefined;
  test: ScoreSummary | undefined;
  parameters: number;
  /** Means of the runs. */
  seconds: Seconds;
  tokensPerSecond: TokensPerSecond;
}

/** Whether a run came to its own end: only such runs are averaged. */
export function isWhole({ reason }: Pick<RunResult, 'reason'>): boolean {
  return reason === 'finished' || reason === 'patience';
}

/** The best on dev; the first of equals. */
export function bestRun(results: readonly RunResult[]): RunResult | undefined {
  const f1 = ({ dev }: RunResult) => dev.overall.f1;
  return results.toSorted((a, b) => f1(b) - f1(a))[0];
}

/** @param results of one label, at least one */
export function summarizeRuns(results: readonly [RunResult, ...RunResult[]]): RunsSummary {
  const whole = results.filter(isWhole);
  const [{ label, parameters }] = results;
  const timed = whole.length > 0 ? whole : results.slice(0, 1);
  return {
    label,
    dev: summarizeScores(whole.map(({ dev }) => dev)),
    test: summarizeScores(whole.flatMap(({ test }) => test ?? [])),
    parameters,
    seconds: mean(timed.map(({ seconds }) => seconds)),
    tokensPerSecond: mean(timed.map(({ tokensPerSecond }) => tokensPerSecond)),
  };
}

/** Runs by their label, in the order in which labels first occur. */
export function byLabel(results: readonly RunResult[]): [RunResult, ...RunResult[]][] {
  const groups = new Map<string, [RunResult, ...RunResult[]]>();
  for (const result of results) {
    const group = groups.get(result.label);
    if (group === undefined) groups.set(result.label, [result]);
    else group.push(result);
  }
  return [...groups.values()];
}

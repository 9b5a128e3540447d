import type { Seconds, TokensPerSecond } from '../lib/units.ts';
import type { Scores } from './scores.ts';

/** What one run of a study has come to. Plain data. */
export interface RunResult {
  /** Runs of one label differ in their seed only. */
  label: string;
  seed: number;
  /** `failed`: its loss was not finite; the figures are of the best epoch before. */
  reason: 'finished' | 'patience' | 'stopped' | 'failed';
  bestEpoch: number;
  /** Epochs that were trained and scored. */
  epochs: number;
  /** Of the best epoch. */
  dev: Scores;
  /** Of the best epoch; undefined without a test corpus, or where the run did not come to its own end. */
  test: Scores | undefined;
  parameters: number;
  /** Training only, without scoring, of all epochs. */
  seconds: Seconds;
  tokensPerSecond: TokensPerSecond;
}

/** Whether a run came to its own end: only such runs are averaged. */
export function isWhole({ reason }: Pick<RunResult, 'reason'>): boolean {
  return reason === 'finished' || reason === 'patience';
}

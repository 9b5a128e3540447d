import { bestRun, isComplete, type RunResult, type RunsSummary } from '../../../eval/runs.ts';
import type { ScoreName } from '../../../eval/scores.ts';
import { memoizedByObject } from '../../selectors/memoized.ts';
import { studyScoreName, summariesOf } from '../../selectors/study.ts';
import { resultsOf, type Study } from '../../stores/study.ts';

/** A row of the table of seeds. */
export interface SeedRow {
  seed: number;
  result: RunResult | undefined;
  /** In words, unless the run was trained to its end. */
  state: string | undefined;
  /** Of all results, on dev: the model that is kept. */
  isBest: boolean;
}

export interface SeedResults {
  rows: readonly SeedRow[];
  /** There are scores on a test file. */
  hasTest: boolean;
  /** There are results to be saved. */
  hasWhole: boolean;
  summary: RunsSummary | undefined;
  /** Of the score. */
  name: ScoreName;
}

export const seedResults: (study: Study) => SeedResults = memoizedByObject((study) => {
  const results = resultsOf(study);
  return {
    rows: seedRows(study, bestRun(results)),
    hasTest: results.some(({ test }) => test !== undefined),
    hasWhole: results.some(isComplete),
    summary: summariesOf(study)[0],
    name: studyScoreName(study),
  };
});

function seedRows({ runs, current, phase }: Study, best: RunResult | undefined): SeedRow[] {
  return runs.map(({ seed, result, problem }, index) => {
    const isRunning = phase === 'running' && index === current && result === undefined;
    const waiting = phase === 'running' ? (isRunning ? 'training' : 'waiting') : 'not trained';
    const state = problem ?? (result === undefined ? waiting : result.reason === 'stopped' ? 'stopped' : undefined);
    return { seed, result, state, isBest: result !== undefined && result === best };
  });
}

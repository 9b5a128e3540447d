import { bestRun, isComplete, type RunResult, type RunsSummary } from '../../../eval/runs.ts';
import type { ScoreName } from '../../../eval/scores.ts';
import { memoizedByObject } from '../../stores/memoized.ts';
import { studyScoreName, summariesOf } from '../../stores/runs/study-results.ts';
import { resultsOf, type Study } from '../../stores/runs/study.ts';

/** A row of the table of seeds. */
export interface SeedRow {
  seed: number;
  result: RunResult | undefined;
  /** State as text, unless the run was trained to the end. */
  state: string | undefined;
  /** Whether it is the best result on dev, whose model is kept. */
  isBest: boolean;
}

export interface SeedResults {
  rows: readonly SeedRow[];
  /** Whether there are scores on a test file. */
  hasTest: boolean;
  /** Whether there are results to save. */
  hasWhole: boolean;
  summary: RunsSummary | undefined;
  /** Name of the score. */
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

import { byLabel, summarizeRuns, type RunsSummary } from '../../../eval/runs.ts';
import { scoreName, type ScoreName } from '../../../eval/scores.ts';
import { resultsOf, type Study } from './study.ts';
import { memoizedByObject } from '../memoized.ts';

/** Means and deviations of the finished runs of a study, one for each label. */
export const summariesOf: (study: Study) => readonly RunsSummary[] = memoizedByObject((study) =>
  byLabel(resultsOf(study)).map(summarizeRuns),
);

/** Name of the scores of a study, whose runs all have the same data. */
export function studyScoreName(study: Study | undefined): ScoreName {
  const [first] = study === undefined ? [] : resultsOf(study);
  return first === undefined ? 'F1' : scoreName(first.dev);
}

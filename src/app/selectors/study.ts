import { byLabel, summarizeRuns, type RunsSummary } from '../../eval/runs.ts';
import { runsCsv } from '../../eval/study-table.ts';
import { resultsOf, type Study } from '../stores/study.ts';
import { memoizedByObject } from './memoized.ts';

/** Means and deviations of the finished runs of a study, one for each label. */
export const summariesOf: (study: Study) => readonly RunsSummary[] = memoizedByObject((study) =>
  byLabel(resultsOf(study)).map(summarizeRuns),
);

/** A row for each finished run. */
export const studyCsv = (study: Study): string => runsCsv(resultsOf(study));

import { resultsOf, studyEnded, studyUpdated, useStudyStore } from './stores/study.ts';
import { bestRun } from '../eval/runs.ts';
import type { StudyUpdate } from '../workers/wire/study.ts';
import { bestSeedFollowed, bestSeedShown } from './stores/over-time.ts';
import { ablationStarted, ablationEnded, bestSeedFound, bestSeedRestored, nextRunStarted } from './stores/run.ts';

/** Applies an update of a study to the stores. */
export function receiveStudyUpdate(update: StudyUpdate): void {
  const { active, seeds } = useStudyStore.getState();
  studyUpdated(update);
  if (active === 'ablation') {
    if (update.kind === 'begin') ablationStarted();
    if (update.kind === 'result' && update.kept !== undefined) {
      void import('./actions/kept-rows.ts').then(({ keepRow }) => keepRow(update));
    }
    if (update.kind === 'end') ablationEnded();
    return;
  }
  if (seeds === undefined) return;
  if (update.kind === 'begin' && update.index > 0) nextRunStarted({ ...seeds.config, seed: update.seed });
  if (update.kind === 'result' && update.result !== undefined) {
    const results = [...resultsOf(seeds), update.result];
    if (bestRun(results) === update.result) {
      bestSeedFound();
      bestSeedFollowed();
    }
  }
}

/** Ends a study. With several seeds, the page then shows the best run. */
export function endStudy(phase: 'finished' | 'stopped' | 'failed'): void {
  if (useStudyStore.getState().active === 'seeds') {
    bestSeedRestored();
    bestSeedShown();
  }
  studyEnded(phase);
}

import { resultsOf, studyEnded, studyUpdated, useStudyStore } from './stores/study.ts';
import { bestRun } from '../eval/runs.ts';
import type { StudyUpdate } from '../workers/wire/protocol.ts';
import { ablationStarted, ablationEnded, bestSeedFound, bestSeedRestored, nextRunStarted } from './stores/run.ts';

/** Applies an update of several runs as one. */
export function receiveStudyUpdate(news: StudyUpdate): void {
  const { active, seeds } = useStudyStore.getState();
  studyUpdated(news);
  if (active === 'ablation') {
    if (news.kind === 'begin') ablationStarted();
    if (news.kind === 'end') ablationEnded();
    return;
  }
  if (seeds === undefined) return;
  if (news.kind === 'begin' && news.index > 0) nextRunStarted({ ...seeds.config, seed: news.seed });
  if (news.kind === 'result' && news.result !== undefined) {
    const results = [...resultsOf(seeds), news.result];
    if (bestRun(results) === news.result) bestSeedFound();
  }
}

/** Ends a study. Of several seeds, the page shows the run whose model is kept. */
export function endStudy(phase: 'finished' | 'stopped' | 'failed'): void {
  if (useStudyStore.getState().active === 'seeds') bestSeedRestored();
  studyEnded(phase);
}

import { keptResult, studyEnded, studyUpdated, useStudyStore } from '../stores/runs/study.ts';
import { updated } from './updates.ts';
import type { StudyUpdate } from '../../workers/wire/study.ts';
import { bestSeedFollowed, bestSeedShown } from '../stores/runs/over-time.ts';
import { apartStarted, apartEnded, bestSeedFound, bestSeedRestored, nextRunStarted } from '../stores/runs/run.ts';

/** Applies an update of a study to the stores. */
export function receiveStudyUpdate(update: StudyUpdate): void {
  const { active, seeds } = useStudyStore.getState();
  studyUpdated(update);
  if (active === 'ablation') {
    if (update.kind === 'begin') apartStarted();
    if (update.kind === 'result') {
      const run = useStudyStore.getState().ablation?.runs[update.index];
      if (run !== undefined) updated('ablated', { run, kept: update.kept });
    }
    if (update.kind === 'end') apartEnded();
    return;
  }
  if (seeds === undefined) return;
  if (update.kind === 'begin' && update.index > 0)
    nextRunStarted({ ...seeds.config, seed: update.seed, epochs: update.epochs });
  if (update.kind === 'result' && update.result !== undefined) {
    if (keptResult(useStudyStore.getState().seeds ?? seeds) === update.result) {
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

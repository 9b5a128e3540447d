import { resultsOf, studyEnded, studyHeard, useStudyStore } from './stores/study.ts';
import { bestRun } from '../eval/runs.ts';
import type { StudyNews } from '../workers/wire/protocol.ts';
import { ablationBegan, ablationOver, bestSeedFound, bestSeedRestored, nextRunBegan } from './stores/run.ts';

/** Takes news of several runs as one. */
export function hearStudy(news: StudyNews): void {
  const { active, seeds } = useStudyStore.getState();
  studyHeard(news);
  if (active === 'ablation') {
    if (news.kind === 'begin') ablationBegan();
    if (news.kind === 'end') ablationOver();
    return;
  }
  if (seeds === undefined) return;
  if (news.kind === 'begin' && news.index > 0) nextRunBegan({ ...seeds.config, seed: news.seed });
  if (news.kind === 'result' && news.result !== undefined) {
    const results = [...resultsOf(seeds), news.result];
    if (bestRun(results) === news.result) bestSeedFound();
  }
}

/** Nothing more comes: of several seeds, the figures of the model that is kept are shown again. */
export function endStudy(phase: 'finished' | 'stopped' | 'failed'): void {
  if (useStudyStore.getState().active === 'seeds') bestSeedRestored();
  studyEnded(phase);
}

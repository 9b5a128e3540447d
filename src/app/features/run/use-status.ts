import { useEffect } from 'react';
import { useDeviceStore } from '../../stores/device.ts';
import { otherTagger, useHistoryStore } from '../../stores/history.ts';
import { selectConfig, useRecipeStore } from '../../stores/recipe.ts';
import { useRunStore } from '../../stores/run.ts';
import { series } from '../../stores/series.ts';
import { useStudyStore } from '../../stores/study.ts';
import { selectIsReading, useWorkspaceStore } from '../../stores/workspace.ts';
import { statusOf, titleOf, type Status } from './derive.ts';
import { ablationStatus } from './study-status.ts';

export function useStatus(): Status {
  const device = useDeviceStore((store) => store.device);
  const { run, progress: runState, config } = useRunStore();
  const recipe = useRecipeStore(selectConfig);
  const { workspace, isOpening, progress, progressSince, progressAt } = useWorkspaceStore();
  const isReading = useWorkspaceStore(selectIsReading);
  const { seeds, ablation, active } = useStudyStore();
  const tagger = useHistoryStore((store) => otherTagger(store, workspace.model));
  const status = statusOf({
    device,
    run,
    state: runState,
    config: config ?? recipe,
    best: series.bestEpoch,
    seeds,
    workspace,
    isReading,
    isOpening,
    progress,
    elapsed: (progressAt - progressSince) / 1000,
    tagger,
  });
  return active === 'ablation' && ablation !== undefined ? ablationStatus(status, ablation) : status;
}

/** Keeps the page's title. */
export function useTitle(): void {
  const { run, progress: state, config } = useRunStore();
  const recipe = useRecipeStore(selectConfig);
  const title = titleOf({ run, state, config: config ?? recipe, best: series.bestEpoch });
  useEffect(() => {
    document.title = title;
  }, [title]);
}

import { useEffect } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useDeviceStore } from '../../stores/device/device.ts';
import { makerOf, otherTagger, useHistoryStore } from '../../stores/runs/history.ts';
import { selectConfig, useRecipeStore } from '../../stores/recipe.ts';
import { useRunStore } from '../../stores/runs/run.ts';
import { series } from '../../stores/runs/series.ts';
import { useStudyStore } from '../../stores/runs/study.ts';
import { selectIsReading, useWorkspaceStore } from '../../stores/workspace.ts';
import { statusOf, titleOf, type Situation, type Status } from './status.ts';
import { ablationStatus } from './study-status.ts';

/** Inputs shared by status and title. */
function useRunSituation(): Pick<Situation, 'run' | 'state' | 'config' | 'best'> {
  const { run, state, config } = useRunStore(
    useShallow(({ run, progress, config }) => ({ run, state: progress, config })),
  );
  const recipe = useRecipeStore(selectConfig);
  return { run, state, config: config ?? recipe, best: series.bestEpoch };
}

export function useStatus(): Status {
  const run = useRunSituation();
  const device = useDeviceStore((store) => store.device);
  const reading = useWorkspaceStore(
    useShallow(({ workspace, isOpening, progress, progressSince, progressAt }) => ({
      workspace,
      isOpening,
      progress,
      elapsed: (progressAt - progressSince) / 1000,
    })),
  );
  const isReading = useWorkspaceStore(selectIsReading);
  const seeds = useStudyStore((store) => store.seeds);
  const ablation = useStudyStore((store) => (store.active === 'ablation' ? store.ablation : undefined));
  const search = useStudyStore((store) => (store.active === 'search' ? store.search : undefined));
  const { model } = reading.workspace;
  const maker = useHistoryStore((store) => model && makerOf(store, model));
  const tagger = useHistoryStore((store) => otherTagger(store, model));
  const status = statusOf({ ...run, ...reading, device, seeds, isReading, maker, tagger });
  if (search !== undefined) return { word: status.word, ...search };
  return ablation === undefined ? status : ablationStatus(status, ablation);
}

/** Updates the title of the page. */
export function useTitle(): void {
  const title = titleOf(useRunSituation());
  useEffect(() => {
    document.title = title;
  }, [title]);
}

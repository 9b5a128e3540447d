import { useDeviceStore } from '../../stores/device.ts';
import { selectConfig, useRecipeStore } from '../../stores/recipe.ts';
import { useRunStore } from '../../stores/run.ts';
import { series } from '../../stores/series.ts';
import { selectIsReading, useWorkspaceStore } from '../../stores/workspace.ts';
import { statusOf, type Status } from './derive.ts';

export function useStatus(): Status {
  const device = useDeviceStore((store) => store.device);
  const { run, facts, position, config } = useRunStore();
  const recipe = useRecipeStore(selectConfig);
  const { workspace, progress, progressSince, progressAt } = useWorkspaceStore();
  const isReading = useWorkspaceStore(selectIsReading);
  return statusOf({
    device,
    run,
    facts,
    position,
    config: config ?? recipe,
    best: series.bestEpoch,
    workspace,
    isReading,
    progress,
    elapsed: (progressAt - progressSince) / 1000,
  });
}

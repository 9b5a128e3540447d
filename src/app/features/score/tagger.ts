import { useHistoryStore, type RunRecord } from '../../stores/runs/history.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';

/** The run that made the model; undefined if no listed run did. */
export function useMaker(): RunRecord | undefined {
  const model = useWorkspaceStore(selectModel);
  return useHistoryStore(({ records, makers }) => records.find(({ id }) => id === makers[model?.id ?? -1]));
}

/** The run of the model with its epoch, or the name of the model. Scores of another model are forgotten. */
export function useTaggerName(): string | undefined {
  const model = useWorkspaceStore(selectModel);
  const run = useMaker();
  if (run === undefined) return model?.name;
  return run.model === undefined ? run.name : `${run.name}, epoch ${run.model.epoch}`;
}

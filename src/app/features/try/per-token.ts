import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { haveScheme } from '../../stores/tags.ts';

/** Whether the model in training, or else the loaded one, assigns each token its own tag, as for parts of speech. */
export function usePerToken(): boolean {
  const inTraining = useRunStore((store) => (selectIsActive(store) ? store.progress.facts?.tags : undefined));
  const loaded = useWorkspaceStore(selectModel)?.tags;
  return !haveScheme(inTraining ?? loaded ?? []);
}

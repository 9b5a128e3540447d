import { selectIsActive, useRunStore } from '../stores/run.ts';
import { selectModel, useWorkspaceStore } from '../stores/workspace.ts';
import { haveScheme } from '../tags.ts';

/** Whether the model that tags gives each token a tag of its own, as parts of speech: the one in training, or the one that is loaded. */
export function usePerToken(): boolean {
  const inTraining = useRunStore((store) => (selectIsActive(store) ? store.progress.facts?.tags : undefined));
  const loaded = useWorkspaceStore(selectModel)?.tags;
  return !haveScheme(inTraining ?? loaded ?? []);
}

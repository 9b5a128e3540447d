import type { TagKind } from '../../data/corpus.ts';
import { selectIsActive, useRunStore, type RunStore } from './runs/run.ts';
import { selectModel, useWorkspaceStore } from './workspace.ts';

/** What the model in training, or else the one in use, predicts; without a model, entities. */
export function useModelKind(): TagKind {
  const inTraining = useRunStore((store) => (selectIsActive(store) ? store.progress.facts?.predicts : undefined));
  const loaded = useWorkspaceStore(selectModel)?.predicts;
  return inTraining ?? loaded ?? 'entities';
}

/** What the model of the run predicts, or that of the run that Train would start. */
export const selectRunKind = ({ progress: { facts }, plan }: RunStore): TagKind =>
  (facts ?? plan)?.predicts ?? 'entities';

/** What the model predicts that Train would make; without training files, the one in use. */
export function usePlannedKind(): TagKind {
  const planned = useRunStore(({ plan }) => plan?.predicts);
  const loaded = useWorkspaceStore(selectModel)?.predicts;
  return planned ?? loaded ?? 'entities';
}

import { ask, attempt } from '../trainer/bridge.ts';
import { saveFile } from '../ui/save-file.ts';
import { overTimeCleared } from '../stores/runs/over-time.ts';
import { runForgotten, selectIsActive, useRunStore } from '../stores/runs/run.ts';
import { seedsForgotten } from '../stores/runs/study.ts';
import { modelExported, useWorkspaceStore, workspaceChanged } from '../stores/workspace.ts';

/** Saves the model as one .zip. */
export async function exportModel(): Promise<void> {
  const answer = await attempt('export the model', ask('exportModel', {}));
  if (!answer) return;
  saveFile(answer.value.name, answer.value.contents, 'application/zip');
  modelExported();
}

export async function removeModel(): Promise<void> {
  const answer = await attempt('remove the model', ask('removeModel', {}));
  if (!answer) return;
  workspaceChanged(answer.value);
  otherModelInUse();
}

/** Swaps the current and the previous model. */
export async function restoreModel(): Promise<void> {
  const answer = await attempt('restore the model', ask('restoreModel', {}));
  if (!answer) return;
  workspaceChanged(answer.value);
  otherModelInUse();
}

/** The figures of the last run and of its seeds are not about the model in use, unless that run made it. */
export function otherModelInUse(): void {
  const { workspace, trained } = useWorkspaceStore.getState();
  if (workspace.model?.id === trained || selectIsActive(useRunStore.getState())) return;
  figuresForgotten();
}

/** The figures of the last run and of its seeds are not shown any more. */
export function figuresForgotten(): void {
  runForgotten();
  overTimeCleared();
  seedsForgotten();
}

/** Discards the previous model. */
export async function discardModel(): Promise<void> {
  const answer = await attempt('discard the model', ask('discardModel', {}));
  if (answer) workspaceChanged(answer.value);
}

import { ask, attempt } from '../bridge.ts';
import { saveFile } from '../save-file.ts';
import { modelExported, workspaceChanged } from '../stores/workspace.ts';

/** Saves the model as one .zip. */
export async function exportModel(): Promise<void> {
  const answer = await attempt('export the model', ask('exportModel', {}));
  if (!answer) return;
  saveFile(answer.value.name, answer.value.contents, 'application/zip');
  modelExported();
}

export async function removeModel(): Promise<void> {
  const answer = await attempt('remove the model', ask('removeModel', {}));
  if (answer) workspaceChanged(answer.value);
}

/** Swaps the current and the previous model. */
export async function restoreModel(): Promise<void> {
  const answer = await attempt('restore the model', ask('restoreModel', {}));
  if (answer) workspaceChanged(answer.value);
}

/** Discards the previous model. */
export async function discardModel(): Promise<void> {
  const answer = await attempt('discard the model', ask('discardModel', {}));
  if (answer) workspaceChanged(answer.value);
}

import { ask, attempt } from '../bridge.ts';
import { saveFile } from '../download.ts';

/** Saves the model as one .zip. */
export async function exportModel(): Promise<void> {
  const answer = await attempt('export the model', ask('exportModel', {}));
  if (answer) saveFile(answer.value.name, answer.value.bytes, 'application/zip');
}

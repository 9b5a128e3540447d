import { StudioError } from '../../../lib/errors.ts';
import type { ExportRequest } from '../../../workers/wire/payloads.ts';
import { dialogClosed } from '../../stores/view.ts';
import { modelExported } from '../../stores/workspace.ts';
import { ask, attempt } from '../../trainer/bridge.ts';
import { query } from '../../trainer/query.ts';
import { saveFile } from '../../ui/save-file.ts';
import { clusterSaved, savingChanged } from './store.ts';

/** The sizes of the model, each measured on dev. */
export const exportSizes = query((_: true, signal) => ask('exportSizes', {}, signal));

/** Trains the student, which is the size `tiny`. */
export const student = query(async (_: undefined, signal) => {
  const trained = await ask('distill', {}, signal);
  if (trained === undefined)
    throw new StudioError('NotReady', 'No student is trained while a run trains. Train one when the run has ended.');
  exportSizes.change((found) => ({
    ...found,
    sizes: [...found.sizes.filter(({ size }) => size !== trained.size), trained],
  }));
  return trained;
});

/** Closes the dialog, and cancels the training of a student. */
export function closeExport(): void {
  student.cancel();
  clusterSaved(undefined);
  dialogClosed();
}

const TYPES = { zip: 'application/zip', page: 'text/html', runtime: 'text/javascript' } as const;

/** Saves the model as a file, and closes the dialog. */
export async function saveExport(request: Required<ExportRequest>): Promise<void> {
  savingChanged(true);
  const answer = await attempt('export the model', ask('exportModel', request));
  savingChanged(false);
  if (!answer) return;
  saveFile(answer.value.name, answer.value.contents, TYPES[request.kind]);
  if (request.kind === 'zip' && request.size === 'exact') modelExported(); // other exports lose information
  closeExport();
}

/** Saves the files for further training in PyTorch; the dialog then shows the commands to run. */
export async function saveClusterKit(): Promise<void> {
  savingChanged(true);
  const answer = await attempt('save the files for PyTorch', ask('clusterKit', {}));
  savingChanged(false);
  if (!answer) return;
  saveFile(answer.value.name, answer.value.contents, TYPES.zip);
  clusterSaved(answer.value.lines);
}

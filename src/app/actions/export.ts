import { serializeError } from '../../lib/errors.ts';
import type { ExportRequest } from '../../workers/wire/payloads.ts';
import { ask, attempt } from '../bridge.ts';
import { saveFile } from '../save-file.ts';
import {
  clusterSaved,
  distillingChanged,
  exportClosed,
  exportFailed,
  exportMeasured,
  exportOpened,
  savingChanged,
  studentTrained,
} from '../stores/export.ts';
import { modelExported } from '../stores/workspace.ts';
import { LatestTask } from './tasks.ts';

export const measuringExport = new LatestTask();

/** Opens the dialog, and measures each size in the background. */
export async function openExport(): Promise<void> {
  exportOpened();
  await measuringExport.run(
    (signal) => ask('exportSizes', {}, signal),
    exportMeasured,
    (error) => exportFailed(serializeError(error)),
  );
}

const distilling = new LatestTask();

/** Trains the student, which is the size `tiny`. */
export async function trainStudent(): Promise<void> {
  distillingChanged(true);
  await distilling.run(
    (signal) => ask('distill', {}, signal),
    (size) => (size === undefined ? exportFailed(INTERRUPTED) : studentTrained(size)),
    (cause) => {
      const error = serializeError(cause);
      if (error.code !== 'Cancelled') exportFailed(error);
    },
  );
  distillingChanged(false);
}

const INTERRUPTED = {
  code: 'NotReady' as const,
  message: 'No student is trained while a run trains. Train one when the run has ended.',
  stack: undefined,
};

export function cancelStudent(): void {
  distilling.abort();
}

/** Closes the dialog, and cancels the training of a student. */
export function closeExport(): void {
  cancelStudent();
  measuringExport.discard();
  exportClosed();
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

import { correctionsOf } from '../../annotation/label-check.ts';
import { serializeError } from '../../lib/errors.ts';
import type { FileId } from '../../workers/wire/payloads.ts';
import { ask, attempt } from '../bridge.ts';
import { saveFile } from '../save-file.ts';
import { labelCheckChanged, labelCheckShown, useLabelCheckStore } from '../stores/label-check.ts';
import { LatestTask } from './tasks.ts';

/** One file at a time: a later request cancels an earlier one. */
const checking = new LatestTask();

/** Shows the check of a file, and starts it unless there is a result. */
export async function checkLabels(id: FileId, name: string): Promise<void> {
  labelCheckShown({ id, name });
  const { check } = useLabelCheckStore.getState();
  if ((check.phase === 'done' || check.phase === 'running') && check.id === id) return;
  labelCheckChanged({ phase: 'running', id });
  await checking.run(
    (signal) => ask('checkLabels', { id }, signal),
    (found) => {
      if (found !== undefined) labelCheckChanged({ phase: 'done', id, check: found, decisions: new Map() });
      else labelCheckChanged({ phase: 'failed', id, error: INTERRUPTED });
    },
    (cause) => {
      const error = serializeError(cause);
      labelCheckChanged(error.code === 'Cancelled' ? { phase: 'none' } : { phase: 'failed', id, error });
    },
  );
}

const INTERRUPTED = {
  code: 'NotReady' as const,
  message: 'Labels cannot be checked while a run trains. Check them when it has ended.',
  stack: undefined,
};

export function cancelLabelCheck(): void {
  checking.abort();
  labelCheckShown(undefined);
}

/** Saves the file with the decisions applied. */
export async function saveCorrected(): Promise<void> {
  const { check } = useLabelCheckStore.getState();
  if (check.phase !== 'done') return;
  const corrections = correctionsOf(check.check.findings, check.decisions);
  const answer = await attempt('save the corrected file', ask('correctLabels', { id: check.id, corrections }));
  if (answer) saveFile(answer.value.name, answer.value.contents, 'text/plain');
}

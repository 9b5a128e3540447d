import { serializeError, StudioError, type SerializedError } from '../../lib/errors.ts';
import { ask } from '../trainer/bridge.ts';
import { recordChanged, recordOf, type RunRecord } from '../stores/runs/history.ts';
import { noticeAdded } from '../stores/notices.ts';
import { runPrepared, selectIsActive, useRunStore } from '../stores/runs/run.ts';
import { begin, ONE_RUN } from '../trainer/run.ts';
import { runArchive } from './run-archive.ts';
import { isTrainedElsewhere } from './run-locks.ts';

/** Resumes a run that did not end, from its last checkpoint. */
export async function resumeRun(record: RunRecord): Promise<void> {
  const { id, name, recipe, drawn } = record;
  const checkpoint = await runArchive.checkpoint(id).catch(() => undefined);
  const isElsewhere = await isTrainedElsewhere(id);
  if (selectIsActive(useRunStore.getState())) return; // the button was pressed twice
  if (checkpoint === undefined || isElsewhere) {
    const message = isElsewhere
      ? 'It is running in another tab of this browser.'
      : 'Its checkpoint is no longer stored in this browser: another page deleted it, or the browser needed the space.';
    const holds = () => recordOf(id) !== undefined && !selectIsActive(useRunStore.getState());
    noticeAdded({ kind: 'error', title: `${name} cannot be resumed`, message, holds });
    if (!isElsewhere) recordChanged(id, { checkpoint: undefined });
    return;
  }
  const signal = runPrepared(recipe.config, { resumed: { id, signals: drawn?.signals ?? [] } });
  await begin(recipe.config, ONE_RUN, signal, async () => {
    try {
      await ask('startFromCheckpoint', { checkpoint }, signal);
    } catch (error) {
      throw withFiles(serializeError(error), record);
    }
  });
}

/** Adds the file names of the run to the error: it can be resumed only with these. */
function withFiles({ code, message }: SerializedError, { name, data, dev, vectors }: RunRecord): StudioError {
  if (code !== 'BadInput') return new StudioError(code, message);
  const files = [`trained on ${data}`, `scored on ${dev}`, ...(vectors === undefined ? [] : [`with ${vectors}`])];
  return new StudioError(code, `${message} ${name} was ${files.join(', ')}.`);
}

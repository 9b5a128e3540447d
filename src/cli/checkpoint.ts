import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FIELD_NAMES } from '../config/schema.ts';
import { readSavedRun, writeSavedRun } from '../export/saved-run.ts';
import type { SavedRun } from '../runs/saved-run.ts';
import { StudioError } from '../lib/errors.ts';
import type { TrainOptions } from './arguments.ts';
import { exists, readBytes, writeWhole } from './files.ts';
import type { StudyListener } from './follow-study.ts';

/** Where a run is as it was at the end of its last whole epoch, until it comes to its end. */
export function checkpointPath(out: string): string {
  return join(out, 'checkpoint.safetensors');
}

export function checkpointWriter({ out }: TrainOptions): NonNullable<StudyListener['checkpoint']> {
  return (checkpoint, { run: { config }, fingerprint }) =>
    writeWhole(checkpointPath(out), writeSavedRun({ config, fingerprint, checkpoint }));
}

/** The run that is to go on. Fails with `BadInput` where there is none, or one with other settings. */
export async function readCheckpoint({ out, config }: TrainOptions): Promise<SavedRun> {
  const path = checkpointPath(out);
  if (!(await exists(path))) {
    throw new StudioError(
      'BadInput',
      `There is no run to go on with: no ${path}. A run writes it at the end of each epoch, and removes it when it is done.`,
    );
  }
  const saved = readSavedRun(await readBytes(path));
  const other = FIELD_NAMES.filter((name) => saved.config[name] !== config[name]);
  if (other.length > 0) {
    const differences = other.map((name) => `${name}=${saved.config[name]}, not ${config[name]}`);
    throw new StudioError(
      'BadInput',
      `The run in ${path} has other settings: ${differences.join('; ')}. Go on with those it began with.`,
    );
  }
  return saved;
}

export function removeCheckpoint(out: string): Promise<void> {
  return rm(checkpointPath(out), { force: true });
}

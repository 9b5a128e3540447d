import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FIELD_NAMES } from '../config/schema.ts';
import { readSavedRun, writeSavedRun } from '../export/saved-run.ts';
import type { SavedRun } from '../runs/saved-run.ts';
import { StudioError } from '../lib/errors.ts';
import type { TrainOptions } from './options.ts';
import { exists, readBytes, writeAtomically } from './files.ts';
import type { StudyListener } from './run-study.ts';

/** The checkpoint of an unfinished run: its state after the last complete epoch. */
export function checkpointPath(out: string): string {
  return join(out, 'checkpoint.safetensors');
}

export function checkpointWriter({ out }: TrainOptions): NonNullable<StudyListener['checkpoint']> {
  return (checkpoint, { run: { config }, fingerprint }) =>
    writeAtomically(checkpointPath(out), writeSavedRun({ config, fingerprint, checkpoint }));
}

/**
 * The run to resume.
 *
 * @throws StudioError BadInput if there is none, or if it was started with other settings
 */
export async function readCheckpoint({ out, config }: TrainOptions): Promise<SavedRun> {
  const path = checkpointPath(out);
  if (!(await exists(path))) {
    throw new StudioError(
      'BadInput',
      `There is no run to resume: ${path} does not exist. A run writes it after each epoch and removes it when it finishes.`,
    );
  }
  const saved = readSavedRun(await readBytes(path));
  const changed = FIELD_NAMES.filter((name) => saved.config[name] !== config[name]);
  if (changed.length > 0) {
    const differences = changed.map((name) => `${name}=${saved.config[name]}, not ${config[name]}`);
    throw new StudioError(
      'BadInput',
      `The run in ${path} was started with other settings: ${differences.join('; ')}. Use those to resume it.`,
    );
  }
  return saved;
}

export function removeCheckpoint(out: string): Promise<void> {
  return rm(checkpointPath(out), { force: true });
}

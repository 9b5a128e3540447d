import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FIELD_NAMES, withDefaults } from '../../config/schema.ts';
import { readSavedRun, writeSavedRun } from '../../export/saved-run.ts';
import type { SavedRun } from '../../runs/saved-run.ts';
import { serializeError, StudioError } from '../../lib/errors.ts';
import type { Settings } from './run-options.ts';
import { exists, readBytes, writeAtomically } from '../files.ts';
import { METRICS_FILE, MODEL_FILE } from '../inputs/inputs.ts';
import type { StudyListener } from './run-study.ts';
import type { Terminal } from '../terminal.ts';

/** The options of a run that is to be resumed. */
type ResumedRun = Pick<Settings, 'config' | 'configForDocuments'> & { out: string };

/** Path of the checkpoint of an unfinished run: its state after the last complete epoch. */
export function checkpointPath(out: string): string {
  return join(out, 'checkpoint.safetensors');
}

/** Writes each checkpoint of a run. If that fails, reports it once and continues with the previous checkpoint. */
export function checkpointWriter(terminal: Terminal, out: string): NonNullable<StudyListener['checkpoint']> {
  let hasFailed = false;
  return async (saved) => {
    try {
      await writeAtomically(checkpointPath(out), writeSavedRun(saved));
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) terminal.note(`${serializeError(error).message} Training continues: the next epoch tries again.`);
      hasFailed = true;
    }
  };
}

/**
 * Whether the run in `out` has finished: it has a model and no checkpoint, so there is nothing to resume.
 *
 * @throws StudioError BadInput if it was started with other settings
 */
export async function isFinished(options: ResumedRun): Promise<boolean> {
  const { out } = options;
  const path = join(out, METRICS_FILE);
  if ((await exists(checkpointPath(out))) || !(await exists(join(out, MODEL_FILE))) || !(await exists(path)))
    return false;
  const { config: trained, epochs } = parseMetrics(path, await readBytes(path));
  if (epochs.length === 0) return false; // stopped in its first epoch
  const { wordDim } = options.config; // the model has the dimension of the vectors
  requireSameSettings(out, { ...withDefaults(trained), wordDim }, options);
  return true;
}

type Metrics = { config: Readonly<Record<string, unknown>>; epochs: readonly unknown[] };

const isMetrics = (value: object): value is Metrics =>
  'config' in value && typeof value.config === 'object' && 'epochs' in value && Array.isArray(value.epochs);

function parseMetrics(path: string, bytes: Uint8Array): Metrics {
  try {
    const metrics: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof metrics === 'object' && metrics !== null && isMetrics(metrics)) return metrics;
  } catch (cause) {
    throw new StudioError('BadInput', `${path} cannot be read: ${serializeError(cause).message}`, { cause });
  }
  throw new StudioError('BadInput', `${path} cannot be read: it has no config or no epochs.`);
}

/**
 * Reads the run to resume.
 *
 * @throws StudioError BadInput if there is none, or if it was started with other settings
 */
export async function readCheckpoint(options: ResumedRun): Promise<SavedRun> {
  const path = checkpointPath(options.out);
  if (!(await exists(path))) {
    throw new StudioError(
      'BadInput',
      `There is no run to resume: ${path} does not exist. A run writes it after each epoch. To start a run, remove --resume.`,
    );
  }
  const saved = readRun(path, await readBytes(path));
  requireSameSettings(path, { ...saved.config }, options);
  return saved;
}

function readRun(path: string, bytes: Uint8Array<ArrayBuffer>): SavedRun {
  try {
    return readSavedRun(bytes);
  } catch (cause) {
    const { code, message } = serializeError(cause);
    throw new StudioError(code, `${path}: ${message} To start the run again, replace --resume by --force.`, { cause });
  }
}

/**
 * Checks that a run is resumed with the settings that it was started with. The files that determined the recipe may have changed since.
 *
 * @throws StudioError BadInput if the settings differ
 */
function requireSameSettings(
  what: string,
  before: Readonly<Record<string, unknown>>,
  { config, configForDocuments }: ResumedRun,
): void {
  const now =
    configForDocuments !== undefined && configForDocuments.context === before.context ? configForDocuments : config;
  const changed = FIELD_NAMES.filter((name) => before[name] !== now[name]);
  if (changed.length === 0) return;
  const differences = changed.map((name) => `${name}=${String(before[name])}, not ${now[name]}`);
  throw new StudioError(
    'BadInput',
    `The run in ${what} was started with other settings: ${differences.join('; ')}. Use those to resume it.`,
  );
}

export function removeCheckpoint(out: string): Promise<void> {
  return rm(checkpointPath(out), { force: true });
}

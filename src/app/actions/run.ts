import type { AblationRow } from '../../config/ablation.ts';
import { ARCHITECTURE_FIELDS, type RunConfig } from '../../config/schema.ts';
import { serializeError, StudioError, throwIfAborted, type SerializedError } from '../../lib/errors.ts';
import { ask, attempt } from '../bridge.ts';
import { recordChanged, type RunRecord } from '../stores/history.ts';
import { noticed } from '../stores/notices.ts';
import { useRecipeStore } from '../stores/recipe.ts';
import {
  ablationAsked,
  ablationOver,
  planned,
  runCancelled,
  runFailed,
  runPaused,
  runPrepared,
  runResumed,
  selectIsActive,
  selectPhase,
  useRunStore,
} from '../stores/run.ts';
import { ablationPrepared, seedsPrepared, studyEnded, studyRefused, useStudyStore } from '../stores/study.ts';
import { tabChosen } from '../stores/view.ts';
import { selectModel, useWorkspaceStore } from '../stores/workspace.ts';
import { runArchive } from './run-archive.ts';
import { isUnderWay } from './run-locks.ts';

/** What Stop aborts while a run is being prepared. */
let preparing = new AbortController();

/** Starts a run: from random weights, or from those of the model that is loaded. */
export async function train(from: 'scratch' | 'model'): Promise<void> {
  const { config: asked, seeds: wanted } = useRecipeStore.getState().recipe;
  const config = from === 'model' ? withArchitecture(asked) : asked;
  const seeds = from === 'scratch' ? wanted : 1;
  runPrepared(config, from);
  await begin(config, seeds, (signal) => ask('start', { config, from, ...(seeds > 1 ? { seeds } : {}) }, signal));
}

/** Goes on with a run that did not come to its end, from its last epoch that was kept whole. */
export async function resumeRun(record: RunRecord): Promise<void> {
  const { id, name, recipe } = record;
  const checkpoint = await runArchive.checkpoint(id).catch(() => undefined);
  const isElsewhere = await isUnderWay(id);
  if (selectIsActive(useRunStore.getState())) return; // pressed twice
  if (checkpoint === undefined || isElsewhere) {
    const message = isElsewhere
      ? 'It is under way on another page of this browser.'
      : 'This browser does not have its checkpoint any more: another page deleted it, or the browser needed the room.';
    noticed({ kind: 'error', title: `${name} cannot be resumed`, message });
    if (!isElsewhere) recordChanged(id, { checkpoint: undefined });
    return;
  }
  runPrepared(recipe.config, 'scratch', id);
  await begin(recipe.config, 1, async (signal) => {
    try {
      await ask('startFromCheckpoint', { checkpoint }, signal);
    } catch (error) {
      throw withFiles(serializeError(error), record);
    }
  });
}

/** A run can go on only with its own files: which these are. */
function withFiles({ code, message }: SerializedError, { name, data, dev, vectors }: RunRecord): StudioError {
  if (code !== 'BadInput') return new StudioError(code, message);
  const files = [`trained on ${data}`, `scored on ${dev}`, ...(vectors === undefined ? [] : [`with ${vectors}`])];
  return new StudioError(code, `${message} ${name} was ${files.join(', ')}.`);
}

/** @param start has the trainer begin what was prepared */
async function begin(
  config: RunConfig,
  seeds: number,
  start: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const before = useStudyStore.getState();
  seedsPrepared(config, seeds);
  tabChosen('run');
  try {
    await whilePreparing(async (signal) => {
      planned(await ask('plan', { config }, signal));
      throwIfAborted(signal);
      await start(signal);
    });
  } catch (error) {
    if (selectPhase(useRunStore.getState()) !== 'preparing') return; // a breakdown, which has been told
    const serialized = serializeError(error);
    studyRefused(before);
    if (serialized.code === 'Cancelled') runCancelled();
    else runFailed(serialized);
  }
}

/** A model that is trained further stays what it is made of. */
function withArchitecture(config: RunConfig): RunConfig {
  const made = selectModel(useWorkspaceStore.getState())?.config ?? config;
  return { ...config, ...Object.fromEntries(ARCHITECTURE_FIELDS.map((name) => [name, made[name]])) };
}

/** Trains the chosen rows of the ablation, with the recipe's settings; the model that tags stays. */
export async function ablate(rows: readonly AblationRow[]): Promise<void> {
  const { config, seeds } = useRecipeStore.getState().recipe;
  ablationPrepared(
    config,
    rows.map(({ label }) => label),
    seeds,
  );
  ablationAsked();
  const asked = whilePreparing((signal) => ask('ablate', { config, rows: rows.map(({ id }) => id), seeds }, signal));
  if (await attempt('run the ablation', asked)) return;
  studyEnded(preparing.signal.aborted ? 'stopped' : 'failed');
  ablationOver();
}

/** @param start begins what Stop then ends, unless its signal was aborted before */
async function whilePreparing(start: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const { signal } = (preparing = new AbortController());
  await start(signal);
  if (signal.aborted) await endRun(); // Stop came too late to keep it from beginning
}

export async function pause(): Promise<void> {
  if (await attempt('pause', ask('pause', {}))) runPaused();
}

export async function resume(): Promise<void> {
  if (await attempt('resume', ask('resume', {}))) runResumed();
}

/** The run ends after its current step, with a `done` event; one that is being prepared does not begin. */
export async function stop(): Promise<void> {
  if (selectPhase(useRunStore.getState()) === 'preparing') preparing.abort();
  else await endRun();
}

async function endRun(): Promise<void> {
  await attempt('stop', ask('stop', {}));
}

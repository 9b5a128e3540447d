import type { AblationRow } from '../../config/ablation.ts';
import { architectureOf, type RunConfig } from '../../config/schema.ts';
import { serializeError, throwIfAborted } from '../../lib/errors.ts';
import { ask, attempt } from './bridge.ts';
import { makerOf, useHistoryStore } from '../stores/runs/history.ts';
import { useRecipeStore } from '../stores/recipe.ts';
import type { Recipe } from '../stores/recipe-address.ts';
import {
  apartRequested,
  apartEnded,
  planned,
  runCancelled,
  runFailed,
  runPaused,
  runPrepared,
  runResumed,
  selectPhase,
  useRunStore,
} from '../stores/runs/run.ts';
import {
  ablationPrepared,
  poolPlanned,
  poolPrepared,
  seedsPrepared,
  studyEnded,
  studyRefused,
  useStudyStore,
} from '../stores/runs/study.ts';
import { tabChosen } from '../stores/view.ts';
import { selectModel, useWorkspaceStore } from '../stores/workspace.ts';

/** Starts a run from random weights, or from those of the current model, which keeps its architecture. */
export async function train(from: 'scratch' | 'model'): Promise<void> {
  const recipe = useRecipeStore.getState().recipe;
  const model = from === 'model' ? selectModel(useWorkspaceStore.getState()) : undefined;
  const config = model === undefined ? recipe.config : { ...recipe.config, ...architectureOf(model.config) };
  const runs: Runs = from === 'model' ? ONE_RUN : recipe.unlabelled ? { unlabelled: true } : { seeds: recipe.seeds };
  // Once the run has started, the model in use is already the one in training.
  const signal = runPrepared(config, model && { parent: makerOf(useHistoryStore.getState(), model) ?? model.name });
  await begin(config, runs, signal, () => ask('start', { config, from, ...(runs.seeds === 1 ? {} : runs) }, signal));
}

/** The runs of a training: of several seeds, or teachers and a student. */
type Runs = { seeds: number; unlabelled?: undefined } | { seeds?: undefined; unlabelled: true };

export const ONE_RUN: Runs = { seeds: 1 };

/** @param start requests the start from the trainer */
export async function begin(
  config: RunConfig,
  { seeds, unlabelled }: Runs,
  signal: AbortSignal,
  start: () => Promise<unknown>,
): Promise<void> {
  const before = useStudyStore.getState();
  if (unlabelled) poolPrepared(config);
  else seedsPrepared(config, seeds);
  tabChosen('run');
  try {
    await whilePreparing(signal, async () => {
      const plan = await ask('plan', { config, ...(unlabelled && { unlabelled }) }, signal);
      planned(plan);
      if (unlabelled) poolPlanned(plan.times);
      throwIfAborted(signal);
      await start();
    });
  } catch (error) {
    if (selectPhase(useRunStore.getState()) !== 'preparing') return; // a crash, which is already reported
    const serialized = serializeError(error);
    studyRefused(before);
    if (serialized.code === 'Cancelled') runCancelled();
    else runFailed(serialized);
  }
}

/** What the rows of an ablation are trained with. */
interface AblationOptions extends Pick<Recipe, 'config' | 'seeds'> {
  keepsModels: boolean;
  /** Whether the table of the ablation before comes back afterwards. */
  isAside: boolean;
}

const chosenOptions = (): AblationOptions => {
  const { config, seeds } = useRecipeStore.getState().recipe;
  return { config, seeds, keepsModels: useStudyStore.getState().keepsModels, isAside: false };
};

/**
 * Trains rows of the ablation. The current model is unchanged.
 *
 * @param options by default as chosen in the recipe and in the ablation
 */
export async function ablate(rows: readonly AblationRow[], options = chosenOptions()): Promise<void> {
  const { config, seeds, keepsModels, isAside } = options;
  ablationPrepared(
    config,
    rows.map(({ label }) => label),
    seeds,
    isAside,
  );
  const signal = apartRequested();
  const request = { config, rows: rows.map(({ id }) => id), seeds, keepsModels };
  const asked = whilePreparing(signal, () => ask('ablate', request, signal));
  if (await attempt('run the ablation', asked)) return;
  studyEnded(signal.aborted ? 'stopped' : 'failed');
  apartEnded();
}

/** @param signal aborted by Stop */
async function whilePreparing(signal: AbortSignal, start: () => Promise<unknown>): Promise<void> {
  await start();
  if (signal.aborted) await endRun(); // Stop was pressed too late to prevent the start
}

export async function pause(): Promise<void> {
  if (await attempt('pause', ask('pause', {}))) runPaused();
}

export async function resume(): Promise<void> {
  if (await attempt('resume', ask('resume', {}))) runResumed();
}

/** Ends the run after its current step, with a `done` event, or cancels its preparation. */
export async function stop(): Promise<void> {
  const { run } = useRunStore.getState();
  if (run.phase === 'preparing') run.abort.abort();
  else await endRun();
}

async function endRun(): Promise<void> {
  await attempt('stop', ask('stop', {}));
}

import type { AblationRow } from '../../config/ablation.ts';
import { serializeError } from '../../lib/errors.ts';
import { ask, attempt } from '../bridge.ts';
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
} from '../stores/run.ts';
import { ablationPrepared, seedsPrepared, studyEnded } from '../stores/study.ts';
import { tabChosen } from '../stores/view.ts';

/** Starts a run: from random weights, or from those of the model that is loaded. */
export async function train(from: 'scratch' | 'model'): Promise<void> {
  const { config, seeds: asked } = useRecipeStore.getState().recipe;
  const seeds = from === 'scratch' ? asked : 1;
  runPrepared(config);
  seedsPrepared(config, seeds);
  tabChosen('run');
  try {
    planned(await ask('plan', { config }));
    await ask('start', { config, from, ...(seeds > 1 ? { seeds } : {}) });
  } catch (error) {
    const serialized = serializeError(error);
    studyEnded('failed');
    if (serialized.code === 'Cancelled') runCancelled();
    else runFailed(serialized);
  }
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
  const asked = ask('ablate', { config, rows: rows.map(({ id }) => id), seeds });
  if (await attempt('run the ablation', asked)) return;
  studyEnded('failed');
  ablationOver();
}

export async function pause(): Promise<void> {
  if (await attempt('pause', ask('pause', {}))) runPaused();
}

export async function resume(): Promise<void> {
  if (await attempt('resume', ask('resume', {}))) runResumed();
}

/** The run ends after its current step, with a `done` event. */
export async function stop(): Promise<void> {
  await attempt('stop', ask('stop', {}));
}

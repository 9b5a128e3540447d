import { serializeError } from '../../lib/errors.ts';
import { ask, attempt } from '../bridge.ts';
import { useRecipeStore } from '../stores/recipe.ts';
import { planned, runCancelled, runFailed, runPaused, runPrepared, runResumed } from '../stores/run.ts';
import { tabChosen } from '../stores/view.ts';

/** Starts a run: from random weights, or from those of the model that is loaded. */
export async function train(from: 'scratch' | 'model'): Promise<void> {
  const { config } = useRecipeStore.getState().recipe;
  runPrepared(config);
  tabChosen('run');
  try {
    planned(await ask('plan', { config }));
    await ask('start', { config, from });
  } catch (error) {
    const serialized = serializeError(error);
    if (serialized.code === 'Cancelled') runCancelled();
    else runFailed(serialized);
  }
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

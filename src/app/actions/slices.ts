import type { Slicing } from '../../eval/slices.ts';
import { serializeError } from '../../lib/errors.ts';
import { ask } from '../bridge.ts';
import { selectIsActive, useRunStore } from '../stores/run.ts';
import { devSlicesChanged, slicingChosen, useSlicesStore } from '../stores/slices.ts';
import { selectFiles, selectModel, useWorkspaceStore } from '../stores/workspace.ts';
import { LatestTask } from './tasks.ts';

/** Scoring dev by slice. */
export const slicing = new LatestTask();

/** Shows the scores on dev by slice, or by type if undefined. */
export async function showSlices(chosen: Slicing | undefined): Promise<void> {
  slicingChosen(chosen);
  if (chosen !== undefined && useSlicesStore.getState().dev.phase === 'none') await scoreDevSlices();
}

/** Scores dev with the best epoch so far. A later request cancels an earlier one. */
export async function scoreDevSlices(): Promise<void> {
  devSlicesChanged({ phase: 'running' });
  await slicing.run(
    (signal) => ask('devSlices', {}, signal),
    (found) => devSlicesChanged({ phase: 'done', found }),
    (error) => devSlicesChanged({ phase: 'failed', error: serializeError(error) }),
  );
}

/** Discards the scores by slice when the model or the files change. They are recomputed, but not during a run. */
export function watchSlices(): () => void {
  const renew = () => {
    slicing.discard();
    devSlicesChanged({ phase: 'none' });
    const hasModel = selectModel(useWorkspaceStore.getState()) !== undefined;
    const isActive = selectIsActive(useRunStore.getState());
    if (useSlicesStore.getState().slicing !== undefined && hasModel && !isActive) void scoreDevSlices();
  };
  const stops = [useWorkspaceStore.subscribe(selectModel, renew), useWorkspaceStore.subscribe(selectFiles, renew)];
  return () => stops.forEach((stop) => stop());
}

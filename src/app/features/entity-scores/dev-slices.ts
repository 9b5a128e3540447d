import type { Slicing } from '../../../eval/slices.ts';
import { createStore } from '../../stores/create-store.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { selectFiles, selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { ask } from '../../trainer/bridge.ts';
import { query } from '../../trainer/query.ts';

/** How the scores on dev are split; undefined: by type. */
export const useSlicingStore = createStore<{ slicing: Slicing | undefined }>({ slicing: undefined });

/** The scores on dev by slice, of the best epoch so far. */
export const devSlices = query((_: undefined, signal) => ask('devSlices', {}, signal));

export function showSlices(slicing: Slicing | undefined): void {
  useSlicingStore.setState({ slicing });
  if (slicing !== undefined && devSlices.answer().phase === 'none') void devSlices.ask(undefined);
}

/** Forgets the scores when the model or the files change. They are computed again, but not during a run. */
export function watchSlices(): () => void {
  const renew = () => {
    devSlices.cancel();
    const hasModel = selectModel(useWorkspaceStore.getState()) !== undefined;
    const isActive = selectIsActive(useRunStore.getState());
    if (useSlicingStore.getState().slicing !== undefined && hasModel && !isActive) void devSlices.ask(undefined);
  };
  const stops = [useWorkspaceStore.subscribe(selectModel, renew), useWorkspaceStore.subscribe(selectFiles, renew)];
  return () => stops.forEach((stop) => stop());
}

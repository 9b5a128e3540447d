import { serializeError } from '../../lib/errors.ts';
import type { Milliseconds } from '../../lib/units.ts';
import { failureReported } from '../stores/notices.ts';
import { selectRecipeProblem, useRecipeStore } from '../stores/recipe.ts';
import { planned, runSettled, selectIsActive, useRunStore } from '../stores/runs/run.ts';
import { useWorkspaceStore } from '../stores/workspace.ts';
import { ask, isConnected } from './bridge.ts';
import { debounced } from './debounced.ts';

type Stop = () => void;

const PLAN_AFTER: Milliseconds = 150;
/** How long buttons are disabled after a run ends: long enough to see that their meaning has changed. */
const SETTLE_AFTER: Milliseconds = 500;

/** Updates the plan when the recipe or the files change. */
export function watchPlan(): Stop {
  let latest = 0;
  const refresh = async () => {
    const turn = ++latest;
    const { workspace } = useWorkspaceStore.getState();
    if (selectIsActive(useRunStore.getState()) || !isConnected()) return; // the status says that the trainer has crashed
    if (
      workspace.blockers.length > 0 ||
      workspace.files.length === 0 ||
      selectRecipeProblem(useRecipeStore.getState())
    ) {
      planned(undefined);
      return;
    }
    try {
      const { config, unlabelled } = useRecipeStore.getState().recipe;
      const isFromText = unlabelled && workspace.unlabelled.length > 0;
      const plan = await ask('plan', { config, ...(isFromText && { unlabelled }) });
      if (turn === latest) planned(plan);
    } catch (error) {
      if (turn !== latest) return;
      planned(undefined);
      failureReported('plan the run', serializeError(error));
    }
  };
  const soon = debounced(() => void refresh(), PLAN_AFTER);
  const stops = [
    useRecipeStore.subscribe(soon),
    // Files may have been added during a run.
    useRunStore.subscribe(selectIsActive, (isActive) => {
      if (!isActive) soon();
    }),
    useWorkspaceStore.subscribe(({ workspace }) => workspace, soon),
  ];
  return () => stops.forEach((stop) => stop());
}

/** When a run ends, its buttons get another meaning. They are disabled briefly, so that a late click does not start anything. */
export function watchEnd(): Stop {
  const settle = debounced(() => runSettled(true), SETTLE_AFTER);
  return useRunStore.subscribe(selectIsActive, (isActive) => {
    if (isActive) return;
    runSettled(false);
    settle();
  });
}

import type { Workspace } from '../../workers/wire/payloads.ts';
import type { Recipe } from './recipe-address.ts';
import { selectRecipeProblem, useRecipeStore } from './recipe.ts';
import { selectReport, useDeviceStore } from './device/device.ts';
import { selectIsActive, useRunStore } from './runs/run.ts';
import { selectIsReading, useWorkspaceStore } from './workspace.ts';

/** Whether a run can start, and if not, why. */
export interface Readiness {
  canTrain: boolean;
  /** What is missing, in sentences; empty if Train only waits for a task to end. */
  reasons: string[];
}

interface Parts {
  workspace: Pick<Workspace, 'blockers' | 'files' | 'unlabelled'>;
  recipe: Pick<Recipe, 'unlabelled'>;
  configProblem: string | undefined;
  isReading: boolean;
  /** Train must wait for the device or a run, or has just ended one. */
  isBusy: boolean;
}

export function readinessOf({ workspace, recipe, configProblem, isReading, isBusy }: Parts): Readiness {
  const { blockers, files, unlabelled } = workspace;
  const isEmpty = files.length === 0 && blockers.length === 0;
  const reasons = isEmpty && !isReading ? ['There is no training file yet.'] : [...blockers];
  if (configProblem !== undefined) reasons.push(configProblem);
  if (recipe.unlabelled && unlabelled.length === 0) {
    reasons.push('There is no text without labels: add some, or do not learn from it.');
  }
  return { canTrain: !isBusy && !isReading && reasons.length === 0, reasons };
}

export function useReadiness(): Readiness {
  const workspace = useWorkspaceStore((store) => store.workspace);
  const isReading = useWorkspaceStore(selectIsReading);
  const isActive = useRunStore((store) => selectIsActive(store) || store.isSettling);
  const hasDevice = useDeviceStore((store) => selectReport(store) !== undefined);
  const recipe = useRecipeStore((store) => store.recipe);
  const configProblem = useRecipeStore(selectRecipeProblem);
  return readinessOf({ workspace, recipe, configProblem, isReading, isBusy: isActive || !hasDevice });
}

export function currentReadiness(): Readiness {
  const { workspace, reading } = useWorkspaceStore.getState();
  const hasDevice = selectReport(useDeviceStore.getState()) !== undefined;
  const run = useRunStore.getState();
  const isBusy = selectIsActive(run) || run.isSettling || !hasDevice;
  const { recipe, ...store } = useRecipeStore.getState();
  const configProblem = selectRecipeProblem({ recipe, ...store });
  return readinessOf({ workspace, recipe, configProblem, isReading: reading > 0, isBusy });
}

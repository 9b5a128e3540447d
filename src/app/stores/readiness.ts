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
  blockers: readonly string[];
  hasFiles: boolean;
  configProblem: string | undefined;
  /** Train must wait for the device, a file or a run, or has just ended one. */
  isBusy: boolean;
}

export function readinessOf({ blockers, hasFiles, configProblem, isBusy }: Parts): Readiness {
  const missing = hasFiles || blockers.length > 0 ? blockers : ['There is no training file yet.'];
  const reasons = configProblem === undefined ? [...missing] : [...missing, configProblem];
  return { canTrain: !isBusy && reasons.length === 0, reasons };
}

export function useReadiness(): Readiness {
  const workspace = useWorkspaceStore((store) => store.workspace);
  const isReading = useWorkspaceStore(selectIsReading);
  const isActive = useRunStore((store) => selectIsActive(store) || store.isSettling);
  const hasDevice = useDeviceStore((store) => selectReport(store) !== undefined);
  const configProblem = useRecipeStore(selectRecipeProblem);
  const isBusy = isReading || isActive || !hasDevice;
  return readinessOf({ blockers: workspace.blockers, hasFiles: workspace.files.length > 0, configProblem, isBusy });
}

export function currentReadiness(): Readiness {
  const { workspace, reading } = useWorkspaceStore.getState();
  const hasDevice = selectReport(useDeviceStore.getState()) !== undefined;
  const run = useRunStore.getState();
  const isBusy = reading > 0 || selectIsActive(run) || run.isSettling || !hasDevice;
  const configProblem = selectRecipeProblem(useRecipeStore.getState());
  return readinessOf({ blockers: workspace.blockers, hasFiles: workspace.files.length > 0, configProblem, isBusy });
}

import { comparing } from '../../src/app/actions/comparison.ts';
import { countingStatistics } from '../../src/app/actions/statistics.ts';
import { readings } from '../../src/app/actions/file-readings.ts';
import { inspecting } from '../../src/app/actions/inside.ts';
import { scoring, tagging } from '../../src/app/actions/inspect.ts';
import { keptFiles } from '../../src/app/actions/kept-files.ts';
import { slicing } from '../../src/app/actions/slices.ts';
import { runArchive } from '../../src/app/actions/run-archive.ts';
import { workspaceSession } from '../../src/app/actions/workspace-session.ts';
import { runLock } from '../../src/app/actions/run-locks.ts';
import { resetStores as resetAll } from '../../src/app/stores/create-store.ts';
import { series } from '../../src/app/stores/series.ts';

/** Resets all stores to those of a newly opened page. */
export function resetStores(): void {
  for (const task of [tagging, scoring, inspecting, slicing, comparing, countingStatistics]) task.discard();
  readings.reset();
  keptFiles.clear();
  runArchive.close();
  workspaceSession.close();
  runLock.release();
  series.clear();
  resetAll();
}

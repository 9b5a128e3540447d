import { readings } from '../../src/app/files/readings.ts';
import { keptFiles } from '../../src/app/files/kept-files.ts';
import { runArchive } from '../../src/app/keep/run-archive.ts';
import { workspaceSession } from '../../src/app/keep/workspace/session.ts';
import { runLock } from '../../src/app/keep/run-locks.ts';
import { resetStores as resetAll } from '../../src/app/stores/create-store.ts';
import { series } from '../../src/app/stores/runs/series.ts';

/** Resets all stores, and the address, to those of a newly opened page. */
export function resetStores(): void {
  if ('document' in globalThis) history.replaceState(null, '', location.pathname); // of a page that an earlier test opened
  readings.reset();
  keptFiles.clear();
  runArchive.close();
  workspaceSession.close();
  runLock.release();
  series.clear();
  resetAll();
}

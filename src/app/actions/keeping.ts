import { runStorage } from '../storage/run-storage.ts';
import { runArchive } from './run-archive.ts';
import { watchRuns } from './record-runs.ts';

/** Records runs, and keeps them in the browser's storage. Loaded after the first paint. */
export function startKeeping(): void {
  watchRuns();
  void runArchive.open(Promise.resolve(runStorage()));
}

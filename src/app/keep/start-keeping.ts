import { readSample } from '../stores/recipe-address.ts';
import { runStorage } from './run-storage.ts';
import { workspaceStorage } from './workspace-storage.ts';
import { watchRuns } from './record-runs.ts';
import { runArchive } from './run-archive.ts';
import { loadSample } from '../files/sample.ts';
import { hasKeptWorkspace } from './workspace/mark.ts';
import { workspaceSession } from './workspace/session.ts';

/** Records runs, stores runs and workspace in the browser, and restores them. Loaded after the first paint. */
export async function startKeeping(): Promise<void> {
  watchRuns();
  const hasLoadedSample = !hasKeptWorkspace(); // loading the sample has already started
  await runArchive.open(Promise.resolve(runStorage()));
  const isRestored = await workspaceSession.open(workspaceStorage(), !hasLoadedSample);
  if (!isRestored && !hasLoadedSample && readSample(location.search)) await loadSample();
}

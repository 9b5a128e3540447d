import { takeKeptFiles } from '../../src/app/actions/kept-files.ts';
import { runArchive } from '../../src/app/actions/run-archive.ts';
import { runLock } from '../../src/app/actions/run-locks.ts';
import { resetStores as resetAll } from '../../src/app/stores/create-store.ts';
import { series } from '../../src/app/stores/series.ts';

/** A page on which nothing has happened yet. */
export function resetStores(): void {
  resetAll();
  series.clear();
  runArchive.close();
  runLock.release();
  takeKeptFiles(() => true);
}

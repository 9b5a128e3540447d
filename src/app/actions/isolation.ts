import type { Milliseconds } from '../../lib/units.ts';
import { registerServiceWorker, reloadMark } from './registration.ts';

/** A page that waits longer for its service worker starts without it. The next one has it. */
const PATIENCE: Milliseconds = 4000;

/**
 * For a page whose host sends no headers: the service worker adds them, and with them the page may use all threads, but only a page
 * that is loaded after the worker took over. Called before anything else runs, so that nothing is lost by loading it again.
 *
 * @returns whether the page is being loaded again. It is not if that was tried and did not help: without support one thread must do.
 */
export async function isolate(): Promise<boolean> {
  // A page in a frame is isolated only if those around it are.
  if (window.top !== window || reloadMark.isSet() || !(await isActive())) return false;
  if (!reloadMark.set()) return false;
  location.reload();
  return true;
}

/** Whether the service worker answers the next page of this address. */
async function isActive(): Promise<boolean> {
  const active = registerServiceWorker().then(
    () => navigator.serviceWorker.ready.then(() => true),
    () => false, // browsers refuse it in private windows, for instance
  );
  const late = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), PATIENCE);
  });
  return Promise.race([active, late]);
}

import type { Milliseconds } from '../../../lib/units.ts';
import { registerServiceWorker, reloadMark } from './registration.ts';

/** How long the page waits for its service worker before it starts without it. */
const PATIENCE: Milliseconds = 4000;

/**
 * For a page whose host does not send the isolation headers, which enable all threads: the service worker adds them, but only to a page
 * that is loaded after it took control. Called before anything else runs, so that a reload loses nothing.
 *
 * @returns whether the page is being reloaded. A second attempt is not made: the page then runs with one thread.
 */
export async function isolate(): Promise<boolean> {
  // A framed page is isolated only if its ancestors are.
  if (window.top !== window || reloadMark.isSet() || !(await isActive())) return false;
  if (!reloadMark.set()) return false;
  location.reload();
  return true;
}

/** Whether the service worker will serve the next load of this page. */
async function isActive(): Promise<boolean> {
  const active = registerServiceWorker().then(
    () => navigator.serviceWorker.ready.then(() => true),
    () => false, // for instance in private windows
  );
  const late = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), PATIENCE);
  });
  return Promise.race([active, late]);
}

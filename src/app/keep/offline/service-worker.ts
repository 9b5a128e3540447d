import type { Milliseconds } from '../../../lib/units.ts';
import { studioStored, updateFound } from './store.ts';
import { registerServiceWorker, reloadMark } from './registration.ts';

/** How often an open page checks for a newer version. */
const LOOK_EVERY: Milliseconds = 60 * 60 * 1000;

/**
 * Stores the studio in the browser, so that it opens offline, and checks for newer versions. Called when the page is idle.
 */
export async function installStudio(): Promise<void> {
  if (crossOriginIsolated) reloadMark.remove();
  if (isServedHere()) return;
  const registration = await registerServiceWorker().catch(() => undefined); // denied or offline: the next page tries again
  if (registration === undefined) return;
  watchForUpdates(registration);
  const { active } = await navigator.serviceWorker.ready;
  if (active && (await isStoredBy(active))) studioStored();
}

/** Activates the waiting version in this tab. Other tabs keep the old version until they are reloaded. */
export async function applyUpdate(): Promise<void> {
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
  if (!waiting) return location.reload(); // another tab activated it
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('activate');
}

/**
 * Whether a local server sends the headers: `tagsmith studio`, `npm start`. A service worker has no benefit then, and would still show the
 * studio after another program uses the same port.
 */
function isServedHere(): boolean {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
  return isLocal && crossOriginIsolated && navigator.serviceWorker.controller === null;
}

function watchForUpdates(registration: ServiceWorkerRegistration): void {
  const look = () => {
    if (registration.active && registration.waiting) updateFound();
  };
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
  look();
  const update = () => void registration.update().catch(() => removeIfGone(registration));
  setInterval(update, LOOK_EVERY);
  update();
}

/** Unregisters the service worker if the studio is gone from the server. */
async function removeIfGone(registration: ServiceWorkerRegistration): Promise<void> {
  const answer = await fetch(new URL('sw.js', document.baseURI), { cache: 'no-store' }).catch(() => undefined); // offline
  if (answer?.status === 404) await registration.unregister();
}

/** Asks the worker to store missing files. @returns whether all files are stored */
function isStoredBy(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
    worker.postMessage('store', [port2]);
  });
}

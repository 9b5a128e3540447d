import type { Milliseconds } from '../../lib/units.ts';
import { studioStored, updateFound } from '../stores/installation.ts';
import { registerServiceWorker, reloadMark } from './registration.ts';

/** How often an open page looks for a newer version. */
const LOOK_EVERY: Milliseconds = 60 * 60 * 1000;

/**
 * Has the browser keep the studio, so that it opens without a network, and looks for newer versions. Called when the page is at rest.
 */
export async function installStudio(): Promise<void> {
  if (crossOriginIsolated) reloadMark.remove();
  if (isServedHere()) return;
  const registration = await registerServiceWorker().catch(() => undefined); // refused, or no network: the next page tries again
  if (registration === undefined) return;
  watchForUpdates(registration);
  const { active } = await navigator.serviceWorker.ready;
  if (active && (await isStoredBy(active))) studioStored();
}

/** Takes the newer version that waits, in this tab. Other tabs stay as they are until they are loaded again. */
export async function applyUpdate(): Promise<void> {
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting;
  if (!waiting) return location.reload(); // another tab took it
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('activate');
}

/**
 * Whether a server on this machine sends the headers: `tagsmith studio`, `npm start`. Nothing is gained then, and after another program
 * took the same port, the browser would still show the studio there.
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

/** Where there is no studio any more, the browser must not show one. */
async function removeIfGone(registration: ServiceWorkerRegistration): Promise<void> {
  const answer = await fetch(new URL('sw.js', document.baseURI), { cache: 'no-store' }).catch(() => undefined); // no network
  if (answer?.status === 404) await registration.unregister();
}

/** Has the worker store what is not stored yet. */
function isStoredBy(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
    worker.postMessage('store', [port2]);
  });
}

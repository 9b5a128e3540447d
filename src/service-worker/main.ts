/** Entry of the service worker. */
import { PAGE, type Build } from './build.ts';
import { StoredVersions } from './stored-versions.ts';

/** Filled in by scripts/service-worker.ts. */
declare const BUILD: Build;

const worker = self as unknown as ServiceWorkerGlobalScope;
const { scope } = worker.registration;
const versions = new StoredVersions(BUILD, scope, caches, (input, init) => fetch(input, init));

worker.addEventListener('install', (event) => {
  // The first version takes control immediately, since the page waits for its headers. Later ones are stored completely before they wait.
  event.waitUntil(worker.registration.active === null ? worker.skipWaiting() : versions.store());
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([worker.clients.claim(), versions.discardOld()]));
});

worker.addEventListener('fetch', (event) => {
  const path = pathOf(event.request);
  if (path !== undefined) event.respondWith(answer(path, event.request));
});

worker.addEventListener('message', (event) => {
  const { data, ports } = event;
  if (data === 'activate') event.waitUntil(worker.skipWaiting());
  if (data === 'store') {
    const report = (isStored: boolean) => ports[0]?.postMessage(isStored);
    const stored = versions.store();
    event.waitUntil(
      stored.then(
        () => report(true),
        () => report(false), // no network or no storage space: the next page tries again
      ),
    );
  }
});

/** The requested file; undefined if it does not belong to the studio. */
function pathOf({ method, mode, url }: Request): string | undefined {
  const [address = ''] = url.split(/[?#]/);
  if (method !== 'GET' || !address.startsWith(scope)) return undefined;
  const path = address.slice(scope.length) || PAGE;
  return versions.has(path) && (mode !== 'navigate' || path === PAGE) ? path : undefined;
}

async function answer(path: string, request: Request): Promise<Response> {
  // If the browser's storage is broken or denied, use the network.
  const stored = await versions.find(path).catch(() => undefined);
  return stored ?? versions.withHeaders(await versions.load(path, request));
}

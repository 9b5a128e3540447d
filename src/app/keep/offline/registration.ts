import { tabText } from '../../../lib/browser-text.ts';

const RELOAD_MARK = 'tagsmith.isolating';

/** Registers `sw.js`, which is in the same folder as the page. It is never served from the HTTP cache. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' });
}

/** Marks that this tab was reloaded for isolation, so that this happens only once. */
export const reloadMark = {
  isSet: (): boolean => tabText.read(RELOAD_MARK) !== null,
  /** @returns whether it could be set: without a mark the page could reload forever */
  set: (): boolean => tabText.write(RELOAD_MARK, ''),
  remove: (): void => void tabText.write(RELOAD_MARK, undefined),
};

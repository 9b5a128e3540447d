const RELOAD_MARK = 'tagsmith.isolating';

/** Registers `sw.js`, which is in the same folder as the page. It is never served from the HTTP cache. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' });
}

/** Marks that this tab was reloaded for isolation, so that this happens only once. */
export const reloadMark = {
  isSet(): boolean {
    try {
      return sessionStorage.getItem(RELOAD_MARK) !== null;
    } catch {
      return true; // storage is denied: without a mark the page could reload forever
    }
  },
  /** @returns whether it could be set */
  set(): boolean {
    try {
      sessionStorage.setItem(RELOAD_MARK, '');
      return true;
    } catch {
      return false;
    }
  },
  remove(): void {
    try {
      sessionStorage.removeItem(RELOAD_MARK);
    } catch {
      // nor could it be set
    }
  },
};

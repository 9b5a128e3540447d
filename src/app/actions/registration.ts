const RELOAD_MARK = 'tagsmith.isolating';

/** `sw.js` lies beside the page, wherever that is. It is never taken from the browser's HTTP cache. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' });
}

/** That this tab was loaded again to be isolated, so that it happens once. */
export const reloadMark = {
  isSet(): boolean {
    try {
      return sessionStorage.getItem(RELOAD_MARK) !== null;
    } catch {
      return true; // storage is denied: without a mark it could happen without end
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

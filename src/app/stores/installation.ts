import { createStore } from './create-store.ts';

/** What the browser keeps of the studio itself. */
interface Installation {
  /** All of it: the page opens without a network. */
  isStored: boolean;
  /** A newer version waits until it is taken. */
  hasUpdate: boolean;
}

export const useInstallationStore = createStore<Installation>({ isStored: false, hasUpdate: false });

export function studioStored(): void {
  useInstallationStore.setState({ isStored: true });
}

export function updateFound(): void {
  useInstallationStore.setState({ hasUpdate: true });
}

/** Until the page is opened the next time. */
export function updateDismissed(): void {
  useInstallationStore.setState({ hasUpdate: false });
}

import { createStore } from '../../stores/create-store.ts';

/** The state of the installed studio. */
interface Installation {
  /** Whether all files are stored, so that the page opens offline. */
  isStored: boolean;
  /** Whether a newer version is waiting to be activated. */
  hasUpdate: boolean;
}

export const useInstallationStore = createStore<Installation>({ isStored: false, hasUpdate: false });

export function studioStored(): void {
  useInstallationStore.setState({ isStored: true });
}

export function updateFound(): void {
  useInstallationStore.setState({ hasUpdate: true });
}

/** Dismisses the notice until the page is opened the next time. */
export function updateDismissed(): void {
  useInstallationStore.setState({ hasUpdate: false });
}

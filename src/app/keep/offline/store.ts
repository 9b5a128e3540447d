import type { Milliseconds } from '../../../lib/units.ts';
import { createStore } from '../../stores/create-store.ts';

/** The state of the installed studio. */
interface Installation {
  /** Whether all files are stored, so that the page opens offline. */
  isStored: boolean;
  /** Since when a newer version is waiting to be activated, in milliseconds since 1970. */
  updateAt: Milliseconds | undefined;
}

export const useInstallationStore = createStore<Installation>({ isStored: false, updateAt: undefined });

export function studioStored(): void {
  useInstallationStore.setState({ isStored: true });
}

export function updateFound(): void {
  useInstallationStore.setState({ updateAt: Date.now() });
}

/** Dismisses the notice until the page is opened the next time. */
export function updateDismissed(): void {
  useInstallationStore.setState({ updateAt: undefined });
}

import * as v from 'valibot';
import { localText } from '../../lib/browser-text.ts';
import { createPersistedStore } from './create-store.ts';

/** Preferences of the user, shared by all pages of this browser. */
interface Preferences {
  /** Whether runs are stored in this browser. */
  isKeepingRuns: boolean;
  /** Whether single-letter shortcuts are enabled (WCAG 2.1.4 requires that they can be switched off). */
  hasShortcuts: boolean;
  /** Entities with a lower probability are drawn faintly; in [0, 1]. */
  faintBelow: number;
}

export const PREFERENCES_KEY = 'tagsmith.preferences';

export const usePreferenceStore = createPersistedStore<Preferences>({
  key: PREFERENCES_KEY,
  initial: { isKeepingRuns: localText.isAvailable(), hasShortcuts: true, faintBelow: 0.5 },
  fields: {
    isKeepingRuns: v.boolean(),
    hasShortcuts: v.boolean(),
    faintBelow: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  },
});

export function keepingSwitched(isKeepingRuns: boolean): void {
  usePreferenceStore.setState({ isKeepingRuns });
}

export function shortcutsSwitched(hasShortcuts: boolean): void {
  usePreferenceStore.setState({ hasShortcuts });
}

export function faintnessChosen(faintBelow: number): void {
  usePreferenceStore.setState({ faintBelow });
}

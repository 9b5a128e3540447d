import * as v from 'valibot';
import { createPersistedStore, hasLocalStorage } from './create-store.ts';

/** What a person has chosen for this browser. All its pages have the same. */
interface Preferences {
  /** Runs stay in this browser when the page is closed. */
  isKeepingRuns: boolean;
  /** Single letters do something: they can be switched off (WCAG 2.1.4). */
  hasShortcuts: boolean;
  /** Entities that are less probable are drawn faintly; in [0, 1]. */
  faintBelow: number;
}

export const PREFERENCES_KEY = 'tagsmith.preferences';

export const usePreferenceStore = createPersistedStore<Preferences>({
  key: PREFERENCES_KEY,
  initial: { isKeepingRuns: hasLocalStorage(), hasShortcuts: true, faintBelow: 0.5 },
  schema: v.partial(
    v.object({
      isKeepingRuns: v.boolean(),
      hasShortcuts: v.boolean(),
      faintBelow: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
    }),
  ),
  readEarlier: (read) => ({
    isKeepingRuns: hasLocalStorage() && read('tagsmith.runs') !== 'not kept',
    hasShortcuts: read('tagsmith.shortcuts') !== 'off',
  }),
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

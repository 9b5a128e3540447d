import { create } from 'zustand';

/** What is looked at: nothing of it outlives the page, but whether keys are shortcuts. */
interface ViewStore {
  /** The column shown where there is room for one only. */
  tab: ViewTab;
  /** The entity type under the pointer, emphasised everywhere. */
  activeType: string | undefined;
  /** The epoch under the crosshair of the charts: matrix and scores are of it, too. */
  pointedEpoch: number | undefined;
  lossScale: 'linear' | 'log';
  scoresOf: 'best' | 'latest';
  isHelpOpen: boolean;
  areSettingsOpen: boolean;
  /** Single letters do something: they can be switched off (WCAG 2.1.4). */
  hasShortcuts: boolean;
}

export type ViewTab = 'data' | 'run' | 'try';

/** In the browser's storage: another visit knows it too. */
const SHORTCUTS = 'tagsmith.shortcuts';

export const useViewStore = create<ViewStore>()(() => ({
  tab: 'data',
  activeType: undefined,
  pointedEpoch: undefined,
  lossScale: 'linear',
  scoresOf: 'best',
  isHelpOpen: false,
  areSettingsOpen: false,
  hasShortcuts: remembered(SHORTCUTS) !== 'off',
}));

export function tabChosen(tab: ViewTab): void {
  useViewStore.setState({ tab });
}

export function typePointedAt(activeType: string | undefined): void {
  useViewStore.setState({ activeType });
}

export function epochPointedAt(pointedEpoch: number | undefined): void {
  useViewStore.setState({ pointedEpoch });
}

export function lossScaleChosen(lossScale: ViewStore['lossScale']): void {
  useViewStore.setState({ lossScale });
}

export function scoresChosen(scoresOf: ViewStore['scoresOf']): void {
  useViewStore.setState({ scoresOf });
}

export function helpToggled(isHelpOpen: boolean): void {
  useViewStore.setState({ isHelpOpen });
}

export function settingsToggled(): void {
  useViewStore.setState(({ areSettingsOpen }) => ({ areSettingsOpen: !areSettingsOpen }));
}

export function shortcutsSwitched(hasShortcuts: boolean): void {
  useViewStore.setState({ hasShortcuts });
  try {
    localStorage.setItem(SHORTCUTS, hasShortcuts ? 'on' : 'off');
  } catch {
    // A browser that stores nothing: it is so until the page is closed.
  }
}

function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

import type { FileId } from '../../workers/wire/payloads.ts';
import { createStore } from './create-store.ts';

/** View state that is not persisted. */
interface ViewStore {
  /** The column that narrow pages show. */
  tab: ViewTab;
  /** The entity type under the pointer, which is emphasised on the whole page. */
  activeType: string | undefined;
  /** The epoch under the crosshair of the charts, which matrix and scores also show. */
  pointedEpoch: number | undefined;
  lossScale: 'linear' | 'log';
  scoresOf: 'best' | 'latest';
  isHelpOpen: boolean;
  areSettingsOpen: boolean;
  /** Cards that the user opened or closed. */
  cards: Readonly<Partial<Record<CardId, boolean>>>;
}

export type CardId = FileId | 'model';

export type ViewTab = 'data' | 'run' | 'try';

export const useViewStore = createStore<ViewStore>({
  tab: 'data',
  activeType: undefined,
  pointedEpoch: undefined,
  lossScale: 'linear',
  scoresOf: 'best',
  isHelpOpen: false,
  areSettingsOpen: false,
  cards: {},
});

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

export function cardToggled(id: CardId, isOpen: boolean): void {
  useViewStore.setState(({ cards }) => ({ cards: { ...cards, [id]: isOpen } }));
}

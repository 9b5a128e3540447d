import type { SpanType } from '../../annotation/sets/set.ts';
import type { FileId } from '../../workers/wire/payloads.ts';
import { createStore } from './create-store.ts';

/** View state that is not persisted. */
interface ViewStore {
  /** The column that narrow pages show. */
  tab: ViewTab;
  /** The entity type under the pointer, which is emphasised on the whole page. */
  activeType: string | undefined;
  /** Types of the open annotation set, whose colours the whole page uses; undefined: no set is open. */
  annotatedTypes: readonly SpanType[] | undefined;
  /** The epoch under the crosshair of the charts, which matrix and scores also show. */
  pointedEpoch: number | undefined;
  lossScale: 'linear' | 'log';
  /** Whether the charts show training from inside. */
  areSignalsOpen: boolean;
  scoresOf: 'best' | 'latest';
  /** The open dialog. */
  dialog: OpenDialog | undefined;
  areSettingsOpen: boolean;
  /** The file chosen to be scored or tagged; undefined: the first suitable one. */
  chosenFile: FileId | undefined;
  /** Cards that the user opened or closed. */
  cards: Readonly<Partial<Record<CardId, boolean>>>;
}

/** A dialog, which its feature shows, and what it is about. */
export type OpenDialog =
  | { name: 'help' | 'compare' | 'export' }
  | { name: 'statistics' | 'label-check'; file: { id: FileId; name: string } };

export type CardId = FileId | 'model';

export type ViewTab = 'data' | 'run' | 'try';

export const useViewStore = createStore<ViewStore>({
  tab: 'data',
  activeType: undefined,
  annotatedTypes: undefined,
  pointedEpoch: undefined,
  lossScale: 'linear',
  areSignalsOpen: false,
  scoresOf: 'best',
  dialog: undefined,
  areSettingsOpen: false,
  chosenFile: undefined,
  cards: {},
});

export function tabChosen(tab: ViewTab): void {
  useViewStore.setState({ tab });
}

export function typePointedAt(activeType: string | undefined): void {
  useViewStore.setState({ activeType });
}

export function typesAnnotated(annotatedTypes: readonly SpanType[] | undefined): void {
  useViewStore.setState({ annotatedTypes });
}

export function epochPointedAt(pointedEpoch: number | undefined): void {
  useViewStore.setState({ pointedEpoch });
}

export function lossScaleChosen(lossScale: ViewStore['lossScale']): void {
  useViewStore.setState({ lossScale });
}

export function signalsToggled(): void {
  useViewStore.setState(({ areSignalsOpen }) => ({ areSignalsOpen: !areSignalsOpen }));
}

export function scoresChosen(scoresOf: ViewStore['scoresOf']): void {
  useViewStore.setState({ scoresOf });
}

export function dialogOpened(dialog: OpenDialog): void {
  useViewStore.setState({ dialog });
}

export function dialogClosed(): void {
  useViewStore.setState({ dialog: undefined });
}

/** The file that a dialog is about; undefined: this dialog is closed. */
export const selectDialogFile = (name: 'statistics' | 'label-check') => (store: ViewStore) =>
  store.dialog?.name === name ? store.dialog.file : undefined;

export const selectIsOpen =
  (name: OpenDialog['name']) =>
  (store: ViewStore): boolean =>
    store.dialog?.name === name;

export function settingsToggled(): void {
  useViewStore.setState(({ areSettingsOpen }) => ({ areSettingsOpen: !areSettingsOpen }));
}

export function fileChosen(chosenFile: FileId): void {
  useViewStore.setState({ chosenFile });
}

export function cardToggled(id: CardId, isOpen: boolean): void {
  useViewStore.setState(({ cards }) => ({ cards: { ...cards, [id]: isOpen } }));
}

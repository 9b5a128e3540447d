import type { ExportRequest } from '../../../workers/wire/payloads.ts';
import { createStore } from '../../stores/create-store.ts';

type Card = Required<ExportRequest>['card'];

/** The dialog with the ways to export the model. */
interface ExportStore {
  /** Whether a file is being written. */
  isSaving: boolean;
  /** Commands to run with the saved files on a cluster; undefined until they are saved. */
  clusterLines: string | undefined;
  /** Details for the model card, which are kept when the dialog is closed. */
  card: Card;
}

export const useExportStore = createStore<ExportStore>({ isSaving: false, clusterLines: undefined, card: {} });

export function clusterSaved(clusterLines: string | undefined): void {
  useExportStore.setState({ clusterLines });
}

export function cardChanged(changes: Card): void {
  useExportStore.setState(({ card }) => ({ card: { ...card, ...changes } }));
}

export function savingChanged(isSaving: boolean): void {
  useExportStore.setState({ isSaving });
}

import type { SerializedError } from '../../lib/errors.ts';
import type { ExportRequest, ExportSize, ExportSizes } from '../../workers/wire/payloads.ts';
import { createStore } from './create-store.ts';

/** The dialog with the ways to export the model. */
interface ExportStore {
  isOpen: boolean;
  /** The sizes of the model; undefined while they are measured. */
  found: ExportSizes | undefined;
  error: SerializedError | undefined;
  /** Whether a file is being written. */
  isSaving: boolean;
  /** Whether a student is being trained. */
  isDistilling: boolean;
  /** Commands to run with the saved files on a cluster; undefined until they are saved. */
  clusterLines: string | undefined;
  /** Details for the model card, which are kept when the dialog is closed. */
  card: Card;
}

type Card = Required<ExportRequest>['card'];

const CLOSED = {
  isOpen: false,
  found: undefined,
  error: undefined,
  isSaving: false,
  isDistilling: false,
  clusterLines: undefined,
};

export const useExportStore = createStore<ExportStore>({ ...CLOSED, card: {} });

export function exportOpened(): void {
  useExportStore.setState({ ...CLOSED, isOpen: true });
}

export function exportClosed(): void {
  useExportStore.setState(CLOSED);
}

export function exportMeasured(found: ExportSizes): void {
  useExportStore.setState({ found });
}

export function exportFailed(error: SerializedError): void {
  useExportStore.setState({ error });
}

export function distillingChanged(isDistilling: boolean): void {
  useExportStore.setState(isDistilling ? { isDistilling, error: undefined } : { isDistilling });
}

export function studentTrained(student: ExportSize): void {
  useExportStore.setState(({ found }) => ({
    found: found && { ...found, sizes: [...found.sizes.filter(({ size }) => size !== student.size), student] },
  }));
}

export function clusterSaved(clusterLines: string): void {
  useExportStore.setState({ clusterLines });
}

export function cardChanged(changes: Card): void {
  useExportStore.setState(({ card }) => ({ card: { ...card, ...changes } }));
}

export function savingChanged(isSaving: boolean): void {
  useExportStore.setState({ isSaving });
}

import type { SerializedError } from '../../lib/errors.ts';
import type { FileStatistics } from '../../workers/wire/statistics.ts';
import { createStore } from './create-store.ts';

/** The dialog with the statistics of a file. */
export interface StatisticsStore {
  /** The name of the file; undefined: the dialog is closed. */
  file: string | undefined;
  found: FileStatistics | undefined;
  error: SerializedError | undefined;
}

const CLOSED = { file: undefined, found: undefined, error: undefined };

export const useStatisticsStore = createStore<StatisticsStore>(CLOSED);

export function statisticsOpened(file: string): void {
  useStatisticsStore.setState({ ...CLOSED, file });
}

export function statisticsLoaded(found: FileStatistics): void {
  useStatisticsStore.setState({ found });
}

export function statisticsFailed(error: SerializedError): void {
  useStatisticsStore.setState({ error });
}

export function statisticsClosed(): void {
  useStatisticsStore.setState(CLOSED);
}

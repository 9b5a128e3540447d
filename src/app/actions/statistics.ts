import { serializeError } from '../../lib/errors.ts';
import type { FileId } from '../../workers/wire/payloads.ts';
import { ask } from '../bridge.ts';
import { statisticsClosed, statisticsFailed, statisticsLoaded, statisticsOpened } from '../stores/statistics.ts';
import { LatestTask } from './tasks.ts';

export const countingStatistics = new LatestTask();

/** Opens the dialog with the statistics of a file. */
export async function showStatistics(id: FileId, name: string): Promise<void> {
  statisticsOpened(name);
  await countingStatistics.run(
    (signal) => ask('statistics', { id }, signal),
    statisticsLoaded,
    (error) => statisticsFailed(serializeError(error)),
  );
}

export function closeStatistics(): void {
  countingStatistics.discard();
  statisticsClosed();
}

import { serializeError, StudioError } from '../../lib/errors.ts';
import type { FileId } from '../../workers/wire/payloads.ts';
import { ask } from '../bridge.ts';
import { comparisonChanged } from '../stores/comparison.ts';
import { runArchive } from './run-archive.ts';
import { LatestTask } from './tasks.ts';
import type { RunRecord } from '../stores/history.ts';

/** A model to compare: that of a run, or, without `run`, the current model. */
export interface ComparedModel {
  name: string;
  run: RunRecord['id'] | undefined;
}

export const comparing = new LatestTask();

/** Compares two models on a file, or, without one, on dev. */
export async function compareModels(
  models: readonly [ComparedModel, ComparedModel],
  file: FileId | undefined,
): Promise<void> {
  comparisonChanged({ phase: 'running' });
  await comparing.run(
    async (signal) => {
      const [first, second] = await Promise.all([bundleOf(models[0]), bundleOf(models[1])]);
      return ask('compareModels', { models: [first, second], file }, signal);
    },
    (found) => comparisonChanged({ phase: 'done', found: { ...found, names: [models[0].name, models[1].name] } }),
    (cause) => {
      const error = serializeError(cause);
      comparisonChanged(error.code === 'Cancelled' ? { phase: 'none' } : { phase: 'failed', error });
    },
  );
}

export function cancelComparison(): void {
  comparing.abort();
}

/** The exported model of a run; undefined for the current model. @throws StudioError BadModel if it was deleted */
export async function bundleOf({ name, run }: ComparedModel): Promise<Blob | undefined> {
  if (run === undefined) return undefined;
  const bundle = await runArchive.model(run);
  if (bundle !== undefined) return bundle;
  throw new StudioError('BadModel', `The model of ${name} is no longer in this browser. Choose another one.`);
}

import { serializeError } from '../../lib/errors.ts';
import { ask } from '../bridge.ts';
import type { RunRecord } from '../stores/history.ts';
import { otherModelFailed, otherModelInspected } from '../stores/other-model.ts';
import { bundleOf } from './comparison.ts';
import { LatestTask } from './tasks.ts';

const inspecting = new LatestTask();

/** Inspects a text with the stored model of a run. A later request cancels an earlier one. */
export function inspectWith({ id: run, name }: Pick<RunRecord, 'id' | 'name'>, text: string): Promise<void> {
  return inspecting.run(
    async (signal) => {
      const model = await bundleOf({ name, run });
      if (model === undefined) throw new Error(`${name} has no model`);
      return ask('inspectStored', { model, text }, signal);
    },
    (result) => otherModelInspected({ run, text, result }),
    (cause) => {
      const error = serializeError(cause);
      if (error.code !== 'Cancelled') otherModelFailed(error);
    },
  );
}

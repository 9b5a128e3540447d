import { createStore } from '../../../../stores/create-store.ts';
import type { RunRecord } from '../../../../stores/runs/history.ts';
import { bundleOf } from '../../../../keep/run-archive.ts';
import { ask } from '../../../../trainer/bridge.ts';
import { query } from '../../../../trainer/query.ts';

/** The run whose model Inside shows besides the current one. */
export const useOtherModelStore = createStore<{ run: RunRecord['id'] | undefined }>({ run: undefined });

export function otherModelChosen(run: RunRecord['id'] | undefined): void {
  useOtherModelStore.setState({ run });
}

interface Question extends Pick<RunRecord, 'id' | 'name'> {
  text: string;
}

/** A text as the stored model of a run tags it. */
export const otherInspection = query(async ({ id, name, text }: Question, signal) => {
  const model = await bundleOf({ name, run: id });
  if (model === undefined) throw new Error(`${name} has no model`);
  return ask('inspectStored', { model, text }, signal);
});

import { otherDecoderRow } from '../../../../../config/ablation.ts';
import type { RunConfig } from '../../../../../config/schema.ts';
import { createStore } from '../../../../stores/create-store.ts';
import { rowRunName, useHistoryStore, type RunRecord } from '../../../../stores/runs/history.ts';
import { bundleOf } from '../../../../keep/run-archive.ts';
import { ask } from '../../../../trainer/bridge.ts';
import { query } from '../../../../trainer/query.ts';
import { ablate } from '../../../../trainer/run.ts';

interface OtherModelStore {
  /** The run whose model Inside shows besides the current one. */
  run: RunRecord['id'] | undefined;
  /** A run that is trained for this: when its model is stored, it is the chosen one. */
  awaited: { name: string; before: readonly RunRecord['id'][] } | undefined;
}

export const useOtherModelStore = createStore<OtherModelStore>({ run: undefined, awaited: undefined });

export function otherModelChosen(run: RunRecord['id'] | undefined): void {
  useOtherModelStore.setState({ run, awaited: undefined });
}

/** The chosen run; undefined: none, or it is still trained. */
export function chosenRun(
  { run, awaited }: OtherModelStore,
  records: readonly RunRecord[],
): RunRecord['id'] | undefined {
  return awaited ? records.find(({ id, name }) => name === awaited.name && !awaited.before.includes(id))?.id : run;
}

/** Trains the model of a recipe with its other decoder, beside the model in use, and chooses it. */
export async function trainOtherDecoder(config: RunConfig): Promise<void> {
  const row = otherDecoderRow(config);
  const before = useHistoryStore.getState().records.map(({ id }) => id);
  useOtherModelStore.setState({ awaited: { name: rowRunName(row.label, config.seed), before } });
  await ablate([row], { config, seeds: 1, keepsModels: true, isAside: true });
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

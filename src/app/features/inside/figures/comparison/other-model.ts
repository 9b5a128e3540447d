import { otherDecoderRow } from '../../../../../config/ablation.ts';
import type { RunConfig } from '../../../../../config/schema.ts';
import { createStore } from '../../../../stores/create-store.ts';
import type { RunRecord } from '../../../../stores/runs/history.ts';
import { useStudyStore } from '../../../../stores/runs/study.ts';
import { selectModel, useWorkspaceStore } from '../../../../stores/workspace.ts';
import { bundleOf } from '../../../../keep/run-archive.ts';
import { ask } from '../../../../trainer/bridge.ts';
import { query } from '../../../../trainer/query.ts';
import { ablate } from '../../../../trainer/run.ts';
import { onUpdate } from '../../../../trainer/updates.ts';
import type { ModelInfo } from '../../../../../workers/wire/payloads.ts';

interface OtherModelStore {
  /** The run whose model Inside shows besides the current one, then those that it shows as long as that has no model. */
  runs: readonly RunRecord['id'][];
  /** The run that is trained for this, beside which model, and why it failed. */
  trained: { run: RunRecord['id']; beside: ModelInfo['id'] | undefined; problem?: string | undefined } | undefined;
}

export const useOtherModelStore = createStore<OtherModelStore>({ runs: [], trained: undefined });

export function otherModelChosen(run: RunRecord['id'] | undefined): void {
  useOtherModelStore.setState({ runs: run === undefined ? [] : [run], trained: undefined });
}

/** The chosen one of the runs with other models. */
export function chosenRun({ runs }: OtherModelStore, others: readonly RunRecord[]): RunRecord | undefined {
  const chosen = runs.find((run) => others.some(({ id }) => id === run));
  return others.find(({ id }) => id === chosen);
}

/** Trains the model of a recipe with its other decoder, beside the model in use, and chooses it. */
export async function trainOtherDecoder(config: RunConfig): Promise<void> {
  const beside = selectModel(useWorkspaceStore.getState())?.id;
  const started = ablate([otherDecoderRow(config)], { config, seeds: 1, keepsModels: true, isAside: true });
  const run = useStudyStore.getState().ablation!.runs[0]!.id;
  useOtherModelStore.setState(({ runs }) => ({ runs: [run, ...runs], trained: { run, beside } }));
  const stop = onUpdate('ablated', ({ run: { id, problem } }) => {
    stop();
    useOtherModelStore.setState(({ trained }) => (trained?.run === id ? { trained: { ...trained, problem } } : {}));
  });
  await started;
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

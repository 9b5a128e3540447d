import { ABLATION } from '../../config/ablation.ts';
import type { StudyUpdate } from '../../workers/wire/study.ts';
import { NOTHING_KEPT, recordsAdded, type RunRecord } from '../stores/history.ts';
import { useRecipeStore } from '../stores/recipe.ts';
import { useRunStore } from '../stores/run.ts';
import { useStudyStore } from '../stores/study.ts';
import { loadedData } from './record-runs.ts';
import { runArchive } from './run-archive.ts';

/** Stores a row of an ablation as a run with its model. */
export async function keepRow({ index, result, kept }: StudyUpdate & { kind: 'result' }): Promise<void> {
  const run = useStudyStore.getState().ablation?.runs[index];
  if (kept === undefined || result === undefined || run === undefined) return;
  const data = loadedData(kept.config);
  const usesVectors = ABLATION.find(({ label }) => label === run.label)?.vectors ?? true;
  const record: RunRecord = {
    id: crypto.randomUUID(),
    name: `${run.label}, seed ${run.seed}`,
    startedAt: Date.now() - 1000 * result.seconds,
    recipe: { presetId: useRecipeStore.getState().recipe.presetId, config: kept.config, seeds: 1 },
    from: 'scratch',
    parent: undefined,
    ...data,
    vectors: usesVectors ? data.vectors : undefined,
    sentences: useRunStore.getState().plan?.sentences ?? 0,
    reason: result.reason,
    epochs: kept.epochs,
    ...NOTHING_KEPT,
  };
  recordsAdded([record]);
  await runArchive.saveModel(record.id, { epoch: kept.epoch, f1: kept.f1 }, kept.bundle);
}

import type { StudyUpdate } from '../../workers/wire/study.ts';
import { recordsAdded, rowRunName, type RunRecord } from '../stores/runs/history.ts';
import { useRecipeStore } from '../stores/recipe.ts';
import { useStudyStore } from '../stores/runs/study.ts';
import { newRecord } from './new-record.ts';
import { runArchive } from './run-archive.ts';

/** Stores a row of an ablation as a run with its model. */
export async function keepRow({ index, result, kept }: StudyUpdate & { kind: 'result' }): Promise<void> {
  const run = useStudyStore.getState().ablation?.runs[index];
  if (kept === undefined || result === undefined || run === undefined) return;
  const { ABLATION } = await import('../../config/ablation.ts');
  const usesVectors = ABLATION.find(({ label }) => label === run.label)?.vectors ?? true;
  const record: RunRecord = {
    ...newRecord(kept.config, useRecipeStore.getState().recipe.presetId),
    name: rowRunName(run.label, run.seed),
    startedAt: Date.now() - 1000 * result.seconds,
    reason: result.reason,
    epochs: kept.epochs,
    ...(usesVectors ? {} : { vectors: undefined }),
  };
  recordsAdded([record]);
  await runArchive.saveModel(record.id, { epoch: kept.epoch, f1: kept.f1 }, kept.bundle);
}

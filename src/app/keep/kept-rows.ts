import { recordsAdded, rowRunName, type RunRecord } from '../stores/runs/history.ts';
import { useRecipeStore } from '../stores/recipe.ts';
import type { Updates } from '../trainer/updates.ts';
import { newRecord } from './new-record.ts';
import { runArchive } from './run-archive.ts';

/** Stores a row of an ablation as a run with its model. */
export async function keepRow({ run, kept }: Updates['ablated']): Promise<void> {
  const { result } = run;
  if (kept === undefined || result === undefined) return;
  const { TRAINABLE_ROWS } = await import('../../config/ablation.ts');
  const usesVectors = TRAINABLE_ROWS.find(({ label }) => label === run.label)?.vectors ?? true;
  const record: RunRecord = {
    ...newRecord(kept.config, useRecipeStore.getState().recipe.presetId),
    id: run.id,
    name: rowRunName(run.label, run.seed),
    startedAt: Date.now() - 1000 * result.seconds,
    reason: result.reason,
    epochs: kept.epochs,
    ...(usesVectors ? {} : { vectors: undefined }),
  };
  recordsAdded([record]);
  await runArchive.saveModel(record.id, { epoch: kept.epoch, f1: kept.f1 }, kept.bundle);
}

import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import type { Provenance } from '../../export/bundle-format.ts';
import { toBundle } from '../../export/model-bundle.ts';
import type { EpochReport } from '../../model/events.ts';
import type { StudyEvent } from '../../runs/study.ts';
import type { KeptRow } from '../wire/study.ts';

/**
 * Exports the model of a row like that of a run.
 *
 * @param parts metadata that the rows share
 * @returns undefined without a scored epoch, and for rows with less data, which are only for the learning curve
 */
export async function keptRow(
  { run: { label, config, vectors, share }, epochs, model, best }: StudyEvent & { kind: 'end' },
  parts: { stored: StoredVectors | undefined; provenance: Provenance },
): Promise<KeptRow | undefined> {
  if (best === undefined || share < 1) return undefined;
  const ofRow = vectors ? parts : { stored: undefined, provenance: { ...parts.provenance, vectors: undefined } };
  const provenance = { ...ofRow.provenance, bestEpoch: best.epoch, dev: best.scores };
  const bundle = await toBundle(model, provenance, ofRow.stored, best.weights);
  const { exportFiles } = await import('../../export/export-files.ts'); // contains the programs
  const contents = Object.values(exportFiles('zip', label, bundle, { precision: 'exact' }));
  return {
    config,
    epochs: epochs.map(recordedEpoch),
    epoch: best.epoch,
    f1: best.scores.overall.f1,
    bundle: new Blob(contents),
  };
}

/** The recorded part of an epoch: without the transitions, which are as large as everything else. */
export function recordedEpoch(event: EpochReport): KeptRow['epochs'][number] {
  const { transitions: _, ...report } = event;
  return report;
}

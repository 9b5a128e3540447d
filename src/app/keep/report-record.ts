import { presetById } from '../../config/presets.ts';
import { readFingerprints } from '../../config/recipe-file.ts';
import type { ErrorReport } from '../../eval/errors.ts';
import { bestEpochOf, type ReportedData, type RunReport } from '../../report/run-report.ts';
import type { RunRecord } from '../stores/runs/history.ts';

/** What is reported of a run of this browser. @param errors of its model on a file, if they are known */
export function reportOfRecord(record: RunRecord, errors: RunReport['errors']): RunReport {
  const { name, startedAt, recipe, device, reason, epochs, seeds, scored, kept } = record;
  const best = bestEpochOf(epochs)?.epoch;
  const shown = kept?.epochs.find(({ epoch }) => epoch === best) ?? kept?.epochs.at(-1);
  return {
    name,
    startedAt,
    preset: presetById(recipe.presetId)?.name ?? recipe.presetId,
    config: recipe.config,
    data: dataOf(record),
    device,
    reason,
    epochs,
    seeds: seeds.map(({ seed, reason: end, dev, test }) => ({
      seed,
      reason: end,
      dev: dev.overall,
      test: test?.overall,
    })),
    scored,
    matrix: kept && shown && { tags: kept.tags, ...shown.transitions },
    errors,
  };
}

function dataOf({ data, dev, vectors, sentences, fingerprints = '' }: RunRecord): ReportedData[] {
  const known = readFingerprints(fingerprints) ?? {};
  return [
    { role: 'train', files: data, fingerprint: known.train, sentences },
    { role: 'dev', files: dev, fingerprint: known.dev },
    ...(known.test === undefined
      ? []
      : [{ role: 'test', files: 'loaded beside them', fingerprint: known.test } as const]),
    ...(vectors === undefined ? [] : [{ role: 'vectors', files: vectors, fingerprint: known.vectors } as const]),
  ];
}

/** The listed errors of a report have at most this many sentences; all are counted. */
export function shortened(errors: ErrorReport, most: number): ErrorReport {
  return { ...errors, sentences: errors.sentences.slice(0, most) };
}

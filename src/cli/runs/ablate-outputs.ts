import { join } from 'node:path';
import { ABLATION_NOTE } from '../../config/ablation.ts';
import type { RunConfig } from '../../config/schema.ts';
import { byLabel, summarizeRuns } from '../../eval/runs.ts';
import { studyMarkdown } from '../../eval/study-table.ts';
import type { DeviceReport } from '../../devices/device.ts';
import { StudioError } from '../../lib/errors.ts';
import { rowRecord, runRecord, type RowResults } from './ablate-format.ts';
import { exists, writeAtomically } from '../files.ts';
import type { RunInputs } from '../../runs/inputs.ts';
import { describeData } from './train-outputs.ts';

const TABLE_FILE = 'ablation.md';
const FIGURES_FILE = 'ablation.json';

export interface Ablation {
  /** The recipe that the rows modify. */
  config: RunConfig;
  device: DeviceReport;
  rows: readonly RowResults[];
}

/** @throws StudioError BadInput if `out` contains an ablation, which may have taken hours, and `force` is not set */
export async function refuseToOverwriteAblation(out: string, force: boolean): Promise<void> {
  const path = join(out, FIGURES_FILE);
  if (force || !(await exists(path))) return;
  throw new StudioError(
    'BadInput',
    `An ablation already exists: ${path}. Choose another --out, or replace it with --force.`,
  );
}

/** @returns the paths of the written files */
export async function writeAblation(
  out: string,
  inputs: RunInputs,
  { config, device, rows }: Ablation,
): Promise<string[]> {
  const figures = {
    config,
    device,
    data: describeData(inputs),
    embeddings: inputs.vectors?.name,
    rows: rows.map((row) => ({
      ...rowRecord(row),
      changes: row.row.changes,
      runResults: row.results.map(runRecord),
    })),
  };
  const table = studyMarkdown(byLabel(rows.flatMap(({ results }) => results)).map(summarizeRuns), ABLATION_NOTE);
  const [figuresPath, tablePath] = [join(out, FIGURES_FILE), join(out, TABLE_FILE)];
  await writeAtomically(figuresPath, `${JSON.stringify(figures, null, 2)}\n`);
  await writeAtomically(tablePath, table);
  return [figuresPath, tablePath];
}

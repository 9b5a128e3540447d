import { basename } from 'node:path';
import { ablated, ABLATION_NOTE, type AblationRow } from '../config/ablation.ts';
import { throwIfAborted } from '../lib/errors.ts';
import { seedRuns, study, type StudyRun } from '../runs/study.ts';
import { ablationHeader, ablationLine, rowRecord, runRecord, type RowResults } from './ablate-format.ts';
import { refuseToOverwriteAblation, writeAblation } from './ablate-outputs.ts';
import type { AblateOptions } from './options.ts';
import { computeFeatures } from './encoder-features.ts';
import { makeFolder } from './files.ts';
import { RunDevice } from './run-device.ts';
import { runStudy, type RunOutcome } from './run-study.ts';
import type { Terminal } from './terminal.ts';
import { loadTrainInputs } from './train-inputs.ts';

/** `tagsmith ablate`. Aborting `signal` ends it after the current step; completed rows are written. */
export async function ablateCommand(terminal: Terminal, options: AblateOptions, signal: AbortSignal): Promise<void> {
  const { rows, seeds, out, json } = options;
  if (out !== undefined) await refuseToOverwriteAblation(out, options.force);
  const inputs = await loadTrainInputs(terminal, options, signal);
  if (out !== undefined) await makeFolder(out);
  const runDevice = new RunDevice(terminal, options.threads);
  const device = await runDevice.open(options.device);
  throwIfAborted(signal);

  const runs = studyRuns(options);
  await computeFeatures(
    terminal,
    runs.map(({ config }) => config),
    inputs,
    signal,
  );
  const events = study(runs, inputs.source, {
    signal,
    test: inputs.corpora.test?.sentences,
    device: runDevice,
  });
  const done: RunOutcome[] = [];
  const hasTest = inputs.corpora.test !== undefined;
  if (!json) terminal.print(ablationHeader(rows, seeds, hasTest));
  const prefix = (index: number, run: StudyRun) =>
    `${run.label}${seeds === 1 ? '' : `, seed ${(index % seeds) + 1} of ${seeds}`}: `;
  const { failure } = await runStudy(terminal, events, prefix, {
    end(run) {
      done.push(run);
      if (run.result !== undefined && json) terminal.print(JSON.stringify(runRecord(run.result)));
      const row = rows[Math.ceil(done.length / seeds) - 1]!;
      const isLast = done.length % seeds === 0 || signal.aborted;
      if (!json && isLast) terminal.print(ablationLine(resultsOf(row, done), rows, seeds, hasTest));
    },
  });
  const ablation = rows.map((row) => resultsOf(row, done)).filter(({ results }) => results.length > 0);
  if (ablation.length === 0) {
    throwIfAborted(signal);
    throw failure;
  }
  if (json) terminal.print(JSON.stringify({ rows: ablation.map(rowRecord) }));
  else terminal.note(ABLATION_NOTE);
  if (out !== undefined) {
    const paths = await writeAblation(out, inputs, { config: options.config, device, rows: ablation });
    terminal.note(`Wrote ${paths.map((path) => basename(path)).join(' and ')} to ${out}.`);
  }
  if (failure !== undefined) throw failure;
}

function studyRuns({ rows, config, seeds }: AblateOptions): StudyRun[] {
  return rows.flatMap((row) => seedRuns(row.label, ablated(config, row), seeds, row));
}

function resultsOf(row: AblationRow, runs: readonly RunOutcome[]): RowResults {
  const results = runs.flatMap(({ result }) => (result?.label === row.label ? [result] : []));
  return { row, results };
}

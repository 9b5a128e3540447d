import { basename } from 'node:path';
import { ablated, ABLATION_NOTE, type AblationRow } from '../config/ablation.ts';
import { throwIfAborted } from '../lib/errors.ts';
import { seedRuns, study, type StudyRun } from '../runs/study.ts';
import { ablationHeader, ablationLine, runRecord, rowRecord, type AblatedRow } from './ablate-format.ts';
import { refuseToReplace, writeAblation } from './ablate-outputs.ts';
import type { AblateOptions } from './arguments.ts';
import { makeFolder } from './files.ts';
import { followStudy, type FollowedRun } from './follow-study.ts';
import { RunDevice } from './run.ts';
import type { Terminal } from './terminal.ts';
import { loadTrainInputs } from './train-inputs.ts';

/** `tagsmith ablate`. An aborted `signal` ends it after the current step; the rows so far are written. */
export async function ablateCommand(terminal: Terminal, options: AblateOptions, signal: AbortSignal): Promise<void> {
  const { rows, seeds, out, json } = options;
  if (out !== undefined) await refuseToReplace(out, options.force);
  const inputs = await loadTrainInputs(terminal, options, signal);
  if (out !== undefined) await makeFolder(out);
  const runDevice = new RunDevice(terminal, options.threads);
  const device = await runDevice.open(options.device);
  throwIfAborted(signal);

  const events = study(studyRuns(options), inputs.source, {
    signal,
    test: inputs.corpora.test?.sentences,
    device: runDevice,
  });
  const done: FollowedRun[] = [];
  const hasTest = inputs.corpora.test !== undefined;
  if (!json) terminal.print(ablationHeader(rows, seeds, hasTest));
  const name = (index: number, run: StudyRun) =>
    `${run.label}${seeds === 1 ? '' : `, seed ${(index % seeds) + 1} of ${seeds}`}: `;
  const { failure } = await followStudy(terminal, events, name, {
    end(run) {
      done.push(run);
      if (run.result !== undefined && json) terminal.print(JSON.stringify(runRecord(run.result)));
      const row = rows[Math.ceil(done.length / seeds) - 1]!;
      const isLast = done.length % seeds === 0 || signal.aborted;
      if (!json && isLast) terminal.print(ablationLine(ablatedRow(row, done), rows, seeds, hasTest));
    },
  });
  const ablation = rows.map((row) => ablatedRow(row, done)).filter(({ results }) => results.length > 0);
  if (ablation.length === 0) {
    throwIfAborted(signal);
    throw failure;
  }
  if (json) terminal.print(JSON.stringify({ rows: ablation.map(rowRecord) }));
  else terminal.note(ABLATION_NOTE);
  if (out !== undefined) {
    const paths = await writeAblation(out, inputs, { config: options.config, device, rows: ablation });
    terminal.note(`The table is in ${paths.map((path) => basename(path)).join(' and ')} in ${out}.`);
  }
  if (failure !== undefined) throw failure;
}

function studyRuns({ rows, config, seeds }: AblateOptions): StudyRun[] {
  return rows.flatMap((row) => seedRuns(row.label, ablated(config, row), seeds, row));
}

function ablatedRow(row: AblationRow, runs: readonly FollowedRun[]): AblatedRow {
  const results = runs.flatMap(({ result }) => (result?.label === row.label ? [result] : []));
  return { row, results };
}

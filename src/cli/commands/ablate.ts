import { tagKind } from '../../data/corpus.ts';
import { basename } from 'node:path';
import {
  ablated,
  ABLATION,
  ABLATION_NOTE,
  ablationRows,
  DEFAULT_ROWS,
  type AblationNeed,
  type AblationRow,
} from '../../config/ablation.ts';
import type { DeviceChoice } from '../../devices/device.ts';
import { StudioError, throwIfAborted } from '../../lib/errors.ts';
import { seedRuns, study, type StudyRun } from '../../runs/study.ts';
import { ablationTable, rowRecord, runRecord, type RowResults } from '../runs/ablate-format.ts';
import { refuseToOverwriteAblation, writeAblation } from '../runs/ablate-outputs.ts';
import { defineCommand } from '../parsing/command.ts';
import { MOST_SEEDS } from '../../config/recipe-file.ts';
import { didYouMean, names, sharing, text, toggle, whole } from '../parsing/flags.ts';
import { settingsOf, type RunOptions } from '../runs/run-options.ts';
import { DATA, DEVICE, FORCE, RECIPE, READING, THREADS } from '../parsing/shared-flags.ts';
import { UsageError } from '../parsing/usage.ts';
import { computeFeatures } from '../inputs/encoder-features.ts';
import { claimFolder } from '../files.ts';
import { RunDevice } from '../runs/run-device.ts';
import { runStudy, type RunOutcome } from '../runs/run-study.ts';
import type { Terminal } from '../terminal.ts';
import { loadTrainInputs } from '../runs/train-inputs.ts';

/** What rows of the ablation need. */
const NEEDED: Record<AblationNeed, string> = {
  vectors: '--embeddings',
  encoder: '--encoder',
  documents: '--set context=document',
};

const IDS = ABLATION.map(({ id }) => id);

const ROWS = ABLATION.map(
  ({ id, label, needs }) => `  ${id.padEnd(18)} ${label}${needs ? ` (needs ${NEEDED[needs]})` : ''}`,
);

export const command = defineCommand({
  name: 'ablate',
  place: 2,
  summary: 'compare models with and without a CRF, characters, vectors',
  about: `
Trains the models of the classic ablation one after the other, on the same data and with the settings of one recipe.
Reports scores on dev (and test), invalid predicted sequences, parameters and time. The data-* rows are a learning
curve: the recipe trained on a part of the training sentences.
${ABLATION_NOTE}`,
  flags: {
    only: names('ROW,ROW', 'rows to train, see below; default: those that change the model', IDS),
    seeds: whole(
      'N',
      'train each row N times with the seeds S, S + 1, …; report mean ± standard deviation',
      1,
      MOST_SEEDS,
    ),
    out: text('DIR', 'folder for ablation.json and ablation.md'),
    force: { ...FORCE, help: 'overwrite the ablation in DIR' },
    json: toggle('print one line of JSON per run, and one with all rows'),
    ...sharing('as for tagsmith train; --preset is tagsmith by default, even if the files have documents', {
      ...DATA,
      ...RECIPE,
      ...READING,
      device: DEVICE,
      threads: THREADS,
    }),
  },
  notes: `Rows:\n${ROWS.join('\n')}\n\nCtrl-C stops after the current step and writes the rows so far.`,
  check({ only, seeds, ...values }) {
    const settings = settingsOf(values);
    const rows = chosenRows(only, {
      vectors: values.embeddings !== undefined,
      encoder: values.encoder !== undefined,
      documents: settings.config.context === 'document',
    });
    return { ...values, ...settings, configForDocuments: undefined, rows, seeds: seeds ?? settings.recipe?.seeds ?? 1 };
  },
  trained: () => 'a table',
  run: ablate,
});

/** The requested rows, in the order of the table. */
function chosenRows(only: readonly string[] | undefined, has: Record<AblationNeed, boolean>): AblationRow[] {
  const rows = ablationRows((Object.keys(has) as AblationNeed[]).filter((need) => has[need]));
  if (only === undefined) return rows.filter(({ id }) => DEFAULT_ROWS.includes(id));
  const unknown = only.find((id) => rows.every((row) => row.id !== id));
  if (unknown === undefined) return rows.filter(({ id }) => only.includes(id));
  const need = ABLATION.find(({ id }) => id === unknown)?.needs;
  const problem = need ? `row ${unknown} needs ${NEEDED[need]}` : `unknown row ${unknown}`;
  const known = rows.map(({ id }) => id);
  throw new UsageError(`--only: ${problem}: expected some of ${known.join(',')}.${didYouMean(unknown, known)}`);
}

interface AblateOptions extends RunOptions {
  rows: AblationRow[];
  seeds: number;
  out: string | undefined;
  device: DeviceChoice;
  threads: number | undefined;
  json: boolean;
  force: boolean;
}

/** Aborting `signal` ends it after the current step; completed rows are written. */
async function ablate(terminal: Terminal, options: AblateOptions, signal: AbortSignal): Promise<void> {
  const { rows, seeds, out, json } = options;
  if (out !== undefined) await refuseToOverwriteAblation(out, options.force);
  const inputs = await loadTrainInputs(terminal, options, signal);
  if (tagKind(inputs.source.style) === 'classes') {
    throw new StudioError(
      'BadCorpus',
      'The rows of the ablation are parts of a model that tags words, but the data are texts with one class each. Compare cells and poolings with train --set cell=… pooling=….',
    );
  }
  if (out !== undefined) await claimFolder(out);
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
  const table = ablationTable(rows, seeds, inputs.corpora.test !== undefined);
  if (!json) terminal.print(table.head);
  const prefix = (index: number, run: StudyRun) =>
    `${run.label}${seeds === 1 ? '' : `, seed ${(index % seeds) + 1} of ${seeds}`}: `;
  const { failure } = await runStudy(terminal, events, prefix, {
    end(run) {
      done.push(run);
      if (run.result !== undefined && json) terminal.print(JSON.stringify(runRecord(run.result)));
      const row = rows[Math.ceil(done.length / seeds) - 1]!;
      const isLast = done.length % seeds === 0 || signal.aborted;
      if (!json && isLast) terminal.print(table.line(resultsOf(row, done)));
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

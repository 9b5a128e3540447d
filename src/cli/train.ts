import { byLabel, isWhole } from '../eval/runs.ts';
import { throwIfAborted } from '../lib/errors.ts';
import { seedRuns, study } from '../runs/study.ts';
import type { TrainOptions } from './arguments.ts';
import { checkpointWriter, readCheckpoint, removeCheckpoint } from './checkpoint.ts';
import { makeFolder } from './files.ts';
import { followStudy, type StudyListener } from './follow-study.ts';
import { EPOCH_HEADER, epochRecord, epochRow, scoreRecord, scoreTable } from './format.ts';
import { RunDevice } from './run.ts';
import { seedsRecord, seedsTable } from './seeds.ts';
import type { Terminal } from './terminal.ts';
import { loadTrainInputs, type TrainInputs } from './train-inputs.ts';
import { refuseToOverwrite, writeMetrics, writeModel } from './train-outputs.ts';

/** `tagsmith train`. An aborted `signal` ends it after the current step; the best model so far is written. */
export async function trainCommand(terminal: Terminal, options: TrainOptions, signal: AbortSignal): Promise<void> {
  await refuseToOverwrite(options);
  const resume = options.resume ? await readCheckpoint(options) : undefined;
  const inputs = await loadTrainInputs(terminal, options, signal);
  await makeFolder(options.out);
  const runDevice = new RunDevice(terminal, options.threads);
  const device = await runDevice.open(options.device);
  throwIfAborted(signal);
  if (resume === undefined) await removeCheckpoint(options.out); // of a run that this one replaces

  const { seeds } = options;
  const events = study(seedRuns('train', options.config, seeds), inputs.source, {
    signal,
    test: inputs.corpora.test?.sentences,
    device: runDevice,
    resume,
  });
  if (resume !== undefined) terminal.note(`Goes on from the end of epoch ${resume.checkpoint.epoch}.`);
  const name = (index: number) => (seeds === 1 ? '' : `seed ${index + 1} of ${seeds}: `);
  const listener = {
    ...told(terminal, options, inputs),
    ...(seeds === 1 && { checkpoint: checkpointWriter(options) }),
  };
  const { runs, kept, failure } = await followStudy(terminal, events, name, listener);
  if (kept === undefined) {
    throwIfAborted(signal);
    throw failure;
  }
  if (kept.epochs.length === 0) {
    terminal.note('Stopped within the first epoch: the weights are those of the last step.');
  }
  const path = await writeModel(options.out, kept, inputs, device);
  if (kept.result !== undefined && isWhole(kept.result)) await removeCheckpoint(options.out);
  else if (seeds === 1 && kept.result?.reason === 'stopped') terminal.note('The same command with --resume goes on.');
  await writeMetrics(options.out, inputs, { device, runs, kept });
  const [results] = byLabel(runs.flatMap(({ result }) => result ?? []));
  if (seeds > 1 && results !== undefined) {
    terminal.print(options.json ? JSON.stringify(seedsRecord(results)) : seedsTable(results));
  }
  terminal.note(`The model is in ${path}, the figures are in metrics.json beside it.`);
  if (failure !== undefined) throw failure;
}

/** Prints each epoch, and what each run came to. */
function told(
  terminal: Terminal,
  { json, seeds }: TrainOptions,
  { corpora: { test } }: Pick<TrainInputs, 'corpora'>,
): StudyListener {
  return {
    epoch(report, { run, epochs }) {
      const { seed } = run.config;
      if (json) return terminal.print(JSON.stringify({ ...epochRecord(report), seed }));
      if (epochs.length === 1) terminal.print(seeds === 1 ? EPOCH_HEADER : `seed ${seed}\n${EPOCH_HEADER}`);
      terminal.print(epochRow(report));
    },
    end({ result }) {
      if (result?.test === undefined || test === undefined) return;
      const { seed, test: scores } = result;
      if (json) terminal.print(JSON.stringify({ test: test.file, ...scoreRecord(scores), seed }));
      else terminal.print(`\ntest ${test.file}\n${scoreTable(scores)}\n`);
    },
  };
}

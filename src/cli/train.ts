import { join } from 'node:path';
import { readWeights, withWeights } from '../annotation/sentence-weights.ts';
import { byLabel, isComplete } from '../eval/runs.ts';
import { StudioError, throwIfAborted } from '../lib/errors.ts';
import { seedRuns, study } from '../runs/study.ts';
import type { TrainOptions } from './options.ts';
import { checkpointWriter, isFinished, readCheckpoint, removeCheckpoint } from './checkpoint.ts';
import { computeFeatures } from './encoder-features.ts';
import { makeFolder, readBytes, removeAbandoned } from './files.ts';
import { count, epochHeader, epochRecord, epochRow, scoreRecord, scoreTable } from './format.ts';
import { MODEL_FILE } from './inputs.ts';
import { RunDevice } from './run-device.ts';
import { runStudy, type StudyListener } from './run-study.ts';
import { seedsRecord, seedsTable } from './seeds.ts';
import type { Terminal } from './terminal.ts';
import { loadTrainInputs, settingsFor, type TrainInputs } from './train-inputs.ts';
import { refuseToOverwriteModel, writeMetrics, writeModel } from './train-outputs.ts';

/** `tagsmith train`. Aborting `signal` ends it after the current step; the best model so far is written. */
export async function trainCommand(terminal: Terminal, given: TrainOptions, signal: AbortSignal): Promise<void> {
  await refuseToOverwriteModel(given);
  if (given.resume && (await isFinished(given))) {
    terminal.note(`The run in ${given.out} has finished: there is nothing to resume. Its model is unchanged.`);
    return;
  }
  const resume = given.resume ? await readCheckpoint(given) : undefined;
  const inputs = await withSentenceWeights(terminal, given, await loadTrainInputs(terminal, given, signal));
  const options = { ...given, config: resume?.config ?? settingsFor(terminal, given, inputs) };
  await makeFolder(options.out);
  await removeAbandoned(options.out);
  const runDevice = new RunDevice(terminal, options.threads);
  const device = await runDevice.open(options.device);
  throwIfAborted(signal);
  if (resume === undefined) await removeCheckpoint(options.out); // of the run that this one replaces

  await computeFeatures(terminal, [options.config], inputs, signal);
  const { seeds } = options;
  const events = study(seedRuns('train', options.config, seeds), inputs.source, {
    signal,
    test: inputs.corpora.test?.sentences,
    device: runDevice,
    resume,
  });
  if (resume !== undefined) terminal.note(`Resuming after epoch ${resume.checkpoint.epoch}.`);
  const prefix = (index: number) => (seeds === 1 ? '' : `seed ${index + 1} of ${seeds}: `);
  const listener = {
    ...printer(terminal, options, inputs),
    ...(seeds === 1 && { checkpoint: checkpointWriter(terminal, options) }),
  };
  const { runs, best, failure } = await runStudy(terminal, events, prefix, listener);
  if (best === undefined) {
    throwIfAborted(signal);
    throw failure;
  }
  if (best.epochs.length === 0) {
    terminal.note('Stopped during the first epoch: the model has the weights of the last step.');
  }
  const path = await writeModel(terminal, options.out, best, inputs, device);
  const isInPlace = path === join(options.out, MODEL_FILE);
  const unwritten = await writeMetrics(options.out, inputs, { device, runs, best }).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (best.result !== undefined && isComplete(best.result) && isInPlace) await removeCheckpoint(options.out);
  else if (seeds === 1 && best.result?.reason === 'stopped') {
    terminal.note('To resume, run the same command with --resume.');
  }
  const [results] = byLabel(runs.flatMap(({ result }) => result ?? []));
  if (seeds > 1 && results !== undefined) {
    terminal.print(options.json ? JSON.stringify(seedsRecord(results)) : seedsTable(results));
  }
  if (unwritten === undefined && isInPlace) {
    terminal.note(`Wrote the model to ${path} and its metrics to metrics.json in the same folder.`);
  }
  if (failure !== undefined) throw failure;
  if (unwritten !== undefined) throw unwritten;
  if (!isInPlace) throw new StudioError('BadInput', `The model is not in ${options.out}, but in ${path}.`);
}

/** The training sentences with the weights of a file, if there is one. */
async function withSentenceWeights(
  terminal: Terminal,
  { weights: file }: TrainOptions,
  inputs: TrainInputs,
): Promise<TrainInputs> {
  if (file === undefined) return inputs;
  const { train } = inputs.source;
  const weights = readWeights(file, new TextDecoder().decode(await readBytes(file)), train);
  terminal.note(
    `weights: ${count(weights.size)} of ${count(train.length)} training sentences are trained on less often`,
  );
  return { ...inputs, source: { ...inputs.source, train: withWeights(train, weights) } };
}

/** Prints each epoch, and the test scores of each run. */
function printer(
  terminal: Terminal,
  { json, seeds }: TrainOptions,
  { corpora: { test } }: Pick<TrainInputs, 'corpora'>,
): StudyListener {
  return {
    epoch(report, { run, epochs }) {
      const { seed } = run.config;
      if (json) return terminal.print(JSON.stringify({ ...epochRecord(report), seed }));
      if (epochs.length === 1) terminal.print(`${seeds === 1 ? '' : `seed ${seed}\n`}${epochHeader(report.dev)}`);
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

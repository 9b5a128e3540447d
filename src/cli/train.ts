import type { Scores } from '../eval/scores.ts';
import { throwIfAborted } from '../lib/errors.ts';
import type { EpochReport, TrainEvent } from '../model/events.ts';
import type { TaggerModel } from '../model/model.ts';
import { evaluateCorpus } from '../pipeline/evaluate.ts';
import { prepareRun } from '../pipeline/prepare.ts';
import type { TrainOptions } from './arguments.ts';
import { EPOCH_HEADER, epochRecord, epochRow, scoreRecord, scoreTable } from './format.ts';
import { RunProgress } from './progress.ts';
import { RunDevice, trainToEnd } from './run.ts';
import type { Terminal } from './terminal.ts';
import { loadTrainInputs, type TrainInputs } from './train-inputs.ts';
import { refuseToOverwrite, writeMetrics, writeModel } from './train-outputs.ts';

/** `tagsmith train`. An aborted `signal` ends it after the current step; the best model so far is written. */
export async function trainCommand(terminal: Terminal, options: TrainOptions, signal: AbortSignal): Promise<void> {
  await refuseToOverwrite(options);
  const inputs = await loadTrainInputs(terminal, options, signal);
  const runDevice = new RunDevice(terminal, options.threads);
  const device = await runDevice.open(options.device);
  throwIfAborted(signal);
  const { model, data } = prepareRun(options.config, inputs.source);

  const { epochs, failure } = await follow(terminal, options, trainToEnd(terminal, runDevice, model, data, signal));
  if (epochs.length === 0) {
    if (failure !== undefined) throw failure;
    terminal.note('Stopped within the first epoch: the weights are those of the last step.');
  }
  const path = await writeModel(options.out, model, inputs, { device, epochs });
  const goesOn = failure === undefined && !signal.aborted;
  const test = goesOn ? await scoreTest(terminal, options, model, inputs) : undefined;
  await writeMetrics(options.out, inputs, { config: model.config, device, epochs, test });
  terminal.note(`The model is in ${path}, the figures are in metrics.json beside it.`);
  if (failure !== undefined) throw failure;
}

/** Tells what happens until the run ends, or fails: then the weights of its best epoch are still there. */
async function follow(
  terminal: Terminal,
  { config, json }: TrainOptions,
  events: AsyncIterable<TrainEvent>,
): Promise<{ epochs: EpochReport[]; failure: unknown }> {
  const epochs: EpochReport[] = [];
  const progress = new RunProgress(terminal, config.epochs);
  try {
    for await (const event of events) {
      progress.tell(event);
      if (event.kind !== 'epoch') continue;
      if (!json && epochs.length === 0) terminal.print(EPOCH_HEADER);
      epochs.push(event.report);
      terminal.print(json ? JSON.stringify(epochRecord(event.report)) : epochRow(event.report));
    }
  } catch (failure) {
    return { epochs, failure };
  }
  return { epochs, failure: undefined };
}

async function scoreTest(
  terminal: Terminal,
  { json }: TrainOptions,
  model: TaggerModel,
  { corpora: { test } }: TrainInputs,
): Promise<Scores | undefined> {
  if (test === undefined) return undefined;
  const { scores } = await evaluateCorpus(model, test.sentences);
  if (json) terminal.print(JSON.stringify({ test: test.file, ...scoreRecord(scores) }));
  else terminal.print(`\ntest ${test.file}\n${scoreTable(scores)}`);
  return scores;
}

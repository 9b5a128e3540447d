import { join } from 'node:path';
import { summarize } from '../data/corpora/summary.ts';
import type { Provenance } from '../export/bundle-format.ts';
import { writeBundle } from '../export/bundle.ts';
import { byLabel, summarizeRuns } from '../eval/runs.ts';
import type { DeviceReport } from '../devices/device.ts';
import { StudioError } from '../lib/errors.ts';
import type { EpochReport } from '../model/events.ts';
import { toBundle } from '../export/model-bundle.ts';
import { countsOf } from '../runs/sources.ts';
import type { TrainOptions } from './arguments.ts';
import { checkpointPath } from './checkpoint.ts';
import { exists, writeWhole } from './files.ts';
import type { FollowedRun, KeptModel } from './follow-study.ts';
import { epochRecord, scoreRecord } from './format.ts';
import { MODEL_FILE } from './inputs.ts';
import { meanAndSd } from './seeds.ts';
import type { TrainInputs } from './train-inputs.ts';

const METRICS_FILE = 'metrics.json';

/** What a study has come to. */
export interface TrainOutcome {
  device: DeviceReport;
  runs: readonly FollowedRun[];
  kept: KeptModel;
}

/** A model is hours of work, and so is a run that did not come to its end. */
export async function refuseToOverwrite({ out, force, resume }: TrainOptions): Promise<void> {
  if (force || resume) return;
  const [checkpoint, model] = [checkpointPath(out), join(out, MODEL_FILE)];
  if (await exists(checkpoint)) {
    throw new StudioError(
      'BadInput',
      `There is a run that did not come to its end: ${checkpoint}. Go on with --resume, or start anew with --force.`,
    );
  }
  if (!(await exists(model))) return;
  throw new StudioError(
    'BadInput',
    `There is a model already: ${model}. Choose another --out, or replace it with --force.`,
  );
}

export async function writeModel(
  out: string,
  { model, weights, epochs }: KeptModel,
  { source, vectors, names }: TrainInputs,
  device: DeviceReport,
): Promise<string> {
  const best = bestOf(epochs);
  const provenance: Provenance = {
    data: { ...names, ...countsOf(source.train) },
    vectors: vectors?.name,
    device: device.description,
    bestEpoch: best?.epoch ?? 0,
    dev: best?.dev,
  };
  const path = join(out, MODEL_FILE);
  await writeWhole(path, writeBundle(await toBundle(model, provenance, vectors?.stored, weights)));
  return path;
}

export async function writeMetrics(
  out: string,
  inputs: TrainInputs,
  { device, runs, kept }: TrainOutcome,
): Promise<void> {
  const [summary] = byLabel(runs.flatMap(({ result }) => result ?? [])).map(summarizeRuns);
  const metrics = {
    config: kept.model.config,
    device,
    data: describeData(inputs),
    ...figuresOf(kept),
    ...(runs.length === 1 ? {} : { runs: runs.map(runRecord), ...(summary && meanAndSd(summary)) }),
  };
  await writeWhole(join(out, METRICS_FILE), `${JSON.stringify(metrics, null, 2)}\n`);
}

/** What was read for each role: names, and counts of all together. */
export function describeData({ corpora, files }: Pick<TrainInputs, 'corpora' | 'files'>) {
  const describe = (role: keyof typeof corpora) => {
    const corpus = corpora[role];
    return corpus && { files: files[role], ...summarize(corpus) };
  };
  return { train: describe('train'), dev: describe('dev'), test: describe('test') };
}

function runRecord(run: FollowedRun) {
  const { parameters, seconds, tokensPerSecond, reason } = run.result ?? {};
  return { seed: run.run.config.seed, reason, parameters, seconds, tokensPerSecond, ...figuresOf(run) };
}

function figuresOf({ epochs, result }: FollowedRun) {
  const best = bestOf(epochs);
  return {
    epochs: epochs.map(epochRecord),
    bestEpoch: best?.epoch,
    dev: best && scoreRecord(best.dev),
    test: result?.test && scoreRecord(result.test),
  };
}

function bestOf(epochs: readonly EpochReport[]): EpochReport | undefined {
  return epochs.find(({ epoch }) => epoch === epochs.at(-1)?.bestEpoch);
}

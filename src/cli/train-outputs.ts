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
import type { TrainOptions } from './options.ts';
import { checkpointPath } from './checkpoint.ts';
import { exists, writeAtomically } from './files.ts';
import { epochRecord, scoreRecord } from './format.ts';
import { MODEL_FILE } from './inputs.ts';
import type { BestRun, RunOutcome } from './run-study.ts';
import { meanAndSd } from './seeds.ts';
import type { TrainInputs } from './train-inputs.ts';

const METRICS_FILE = 'metrics.json';

/** What `metrics.json` is written from. */
export interface TrainOutcome {
  device: DeviceReport;
  runs: readonly RunOutcome[];
  best: BestRun;
}

/** @throws StudioError BadInput if `out` has a model or an unfinished run, and the options do not say to replace or resume it */
export async function refuseToOverwriteModel({ out, force, resume }: TrainOptions): Promise<void> {
  if (force || resume) return;
  const [checkpoint, model] = [checkpointPath(out), join(out, MODEL_FILE)];
  if (await exists(checkpoint)) {
    throw new StudioError(
      'BadInput',
      `There is an unfinished run: ${checkpoint}. Continue it with --resume, or start over with --force.`,
    );
  }
  if (!(await exists(model))) return;
  throw new StudioError(
    'BadInput',
    `A model already exists: ${model}. Choose another --out, or replace it with --force.`,
  );
}

/** @returns the path of the model */
export async function writeModel(
  out: string,
  { model, weights, epochs }: BestRun,
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
  await writeAtomically(path, writeBundle(await toBundle(model, provenance, vectors?.stored, weights)));
  return path;
}

export async function writeMetrics(
  out: string,
  inputs: TrainInputs,
  { device, runs, best }: TrainOutcome,
): Promise<void> {
  const [summary] = byLabel(runs.flatMap(({ result }) => result ?? [])).map(summarizeRuns);
  const metrics = {
    config: best.model.config,
    device,
    data: describeData(inputs),
    ...figuresOf(best),
    ...(runs.length === 1 ? {} : { runs: runs.map(runRecord), ...(summary && meanAndSd(summary)) }),
  };
  await writeAtomically(join(out, METRICS_FILE), `${JSON.stringify(metrics, null, 2)}\n`);
}

/** The files of each role, with the counts of all of them together. */
export function describeData({ corpora, files }: Pick<TrainInputs, 'corpora' | 'files'>) {
  const describe = (role: keyof typeof corpora) => {
    const corpus = corpora[role];
    return corpus && { files: files[role], ...summarize(corpus) };
  };
  return { train: describe('train'), dev: describe('dev'), test: describe('test') };
}

function runRecord(run: RunOutcome) {
  const { parameters, seconds, tokensPerSecond, reason } = run.result ?? {};
  return { seed: run.run.config.seed, reason, parameters, seconds, tokensPerSecond, ...figuresOf(run) };
}

function figuresOf({ epochs, result }: RunOutcome) {
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

import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { summarize } from '../data/corpora/summary.ts';
import type { Provenance } from '../export/bundle-format.ts';
import { writeBundle } from '../export/bundle.ts';
import { byLabel, summarizeRuns } from '../eval/runs.ts';
import type { DeviceReport } from '../devices/device.ts';
import { serializeError, StudioError } from '../lib/errors.ts';
import type { EpochReport } from '../model/events.ts';
import { toBundle } from '../export/model-bundle.ts';
import { dataFingerprints } from '../runs/data-fingerprints.ts';
import { countsOf } from '../runs/sources.ts';
import type { TrainOptions } from './options.ts';
import { checkpointPath } from './checkpoint.ts';
import { exists, writeAtomically } from './files.ts';
import { epochRecord, scoreRecord } from './format.ts';
import { METRICS_FILE, MODEL_FILE } from './inputs.ts';
import type { BestRun, RunOutcome } from './run-study.ts';
import { meanAndSd } from './seeds.ts';
import type { Terminal } from './terminal.ts';
import type { TrainInputs } from './train-inputs.ts';

/** Contents of `metrics.json`. */
export interface TrainOutcome {
  device: DeviceReport;
  runs: readonly RunOutcome[];
  best: BestRun;
}

/** @throws StudioError BadInput if `out` has a model or an unfinished run, and the options do not request to replace or resume it */
export async function refuseToOverwriteModel({
  out,
  force,
  resume,
}: Pick<TrainOptions, 'out' | 'force' | 'resume'>): Promise<void> {
  if (force || resume) return;
  const [checkpoint, model] = [checkpointPath(out), join(out, MODEL_FILE)];
  if (await exists(checkpoint)) {
    throw new StudioError(
      'BadInput',
      `An unfinished run already exists: ${checkpoint}. Resume it with --resume, or start over with --force.`,
    );
  }
  if (!(await exists(model))) return;
  throw new StudioError(
    'BadInput',
    `A model already exists: ${model}. Choose another --out, or replace it with --force.`,
  );
}

/**
 * Writes the model. If it cannot be written to `out`, writes it to a temporary folder, because it may have taken hours.
 *
 * @returns its path
 * @throws StudioError BadInput if it cannot be written to either
 */
export async function writeModel(
  terminal: Terminal,
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
  const bundle = writeBundle(await toBundle(model, provenance, vectors?.stored, weights));
  try {
    await writeAtomically(path, bundle);
    return path;
  } catch (error) {
    const other = join(tmpdir(), `tagsmith-${randomUUID()}`, MODEL_FILE);
    const isSaved = await writeAtomically(other, bundle).then(
      () => true,
      () => false,
    );
    if (isSaved) {
      terminal.note(`${serializeError(error).message} The model was written to ${other} instead.`);
      return other;
    }
    const rest = (await exists(checkpointPath(out)))
      ? ` Its weights are in ${checkpointPath(out)}: free disk space, then run the same command with --resume.`
      : '';
    throw new StudioError('BadInput', `${serializeError(error).message}${rest}`, { cause: error });
  }
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

/** The files of each role, with their joint counts and fingerprint. */
export function describeData({ corpora, files, vectors }: Pick<TrainInputs, 'corpora' | 'files' | 'vectors'>) {
  const fingerprints = dataFingerprints({ ...corpora, vectors });
  const describe = (role: keyof typeof corpora) => {
    const corpus = corpora[role];
    return corpus && { files: files[role], fingerprint: fingerprints[role], ...summarize(corpus) };
  };
  const { words, dimensions } = vectors ?? {};
  return {
    train: describe('train'),
    dev: describe('dev'),
    test: describe('test'),
    vectors: vectors && { file: vectors.name, fingerprint: fingerprints.vectors, words, dimensions },
  };
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

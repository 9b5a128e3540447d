import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { calibrationError } from '../../eval/calibration.ts';
import type { Confidence } from '../../eval/review-budget.ts';
import { percentText } from '../../eval/figure-text.ts';
import { calibrateTrained } from '../../tagging/scores/calibrate.ts';
import { corpusErrors } from '../../tagging/scores/corpus-errors.ts';
import { confusionOfTypes } from '../../eval/errors.ts';
import { evaluateCorpus } from '../../model/evaluate.ts';
import { disposeWeights, uploadWeights } from '../../model/weights.ts';
import { summarize } from '../../data/corpora/summary.ts';
import { writeBundle } from '../../export/bundle.ts';
import { byLabel, summarizeRuns } from '../../eval/runs.ts';
import { formsOf, readingsOf } from '../../config/recipe-file.ts';
import type { RunConfig } from '../../config/schema.ts';
import type { DeviceReport } from '../../devices/device.ts';
import { serializeError, StudioError } from '../../lib/errors.ts';
import type { EpochReport } from '../../model/events.ts';
import { trainedBundle, type TrainedOn } from '../../export/trained-bundle.ts';
import { dataFingerprints } from '../../runs/data-fingerprints.ts';
import { checkpointPath } from './checkpoint.ts';
import { exists, writeAtomically } from '../files.ts';
import { epochRecord, scoreRecord } from '../format.ts';
import { METRICS_FILE, MODEL_FILE } from '../inputs/inputs.ts';
import type { EndedRun, RunOutcome } from './run-study.ts';
import { meanAndSd } from './seeds.ts';
import type { Terminal } from '../terminal.ts';
import type { RunInputs } from '../../runs/inputs.ts';

/** Contents of `metrics.json`. */
export interface TrainOutcome {
  device: DeviceReport;
  runs: readonly RunOutcome[];
  best: EndedRun;
  /** Of a run that learns from unlabelled text: its settings, which are not those of the student, and the files. */
  unlabelled?: { config: RunConfig; files: readonly string[] } | undefined;
}

/** @throws StudioError BadInput if `out` has a model or an unfinished run, and the options do not request to replace or resume it */
export async function refuseToOverwriteModel({
  out,
  force,
  resume,
}: {
  out: string;
  force: boolean;
  resume: boolean;
}): Promise<void> {
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
  best: EndedRun,
  inputs: TrainedOn,
  device: DeviceReport,
): Promise<string> {
  const path = join(out, MODEL_FILE);
  best.model.confidence = await confidenceOf(terminal, best, inputs);
  const bundle = writeBundle(await trainedBundle(best, inputs, device));
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

/** The confidence of the best model, from dev; undefined if dev is too small. */
async function confidenceOf(
  terminal: Terminal,
  { model, weights }: EndedRun,
  { source: { dev }, vectors }: TrainedOn,
): Promise<Confidence | undefined> {
  const calibrated = await calibrateTrained(model, weights, dev, vectors?.stored);
  if (calibrated?.calibration === undefined) return undefined;
  const { calibration, rated, honest } = calibrated;
  const [before, after] = [calibrationError(rated), calibrationError(honest)].map(percentText);
  terminal.note(
    `Confidence was calibrated on dev: expected calibration error ${before}% before, ${after}% after. tagsmith calibrate chooses what to review.`,
  );
  return { calibration };
}

export async function writeMetrics(
  out: string,
  inputs: RunInputs,
  { device, runs, best, unlabelled }: TrainOutcome,
): Promise<void> {
  const read = inputs.files.map(({ name, corpus: { settings, form } }) => ({ name: basename(name), settings, form }));
  const readings = readingsOf(read);
  const metrics = {
    config: unlabelled?.config ?? best.model.config,
    device,
    data: describeData(inputs),
    readings,
    forms: formsOf(readings, read),
    reason: best.result?.reason,
    ...figuresOf(best),
    confusion: await confusionOf(best, inputs),
    ...(unlabelled ? { unlabelled: { files: unlabelled.files, runs: runs.map(runRecord) } } : recordsOf(runs)),
  };
  await writeAtomically(join(out, METRICS_FILE), `${JSON.stringify(metrics, null, 2)}\n`);
}

/** Which types the best model confuses on dev, without any text of it; undefined without dev. */
async function confusionOf({ model, weights }: EndedRun, { source: { dev }, vectors }: TrainedOn) {
  if (weights === undefined || dev.length === 0) return undefined;
  const best = { ...model, weights: uploadWeights(weights) };
  try {
    const { predicted } = await evaluateCorpus(best, dev, vectors?.stored);
    const { types, counts } = confusionOfTypes(corpusErrors(best, dev, predicted, 0).counts);
    return { types, counts };
  } finally {
    disposeWeights(best.weights);
  }
}

/** Several runs, which only differ in their seed. */
function recordsOf(runs: readonly RunOutcome[]) {
  if (runs.length === 1) return {};
  const [summary] = byLabel(runs.flatMap(({ result }) => result ?? [])).map(summarizeRuns);
  return { runs: runs.map(runRecord), ...(summary && meanAndSd(summary)) };
}

/** The files of each role, with their joint counts and fingerprint. */
export function describeData({ corpora, files, vectors }: Pick<RunInputs, 'corpora' | 'files' | 'vectors'>) {
  const fingerprints = dataFingerprints({ ...corpora, vectors });
  const describe = (role: keyof typeof corpora) => {
    const corpus = corpora[role];
    const names = files.flatMap((file) => (file.role === role ? [file.name] : []));
    return corpus && { files: names, fingerprint: fingerprints[role], ...summarize(corpus) };
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

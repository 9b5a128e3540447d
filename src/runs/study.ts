import type { RunConfig } from '../config/schema.ts';
import type { Sentence } from '../data/corpus.ts';
import { isComplete, type RunResult } from '../eval/runs.ts';
import { shuffle } from '../lib/rng.ts';
import { asError, StudioError } from '../lib/errors.ts';
import type { TaggerModel } from '../model/model.ts';
import type { EpochReport, TrainEvent } from '../model/events.ts';
import type { Checkpoint, train } from '../model/trainer.ts';
import { randomKey } from '../model/streams.ts';
import { disposeWeights, downloadWeights, type HostWeights } from '../model/weights.ts';
import { requireSameData, type SavedRun } from './saved-run.ts';
import { evaluateTrained } from './evaluate-trained.ts';
import { INITIAL_RUN_STATE, reduce, type RunState } from './run-state.ts';
import { prepareRun, resolveConfig, type RunSource } from './prepare.ts';
import { NEVER_LOST, trainToEnd, type DeviceRecovery } from './train-to-end.ts';

/** One of several runs over the same data. */
export interface StudyRun {
  label: string;
  config: RunConfig;
  /** Whether to use the pretrained vectors. If not, the word table has the same dimension and is learned from scratch. */
  vectors: boolean;
  /** Share of the training sentences to use, in (0, 1]. */
  share: number;
}

/** How a run ended. */
export interface RunEnd {
  /** The scored epochs. */
  epochs: EpochReport[];
  /** Undefined if no epoch was scored. */
  result: RunResult | undefined;
  /** The best epoch, with its weights on the host. */
  best: Checkpoint['best'] | undefined;
  /** The weights to keep: of the best epoch, or of the last step of a run that was stopped before. Undefined after a failure before it. */
  weights: HostWeights | undefined;
  /** Whether it is better on dev than all previous runs. */
  isBest: boolean;
  failure: Error | undefined;
}

export type StudyEvent =
  | { kind: 'begin'; index: number; run: StudyRun; model: TaggerModel; fingerprint: string }
  /** `state`: after the event. */
  | { kind: 'train'; index: number; run: StudyRun; event: TrainEvent; state: RunState }
  /** After each epoch: what the run can be resumed from. */
  | { kind: 'checkpoint'; index: number; run: StudyRun; saved: SavedRun }
  /** `model` has its best weights, and remains on the device until the next event is requested. */
  | ({ kind: 'end'; index: number; run: StudyRun; model: TaggerModel } & RunEnd);

export interface StudyOptions {
  signal?: AbortSignal;
  /** A corpus that the best epoch of each complete run is scored on. */
  test?: readonly Sentence[] | undefined;
  /** Default: a device that is never lost. */
  device?: DeviceRecovery;
  /** Creates the model and its training data; default: a new model. */
  prepare?: typeof prepareRun;
  /** Resumes a single run; fails if its data differ. */
  resume?: SavedRun | undefined;
  /** The trainer of each run; default: `train`. */
  train?: typeof train | undefined;
  /** Disposes of a model whose run is over; default: immediately. */
  release?: (model: TaggerModel) => void;
}

/** Runs of one configuration with the seeds s, s + 1, … */
export function seedRuns(
  label: string,
  config: RunConfig,
  seeds: number,
  { vectors, share }: Pick<StudyRun, 'vectors' | 'share'> = { vectors: true, share: 1 },
): StudyRun[] {
  return Array.from({ length: seeds }, (_, i) => ({
    label,
    config: { ...config, seed: config.seed + i },
    vectors,
    share,
  }));
}

/**
 * A random sample of the sentences in their original order. With the same seed, a smaller sample is a subset of a larger one.
 *
 * @param share of the sentences, in (0, 1]
 */
export function sampleShare<T>(sentences: readonly T[], share: number, seed: number): readonly T[] {
  if (share === 1) return sentences;
  const sample = shuffle([...sentences.keys()], randomKey(seed, 'trainingShare')).slice(
    0,
    Math.ceil(share * sentences.length),
  );
  return sample.sort((a, b) => a - b).map((i) => sentences[i]!);
}

/**
 * Trains the runs one after the other, each with its own model, and yields their events. A model leaves the device when its run ends.
 * A non-finite loss ends only its run; any other error, also in scoring the test corpus, is thrown after the `end` event of the run.
 * Aborting the signal ends the current run as `stopped` and skips the others.
 *
 * @throws StudioError BadCorpus, BadInput if `resume` has other data
 */
export async function* study(
  runs: readonly StudyRun[],
  source: RunSource,
  options: StudyOptions = {},
): AsyncGenerator<StudyEvent, void> {
  const {
    signal,
    device = NEVER_LOST,
    prepare = prepareRun,
    resume,
    release = ({ weights }) => disposeWeights(weights),
  } = options;
  let bestF1 = -Infinity;
  for (const [index, run] of runs.entries()) {
    if (signal?.aborted) return;
    const { model, data } = prepare(resolveConfig(run.config, source), {
      ...source,
      train: sampleShare(source.train, run.share, run.config.seed),
      vectors: run.vectors ? source.vectors : undefined,
    });
    try {
      if (resume !== undefined) requireSameData(resume, data);
      const { fingerprint } = data;
      yield { kind: 'begin', index, run, model, fingerprint };
      let state = INITIAL_RUN_STATE;
      let best: Checkpoint['best'] | undefined;
      const epochs: EpochReport[] = [];
      let failure: Error | undefined;
      try {
        for await (const event of trainToEnd(device, model, data, signal, resume?.checkpoint, options.train)) {
          if (event.kind === 'checkpoint') {
            const { checkpoint } = event;
            ({ best } = checkpoint);
            yield { kind: 'checkpoint', index, run, saved: { config: run.config, fingerprint, checkpoint } };
          } else {
            if (event.kind === 'epoch') epochs.push(event.report);
            state = reduce(state, event, performance.now() / 1000);
            yield { kind: 'train', index, run, event, state };
          }
        }
      } catch (error) {
        failure = asError(error);
      }
      const result = resultOf(run, state, best, failure);
      if (result !== undefined && isComplete(result) && options.test !== undefined) {
        try {
          result.test = (await evaluateTrained({ model, best, epochs }, options.test, device, signal))?.scores;
        } catch (error) {
          failure = asError(error); // the training result is still reported
        }
      }
      const isBest = result !== undefined && result.dev.overall.f1 > bestF1;
      if (isBest) bestF1 = result.dev.overall.f1;
      const weights = best?.weights ?? (failure === undefined ? await downloadWeights(model.weights) : undefined);
      yield { kind: 'end', index, run, model, epochs, result, best, weights, isBest, failure };
      if (failure !== undefined && !isNonFinite(failure)) throw failure;
    } finally {
      release(model);
    }
  }
}

function isNonFinite(error: unknown): boolean {
  return error instanceof StudioError && error.code === 'NonFiniteLoss';
}

/** The result of a run; undefined if no epoch was scored. */
function resultOf(
  { label, config }: StudyRun,
  { facts, curve, seconds, end }: RunState,
  best: Checkpoint['best'] | undefined,
  failure: Error | undefined,
): RunResult | undefined {
  if (best === undefined) return undefined;
  return {
    label,
    seed: config.seed,
    reason: failure === undefined ? (end ?? 'failed') : 'failed',
    bestEpoch: best.epoch,
    epochs: curve.length,
    curve,
    dev: best.scores,
    test: undefined,
    parameters: facts?.parameters ?? 0,
    seconds,
    tokensPerSecond: (curve.length * (facts?.tokensPerEpoch ?? 0)) / seconds,
  };
}

import type { RunConfig } from '../config/schema.ts';
import type { Sentence } from '../data/corpus.ts';
import { isWhole, type RunResult } from '../eval/runs.ts';
import type { Scores } from '../eval/scores.ts';
import { shuffle, streamKey } from '../lib/rng.ts';
import { StudioError } from '../lib/errors.ts';
import type { TaggerModel } from '../model/model.ts';
import type { Checkpoint, TrainerEvent } from '../model/trainer.ts';
import { disposeWeights, uploadWeights } from '../model/weights.ts';
import { requireSameData, type SavedRun } from './saved-run.ts';
import { evaluateCorpus } from '../model/evaluate.ts';
import { INITIAL_RUN_STATE, reduce, type RunState } from './run-state.ts';
import { prepareRun, wordDimOf, type RunSource } from './prepare.ts';
import { trainToEnd, type DeviceKeeper } from './train-to-end.ts';

/** One of several runs over the same corpora. */
export interface StudyRun {
  label: string;
  config: RunConfig;
  /**
   * With the pretrained vectors, where there are any. Without, the word table has as many dimensions, and is learnt.
   */
  vectors: boolean;
  /** Of the training sentences, in (0, 1]. */
  share: number;
}

/** How a run ended. */
export interface RunEnd {
  /** Undefined where no epoch was scored. */
  result: RunResult | undefined;
  /** Of its best epoch, on the host. */
  best: Checkpoint['best'] | undefined;
  /** Better on dev than the runs before it; the first of equals. */
  isBest: boolean;
  failure: Error | undefined;
}

export type StudyEvent =
  | { kind: 'begin'; index: number; run: StudyRun; model: TaggerModel; fingerprint: string }
  | { kind: 'train'; index: number; event: TrainerEvent }
  /** `model`: with its best weights, on the device until the next event is asked for. */
  | ({ kind: 'end'; index: number; model: TaggerModel } & RunEnd);

export interface StudyOptions {
  signal?: AbortSignal;
  /** Scored with the best epoch of each run that comes to its own end. */
  test?: readonly Sentence[] | undefined;
  /** Default: one that lasts. */
  device?: DeviceKeeper;
  /** Makes what is trained; default: a new model. */
  prepare?: typeof prepareRun;
  /** What a single run goes on from; it is refused where its data are others. */
  resume?: SavedRun | undefined;
  /** Takes a model off the device whose run is over; default: at once. */
  release?: (model: TaggerModel) => void;
}

const LASTING: DeviceKeeper = { isLost: () => false, replace: () => Promise.resolve() };

/** The same configuration with seeds s, s + 1, … */
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

/** Drawn by the seed, in the order of the file: a smaller share is a part of a larger one. @param share in (0, 1] */
export function drawShare<T>(sentences: readonly T[], share: number, seed: number): readonly T[] {
  if (share === 1) return sentences;
  const drawn = shuffle([...sentences.keys()], streamKey(seed, DRAWING)).slice(0, Math.ceil(share * sentences.length));
  return drawn.sort((a, b) => a - b).map((i) => sentences[i]!);
}

/** A stream of random numbers that no training uses. */
const DRAWING = 0x5ea7;

/**
 * Trains run after run, each with a model of its own, and yields what happens. Nothing of a run stays on the device.
 * A loss that is not finite ends a run only; any other failure, in scoring the test file too, ends the study, after the
 * `end` of its run. An aborted signal ends the run that is under way as `stopped`, and none follows.
 */
export async function* study(
  runs: readonly StudyRun[],
  source: RunSource,
  options: StudyOptions = {},
): AsyncGenerator<StudyEvent, void> {
  const {
    signal,
    device = LASTING,
    prepare = prepareRun,
    resume,
    release = ({ weights }) => disposeWeights(weights),
  } = options;
  let bestF1 = -Infinity;
  for (const [index, run] of runs.entries()) {
    if (signal?.aborted) return;
    const { model, data } = prepare(
      { ...run.config, wordDim: wordDimOf(run.config, source) },
      {
        ...source,
        train: drawShare(source.train, run.share, run.config.seed),
        vectors: run.vectors ? source.vectors : undefined,
      },
    );
    try {
      if (resume !== undefined) requireSameData(resume, data);
      yield { kind: 'begin', index, run, model, fingerprint: data.fingerprint };
      let state = INITIAL_RUN_STATE;
      let best: Checkpoint['best'] | undefined;
      let failure: Error | undefined;
      try {
        for await (const event of trainToEnd(device, model, data, signal, resume?.checkpoint)) {
          if (event.kind === 'checkpoint') ({ best } = event.checkpoint);
          else state = reduce(state, event, performance.now() / 1000);
          yield { kind: 'train', index, event };
        }
      } catch (error) {
        failure = asError(error);
      }
      const result = resultOf(run, state, best, failure);
      if (result !== undefined && isWhole(result) && options.test !== undefined) {
        try {
          result.test = await scoreTest(model, best, state.curve.length, options.test, device, signal);
        } catch (error) {
          failure = asError(error); // what was trained is told all the same
        }
      }
      const isBest = result !== undefined && result.dev.overall.f1 > bestF1;
      if (isBest) bestF1 = result.dev.overall.f1;
      yield { kind: 'end', index, model, result, best, isBest, failure };
      if (failure !== undefined && !isNonFinite(failure)) throw failure;
    } finally {
      release(model);
    }
  }
}

/** Undefined where it was stopped. On another device where its own is lost, with the best weights again. */
async function scoreTest(
  model: TaggerModel,
  best: Checkpoint['best'] | undefined,
  epochs: number,
  sentences: readonly Sentence[],
  device: DeviceKeeper,
  signal: AbortSignal | undefined,
): Promise<Scores | undefined> {
  for (;;) {
    try {
      return (await evaluateCorpus(model, sentences, undefined, { signal })).scores;
    } catch (error) {
      if (signal?.aborted && error instanceof StudioError && error.code === 'Cancelled') return undefined;
      if (best === undefined || !device.isLost(error)) throw error;
      await device.replace(epochs);
      model.weights = uploadWeights(best.weights);
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function isNonFinite(error: unknown): boolean {
  return error instanceof StudioError && error.code === 'NonFiniteLoss';
}

/** What a run came to; undefined where no epoch was scored. */
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

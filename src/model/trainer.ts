import { tagKind } from '../data/corpus.ts';
import { dispose } from '../tensors/tensors.ts';
import type { CrfTensors } from '../crf/op.ts';
import { epochBatches, makeBatch, type BatchOptions } from '../data/batches/batching.ts';
import type { EncodedCorpus } from '../data/batches/batch.ts';
import type { Scores } from '../eval/scores.ts';
import { yieldToEventLoop } from '../lib/event-loop.ts';
import { StudioError } from '../lib/errors.ts';
import type { Milliseconds } from '../lib/units.ts';
import { WeightAverage, type AverageState } from './average.ts';
import { TrainingClock } from './clock.ts';
import { learnedScores, penaltyTensors } from './crf-scores.ts';
import type { EpochReport, TrainEvent } from './events.ts';
import { joined, LossWindow, nonFiniteLoss, type LossReport } from './loss-window.ts';
import { batchOptions, replaceWeights, type TaggerModel } from './model.ts';
import { Optimizer, type OptimizerState } from './optimizer.ts';
import { EarlyStopping, learningRateAt } from './schedule.ts';
import { parameterCount } from './parameters.ts';
import { SignalProbe, type SignalsWatch } from './signals.ts';
import { TrainingSteps } from './step.ts';
import { epochKeys, randomKey, type StreamName } from './streams.ts';
import type { Teacher } from './teacher.ts';
import { downloadWeights, type HostWeights } from './weights.ts';

/** Interval at which losses are read back and reported. */
const REPORT_EVERY: Milliseconds = 100;

/** Interval at which other work may run, such as tagging a typed sentence. A yield costs 0.1 ms, a small step 4 ms. */
const YIELD_EVERY: Milliseconds = 10;

/** Inputs of training: the encoded training corpus, and a function that scores a model on dev. */
export interface TrainingData {
  train: EncodedCorpus;
  /** [V] probability of replacing each word by the unknown word; undefined: no replacement. */
  unknownProbabilities: Float32Array | undefined;
  /** For a student: training targets in place of the tags of `train`. */
  teacher?: Teacher | undefined;
  /** Hash of the vocabulary and all sentences: a run can only be resumed with the same data. */
  fingerprint: string;
  scoreDev: (model: TaggerModel, signal: AbortSignal | undefined) => Promise<{ loss: number; scores: Scores }>;
}

/** Training data without dev: no epoch is scored, and the model gets the weights of the last one. */
export type DataWithoutDev = Omit<TrainingData, 'scoreDev'>;

/** The state at the end of an epoch, on the host: enough to resume from, on any device. */
export interface Checkpoint {
  epoch: number;
  step: number;
  weights: HostWeights;
  optimizer: OptimizerState;
  average: AverageState | undefined;
  best: { epoch: number; scores: Scores; weights: HostWeights };
  /** Reports of all epochs so far. */
  reports: readonly EpochReport[];
  /** Losses of all steps so far; `NaN`: unknown. */
  losses: Float32Array; // [step]
}

type DoneReason = (TrainEvent & { kind: 'done' })['reason'];

export type TrainerEvent = TrainEvent | { kind: 'checkpoint'; checkpoint: Checkpoint };

/**
 * Trains `model` in place, according to its configuration, and yields events. However the run ends (all epochs, early stopping, an
 * abort, a loss that is not finite), the model then has the weights of its best epoch. If no epoch was scored, it has its current
 * weights or, after a failure, its initial ones.
 *
 * Without dev there are no `epoch` events and no checkpoints; the model gets the average of its last weights or, without averaging, the
 * last ones.
 *
 * To pause, request the next event later. An aborted `signal` ends the run after the current step, with the reason `stopped`.
 *
 * @param resume the state to resume from; the model's weights are replaced by the checkpoint's
 * @param watch while it is open, `signals` events tell what happens inside; the weights are the same, bit for bit on `simd`
 */
export async function* train(
  model: TaggerModel,
  data: TrainingData | DataWithoutDev,
  signal?: AbortSignal,
  resume?: Checkpoint,
  watch?: SignalsWatch,
): AsyncGenerator<TrainerEvent, void> {
  const scoreDev = 'scoreDev' in data ? data.scoreDev : undefined;
  const initial = resume === undefined ? await downloadWeights(model.weights) : undefined;
  const run = new Run(model, data, resume, watch);
  let epoch = resume?.epoch ?? 0; // completed epochs
  try {
    yield run.start();
    while (epoch < model.config.epochs && !run.early.isOver(epoch)) {
      yield* run.trainEpoch(epoch + 1, signal);
      if (signal?.aborted) break;
      epoch++;
      if (scoreDev === undefined) continue;
      yield { kind: 'scoring', epoch };
      yield* run.scoreEpoch(epoch, scoreDev, signal);
    }
    if (scoreDev === undefined) await run.keepAverage();
  } catch (error) {
    if (!isStop(error, signal)) {
      run.fail(initial);
      throw run.withKeptWeights(error);
    }
  } finally {
    run.end();
  }
  const { bestEpoch, bestF1 } = run.early;
  let reason: DoneReason = run.early.isOver(epoch) ? 'patience' : 'finished';
  if (signal?.aborted) reason = 'stopped';
  yield { kind: 'done', reason, bestEpoch, bestDevF1: bestF1 };
}

/** Whether an error is the `Cancelled` of aborted scoring. */
function isStop(error: unknown, signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && error instanceof StudioError && error.code === 'Cancelled';
}

class Run {
  readonly early: EarlyStopping;
  readonly #model: TaggerModel;
  readonly #data: DataWithoutDev;
  readonly #optimizer: Optimizer;
  readonly #average: WeightAverage | undefined;
  readonly #losses: LossWindow;
  readonly #penalties: CrfTensors | undefined;
  readonly #steps: TrainingSteps;
  #best: Checkpoint['best'] | undefined;
  #reports: readonly EpochReport[];
  #stepLosses: Float32Array;
  #step: number;
  #epochLoss = { sum: 0, steps: 0 };
  readonly #clock = new TrainingClock();
  readonly #probe: SignalProbe;

  constructor(
    model: TaggerModel,
    data: DataWithoutDev,
    resume: Checkpoint | undefined,
    watch: SignalsWatch | undefined,
  ) {
    this.#probe = new SignalProbe(watch);
    this.#model = model;
    this.#data = data;
    if (resume !== undefined) replaceWeights(model, resume.weights);
    this.#optimizer = new Optimizer(model, resume?.optimizer);
    const { averaging } = model.config;
    try {
      if (averaging > 0) {
        this.#average = new WeightAverage(model.weights, averaging, this.#stepsPerEpoch(), resume?.average);
      }
      this.#penalties = penaltyTensors(model);
    } catch (error) {
      this.#optimizer.dispose(); // the memory was full
      this.#average?.dispose();
      throw error;
    }
    this.#steps = new TrainingSteps({
      model,
      penalties: this.#penalties,
      optimizer: this.#optimizer,
      teacher: data.teacher,
    });
    this.#step = resume?.step ?? 0;
    this.#losses = new LossWindow(REPORT_EVERY, this.#step);
    this.#best = resume?.best;
    this.#reports = resume?.reports ?? [];
    this.#stepLosses = resume?.losses ?? new Float32Array(0);
    this.early = new EarlyStopping(model.config.patience, resume?.best);
  }

  start(): TrainEvent {
    const { config, vocabulary, illegal, style } = this.#model;
    return {
      kind: 'start',
      parameters: parameterCount(config, vocabulary),
      stepsPerEpoch: this.#stepsPerEpoch(),
      tokensPerEpoch: Math.round(
        this.#data.train.sentences.reduce((sum, { words, weight = 1 }) => sum + weight * words.length, 0),
      ),
      predicts: tagKind(style),
      tags: [...vocabulary.tags],
      illegal,
      losses: this.#stepLosses,
    };
  }

  #stepsPerEpoch(): number {
    return epochBatches(this.#data.train, this.#model.config.batchSize, epochKeys(0, 0)).length;
  }

  async *trainEpoch(epoch: number, signal: AbortSignal | undefined): AsyncGenerator<TrainEvent, void> {
    const model = this.#model;
    const { config } = model;
    const { train } = this.#data;
    this.#epochLoss = { sum: 0, steps: 0 };
    this.#clock.beginEpoch();
    const batches = epochBatches(train, config.batchSize, epochKeys(config.seed, epoch));
    let yieldedAt = 0;
    for (const [index, sentences] of batches.entries()) {
      this.#step++;
      const learningRate = learningRateAt(config, epoch - 1 + index / batches.length);
      const batch = makeBatch(train, sentences, this.#batchOptions());
      const probe = this.#probe.isDue(performance.now()) ? this.#probe : undefined;
      const loss = this.#steps.take(batch, this.#step, learningRate, probe);
      this.#average?.update(model.weights, this.#step);
      this.#losses.add(loss, batch.tags.length);
      this.#clock.add(batch.tags.length);
      const now = performance.now();
      if (now - yieldedAt >= YIELD_EVERY || index === batches.length - 1) {
        await yieldToEventLoop();
        yieldedAt = now;
      }
      const report = await this.#losses.report(now);
      if (report !== undefined) {
        this.#clock.pause();
        yield await this.#stepsEvent(epoch, report);
        yield* this.#signalsEvents(epoch, false);
        this.#clock.resume();
      }
      if (signal?.aborted) break;
    }
    const rest = await this.#losses.flush();
    this.#clock.pause();
    for (const report of rest) yield await this.#stepsEvent(epoch, report);
    yield* this.#signalsEvents(epoch, true);
  }

  async *#signalsEvents(epoch: number, waits: boolean): AsyncGenerator<TrainEvent, void> {
    const signals = await this.#probe.report(waits);
    if (signals !== undefined) yield { kind: 'signals', epoch, signals };
  }

  #batchOptions(): BatchOptions {
    const { unknownProbabilities: probabilities } = this.#data;
    const { seed, listDropout, columnDropout } = this.#model.config;
    const keyOf = (stream: StreamName) => randomKey(seed, stream, this.#step);
    const featureDropout = {
      lists: { rate: listDropout, key: keyOf('listDropout'), matchKey: keyOf('matchDropout') },
      columns: { rate: columnDropout, key: keyOf('columnDropout') },
    };
    const options = { ...batchOptions(this.#model), featureDropout };
    if (probabilities === undefined) return options;
    return { ...options, unknownReplacement: { probabilities, key: keyOf('unknownWords') } };
  }

  async #stepsEvent(epoch: number, { firstStep, losses, tokens }: LossReport): Promise<TrainEvent> {
    for (const loss of losses) this.#epochLoss.sum += loss;
    this.#epochLoss.steps += losses.length;
    this.#stepLosses = joined(this.#stepLosses, losses);
    const transitions = await learnedScores(this.#model);
    return {
      kind: 'steps',
      epoch,
      firstStep,
      losses,
      tokens,
      tokensPerSecond: this.#clock.recentPace,
      transitions,
    };
  }

  async *scoreEpoch(
    epoch: number,
    scoreDev: TrainingData['scoreDev'],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<TrainerEvent, void> {
    const { config } = this.#model;
    const model = { ...this.#model, weights: this.#average?.weights ?? this.#model.weights };
    const { loss, scores } = await scoreDev(model, signal);
    // The step losses do not cover the last update of an epoch.
    if (!Number.isFinite(loss)) throw nonFiniteLoss(`The loss on dev became ${loss} in epoch ${epoch}.`);
    const scored = await downloadWeights(model.weights);
    if (this.early.improves(epoch, scores.overall.f1) || this.#best === undefined) {
      this.#best = { epoch, scores, weights: scored };
    }
    const report: EpochReport = {
      epoch,
      trainLoss: this.#epochLoss.sum / this.#epochLoss.steps,
      devLoss: loss,
      dev: scores,
      learningRate: learningRateAt(config, epoch - 1),
      tokensPerSecond: this.#clock.epochPace,
      seconds: this.#clock.epochSeconds,
      bestEpoch: this.early.bestEpoch,
      transitions: await learnedScores(model),
    };
    this.#reports = [...this.#reports, report];
    // Read first: if the device is lost after the report, the epoch is trained and reported a second time.
    const checkpoint = await this.#checkpoint(epoch, scored, this.#best);
    yield { kind: 'epoch', report };
    yield { kind: 'checkpoint', checkpoint };
  }

  /** @param scored the average's weights or, without averaging, the model's */
  async #checkpoint(epoch: number, scored: HostWeights, best: Checkpoint['best']): Promise<Checkpoint> {
    const average = this.#average && { updates: this.#average.updates, weights: scored };
    const weights = average === undefined ? scored : await downloadWeights(this.#model.weights);
    const optimizer = { updates: this.#optimizer.updates, slots: await downloadWeights(this.#optimizer.slots) };
    const reported = { reports: this.#reports, losses: this.#stepLosses };
    return { epoch, step: this.#step, weights, optimizer, average, best, ...reported };
  }

  /** The average becomes the model's weights. */
  async keepAverage(): Promise<void> {
    if (this.#average !== undefined) replaceWeights(this.#model, await downloadWeights(this.#average.weights));
  }

  /** Discards unreliable weights: without a best epoch, the model gets its initial weights. */
  fail(initial: HostWeights | undefined): void {
    this.#steps.dispose(); // recorded steps change the weights that are replaced
    if (this.#best === undefined && initial !== undefined) replaceWeights(this.#model, initial);
  }

  /** Adds to a failure's message which weights the model has now. */
  withKeptWeights(error: unknown): unknown {
    if (!(error instanceof StudioError) || error.code !== 'NonFiniteLoss') return error;
    const rest =
      this.#best === undefined
        ? 'No epoch was completed: the model has its initial weights and has learned nothing.'
        : `The best weights, those of epoch ${this.#best.epoch}, are kept.`;
    return new StudioError(error.code, `${error.message} ${rest}`, { cause: error });
  }

  /** Restores the best weights and frees everything else. */
  end(): void {
    this.#losses.dispose();
    this.#probe.dispose();
    this.#steps.dispose();
    this.#optimizer.dispose();
    this.#average?.dispose();
    dispose(this.#penalties);
    if (this.#best !== undefined) replaceWeights(this.#model, this.#best.weights);
  }
}

import { ablated, type AblationRow } from '../../src/config/ablation.ts';
import type { RunConfig } from '../../src/config/schema.ts';
import { checkConfig } from '../../src/config/validate.ts';
import type { RunResult } from '../../src/eval/runs.ts';
import { readSavedRun, writeSavedRun } from '../../src/export/saved-run.ts';
import { yieldToEventLoop } from '../../src/lib/event-loop.ts';
import { serializeError, throwIfAborted, type StudioError } from '../../src/lib/errors.ts';
import type { TrainEvent } from '../../src/model/events.ts';
import { INITIAL_RUN_STATE, progressShare, reduce } from '../../src/runs/run-state.ts';
import { requireSameData, type SavedRun } from '../../src/runs/saved-run.ts';
import type { LoadedFiles } from '../../src/workers/files/loaded-files.ts';
import type { Activity } from '../../src/workers/models/activity.ts';
import type { RunPlan } from '../../src/runs/plan.ts';
import type { SavedCheckpoint } from '../../src/workers/wire/payloads.ts';
import type { Emit } from '../../src/workers/wire/protocol.ts';
import { noAblationRow, noModelToTrainFurther } from '../../src/workers/wire/refusals.ts';
import type { FakeModel, FakeModels } from './fake-models.ts';
import { fingerprintOf, fromModel, fromScratch, planOf, seedsOf } from './fake-plan.ts';
import { FakeRun } from './fake-run.ts';

type Done = TrainEvent & { kind: 'done' };
export type EndReason = Done['reason'];

interface Context {
  emit: Emit;
  activity: Activity;
  files: LoadedFiles;
  models: FakeModels;
  stepsPerEpoch: number;
}

/** What is being trained: one run, several seeds, or an ablation. */
interface Study {
  kind: 'seeds' | 'ablation';
  runs: { label: string; config: RunConfig }[];
  plan: RunPlan;
  hasTest: boolean;
  /** Set for a run that can be resumed. */
  origin: Omit<SavedRun, 'checkpoint'> | undefined;
  resume: SavedRun | undefined;
  /** The common part of its models; undefined for an ablation, whose models are not used. */
  model: Omit<FakeModel, 'config' | 'dev' | 'progress'> | undefined;
  best: RunResult | undefined;
  /** The done event of the last run that did not fail. */
  done: Done | undefined;
}

/** Like `RunSession` of the worker, but training advances only when the test says so. */
export class FakeRuns {
  readonly #context: Context;
  #study: Study | undefined;
  #run: FakeRun | undefined;
  #index = 0;
  #state = INITIAL_RUN_STATE;
  /** Events of a started run that are not sent yet: the start request is answered first. */
  #unsent: TrainEvent[] = [];
  #isPaused = false;
  #stopped: SavedRun | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  plan(config: RunConfig): RunPlan {
    return planOf(config, this.#context.files.source(), this.#context.stepsPerEpoch);
  }

  start(
    config: RunConfig,
    from: 'scratch' | 'model',
    seeds: number,
    signal: AbortSignal,
    resume?: SavedRun,
  ): Promise<void> {
    const { activity, files, models } = this.#context;
    return activity.starting('start another run', async () => {
      checkConfig(config);
      const source = files.source();
      const previous = models.current;
      if (from === 'model' && previous === undefined) throw noModelToTrainFurther();
      const started = from === 'model' && previous ? fromModel(previous, files, config) : fromScratch(config, source);
      const fingerprint = fingerprintOf(source);
      if (resume !== undefined) requireSameData(resume, { fingerprint });
      const plan = { ...this.plan(started.config), tags: started.tags };
      await this.#begin(
        {
          kind: 'seeds',
          runs: seedsOf('seeds', started.config, seeds),
          plan,
          hasTest: seeds > 1 && files.test(source.style) !== undefined,
          origin: seeds === 1 && from === 'scratch' ? { config, fingerprint } : undefined,
          resume,
          model: { ...started, id: models.nextId() },
          best: undefined,
          done: undefined,
        },
        signal,
      );
    });
  }

  async startFromCheckpoint(checkpoint: Blob, signal: AbortSignal): Promise<RunConfig> {
    const saved = readSavedRun(new Uint8Array(await checkpoint.arrayBuffer()));
    await this.start(saved.config, 'scratch', 1, signal, saved);
    return saved.config;
  }

  ablate(recipe: RunConfig, rows: readonly AblationRow[], seeds: number, signal: AbortSignal): Promise<void> {
    const { activity, files } = this.#context;
    return activity.starting('start an ablation', async () => {
      if (rows.length === 0) throw noAblationRow();
      const runs = rows.flatMap((row) => seedsOf(row.label, ablated(recipe, row), seeds));
      for (const { config } of runs) checkConfig(config);
      const plan = this.plan(recipe);
      const hasTest = files.test(files.source().style) !== undefined;
      const absent = { origin: undefined, resume: undefined, model: undefined, best: undefined, done: undefined };
      await this.#begin({ kind: 'ablation', runs, plan, hasTest, ...absent }, signal);
    });
  }

  checkpoint(): SavedCheckpoint | undefined {
    const saved = this.#study === undefined ? this.#stopped : this.#saved();
    return saved && { epoch: saved.checkpoint.epoch, contents: new Blob([writeSavedRun(saved)]) };
  }

  pause(): void {
    this.#isPaused = this.#study !== undefined;
  }

  resume(): void {
    this.#isPaused = false;
  }

  /** Sends the end after the answer. */
  stop(): void {
    this.#isPaused = false;
    if (this.#study !== undefined) void yieldToEventLoop().then(() => this.#study !== undefined && this.end('stopped'));
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** The current run, unless it is paused. */
  get active(): FakeRun | undefined {
    return this.#isPaused ? undefined : this.#run;
  }

  steps(count: number): void {
    this.#send([this.#require().steps(count)]);
  }

  finishEpoch(): void {
    this.#send(this.#require().finishEpoch());
  }

  /** Ends the run, and starts the next if there are several. @param changes to its result */
  end(reason: EndReason, changes: Partial<RunResult> = {}): void {
    const [study, run] = [this.#requireStudy(), this.#require()];
    const done = run.done(reason);
    study.done = done;
    this.#send(study.kind === 'ablation' ? [done] : []);
    this.#conclude(run.result(reason, study.hasTest, changes), undefined);
    if (reason !== 'stopped' && this.#next()) return;
    this.#finish(reason === 'stopped');
  }

  /** Fails the run. If there are several, a non-finite loss does not end the others. */
  fail(error: StudioError): void {
    const [study, run] = [this.#requireStudy(), this.#require()];
    this.#send([]);
    this.#conclude(run.result('failed', false, {}), error.message);
    const continues = error.code === 'NonFiniteLoss';
    if (continues && this.#next()) return;
    const isWhole = continues && (study.kind === 'ablation' || study.done !== undefined);
    this.#finish(false, isWhole ? undefined : error);
  }

  async #begin(study: Study, signal: AbortSignal): Promise<void> {
    throwIfAborted(signal);
    await yieldToEventLoop();
    throwIfAborted(signal);
    this.#context.activity.isRunning = true;
    this.#study = study;
    this.#stopped = undefined;
    this.#isPaused = false;
    this.#beginRun(0);
    void yieldToEventLoop().then(() => this.#send([]));
  }

  #beginRun(index: number): void {
    const { emit, models } = this.#context;
    const study = this.#requireStudy();
    const { label, config } = study.runs[index]!;
    this.#index = index;
    this.#state = INITIAL_RUN_STATE;
    this.#run = new FakeRun(label, config, study.plan, study.resume?.checkpoint);
    if (study.model !== undefined) {
      const model = { ...study.model, config, dev: undefined, progress: 0 };
      if (index === 0) models.place(model);
      else models.exchange(model);
      models.notify();
    }
    if (study.kind === 'ablation' || study.runs.length > 1) {
      emit('study', { kind: 'begin', index, label, seed: config.seed, epochs: config.epochs });
    }
    this.#unsent = this.#run.start();
  }

  #next(): boolean {
    if (this.#index + 1 >= this.#requireStudy().runs.length) return false;
    this.#beginRun(this.#index + 1);
    this.#send([]);
    return true;
  }

  #conclude(result: RunResult | undefined, problem: string | undefined): void {
    const study = this.#requireStudy();
    if (study.kind === 'ablation' || study.runs.length > 1) {
      this.#context.emit('study', { kind: 'result', index: this.#index, result, problem });
    }
    if (result !== undefined && result.dev.overall.f1 > (study.best?.dev.overall.f1 ?? -1)) study.best = result;
  }

  /** Ends all runs. */
  #finish(isStopped: boolean, failure?: StudioError): void {
    const { emit } = this.#context;
    const study = this.#requireStudy();
    const { best, done } = study;
    this.#close(isStopped);
    if (study.kind === 'seeds') this.#placeBest(study);
    if (failure !== undefined) emit('failed', serializeError(failure));
    else if (study.kind === 'ablation') emit('study', { kind: 'end', reason: isStopped ? 'stopped' : 'finished' });
    else if (done !== undefined) {
      emit('train', { ...done, ...(best && { bestEpoch: best.bestEpoch, bestDevF1: best.dev.overall.f1 }) });
    }
  }

  #placeBest({ model, best, runs }: Study): void {
    const { models } = this.#context;
    if (model !== undefined && best !== undefined) {
      const { config } = runs.find((run) => run.config.seed === best.seed)!;
      models.exchange({ ...model, config, dev: best.dev, progress: best.bestEpoch / config.epochs });
    }
    models.notify();
  }

  #close(isStopped: boolean): void {
    this.#stopped = isStopped ? this.#saved() : undefined;
    this.#study = undefined;
    this.#run = undefined;
    this.#unsent = [];
    this.#context.activity.isRunning = false;
  }

  #saved(): SavedRun | undefined {
    const checkpoint = this.#run?.checkpoint();
    return this.#study?.origin && checkpoint && { ...this.#study.origin, checkpoint };
  }

  /** Sends unsent events, then `events`; for an ablation its progress instead. */
  #send(events: readonly TrainEvent[]): void {
    const { emit } = this.#context;
    const all = [...this.#unsent, ...events];
    this.#unsent = [];
    for (const event of all) {
      if (this.#study?.kind === 'seeds') {
        emit('train', event);
        continue;
      }
      this.#state = reduce(this.#state, event, performance.now() / 1000);
      const { epoch, tokensPerSecond, best } = this.#state;
      const share = progressShare(this.#state, this.#run?.config.epochs ?? 1);
      const progress = { epoch: Math.max(1, epoch), share, tokensPerSecond, bestDevF1: best?.f1 };
      emit('study', { kind: 'progress', index: this.#index, ...progress });
    }
  }

  #requireStudy(): Study {
    if (this.#study === undefined) throw new Error('The fake trainer has no run under way.');
    return this.#study;
  }

  #require(): FakeRun {
    if (this.#run === undefined) throw new Error('The fake trainer has no run under way.');
    if (this.#isPaused) throw new Error('The run is paused: a trainer would send nothing.');
    return this.#run;
  }
}

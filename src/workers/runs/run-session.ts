import { ablated, TRAINABLE_ROWS } from '../../config/ablation.ts';
import type { RunConfig } from '../../config/schema.ts';
import { POOL_RUNS } from '../../config/unlabelled.ts';
import { checkConfig } from '../../config/validate.ts';
import { readSavedRun, writeSavedRun } from '../../export/saved-run.ts';
import { yieldToEventLoop } from '../../lib/event-loop.ts';
import { tagKind, type Sentence } from '../../data/corpus.ts';
import type { EncoderFeatures } from '../../data/features/encoder-features.ts';
import { loadEncoderFeatures } from '../../runs/load-encoder-features.ts';
import { serializeError, StudioError, throwIfAborted } from '../../lib/errors.ts';
import { train } from '../../model/trainer.ts';
import { disposeWeights } from '../../model/weights.ts';
import { encoderOf, prepareRun, resolveConfig, type RunSource } from '../../runs/prepare.ts';
import type { SavedRun } from '../../runs/saved-run.ts';
import { requireSearchedData, searchedData, searchRuns } from '../../runs/search.ts';
import { asSentences, learnFromPool, type PoolSentence } from '../../runs/unlabelled.ts';
import { seedRuns, study, type StudyEvent, type StudyOptions } from '../../runs/study.ts';
import type { SearchSpec } from '../../search/state.ts';
import { kindOfRun, timeSteps } from '../../runs/time-steps.ts';
import type { DeviceRecovery } from '../../runs/train-to-end.ts';
import { textVectors } from '../files/text-vectors.ts';
import type { LoadedFiles } from '../files/loaded-files.ts';
import type { Activity } from '../models/activity.ts';
import type { ModelSlot } from '../models/model-slot.ts';
import type { TimeStep, WorkerDevice } from '../models/worker-device.ts';
import type { SavedCheckpoint } from '../wire/payloads.ts';
import { ProgressReporter } from '../wire/progress.ts';
import type { Emit } from '../wire/protocol.ts';
import type { SearchRequest } from '../wire/search.ts';
import type { AblationRequest } from '../wire/study.ts';
import { noAblationRow, noModelToTrainFurther, noUnlabelledClasses, noUnlabelledText } from '../wire/refusals.ts';
import { driveAblation, driveSearch } from './background-runs.ts';
import { keptRow } from './kept-row.ts';
import { RunControl } from './run-control.ts';
import { startFromModel, startFromScratch, type RunStart } from './run-start.ts';
import { SeedsRun } from './seeds-run.ts';

/** The dependencies of runs. */
export interface RunSessionContext {
  emit: Emit;
  activity: Activity;
  device: WorkerDevice;
  files: LoadedFiles;
  models: ModelSlot;
  /** Replaced in tests of the page. */
  train?: typeof train | undefined;
}

export interface StartRequest {
  config: RunConfig;
  from: 'scratch' | 'model';
  seeds: number;
  /** Whether it also learns from the loaded text without labels; `seeds` has no effect then. */
  unlabelled?: boolean;
}

/** Starts, controls and ends training: a run, several seeds, an ablation or a search, one of them at a time. */
export class RunSession {
  readonly #context: RunSessionContext;
  #control: RunControl | undefined;
  #followed = '';
  /** Whether the page shows the signals of the run. */
  readonly #signals = { isOpen: false };
  /** The last run, if it was stopped. */
  #stopped: SavedRun | undefined;

  constructor(context: RunSessionContext) {
    this.#context = context;
  }

  /** @param text whose first sentence is reported after each epoch */
  follow(text: string): void {
    this.#followed = text;
  }

  /** Starts or ends the `signals` events of the current run and of later ones. */
  watchSignals(isOpen: boolean): void {
    this.#signals.isOpen = isOpen;
  }

  pause(): void {
    this.#control?.pause();
  }

  resume(): void {
    this.#control?.resume();
  }

  stop(): void {
    this.#control?.stop();
  }

  checkpoint(): SavedCheckpoint | undefined {
    const saved = this.#control === undefined ? this.#stopped : this.#control.saved;
    return saved && { epoch: saved.checkpoint.epoch, contents: new Blob([writeSavedRun(saved)]) };
  }

  /**
   * Starts a run per seed. Resolves when the first one has started.
   *
   * @throws StudioError Cancelled if `signal` is aborted before that; NotReady, BadConfig, BadCorpus. Nothing has changed then
   */
  start(request: StartRequest, signal: AbortSignal): Promise<void> {
    return this.#startSeeds(request, undefined, signal);
  }

  /** Resumes an unfinished run; otherwise like `start`. @throws StudioError BadInput if the checkpoint does not fit the files */
  async startFromCheckpoint(checkpoint: Blob, signal: AbortSignal): Promise<RunConfig> {
    const saved = readSavedRun(new Uint8Array(await checkpoint.arrayBuffer()));
    await this.#startSeeds({ config: saved.config, from: 'scratch', seeds: 1 }, saved, signal);
    return saved.config;
  }

  /**
   * Trains the rows of an ablation one after the other. Resolves when the first run has started. The current model is unchanged.
   *
   * @throws as `start`
   */
  ablate(
    { config: recipe, rows: ids, seeds, keepsModels = false }: AblationRequest,
    signal: AbortSignal,
  ): Promise<void> {
    const { activity, device, emit, files, models } = this.#context;
    return activity.starting('start an ablation', async () => {
      const rows = TRAINABLE_ROWS.filter(({ id }) => ids.includes(id));
      if (rows.length === 0) throw noAblationRow();
      const runs = rows.flatMap((row) => seedRuns(row.label, ablated(recipe, row), seeds, row));
      for (const { config } of runs) checkConfig(config);
      await models.ensureDevice();
      await files.settled();
      const source = files.source();
      const test = files.test(source.style);
      const encoders = runs.map(({ config }) => encoderOf(config, source));
      await this.#loadFeatures(encoders, source, test, signal);
      await this.#chooseDevice(recipe, source, prepareRun, signal);
      const control = new RunControl();
      const events = study(runs, source, {
        signal: control.signal,
        device: this.#deviceRecovery(() => models.restore()),
        train: this.#context.train,
        test,
      });
      const first = await firstRun(events, signal);
      const { stored, provenance } = startFromScratch(recipe, files, source);
      const parts = { stored, provenance: { ...provenance, device: device.description } };
      const keep = keepsModels ? (row: StudyEvent & { kind: 'end' }) => keptRow(row, parts) : undefined;
      void this.#drive(control, () => driveAblation(control, emit, first, events, keep));
    });
  }

  /**
   * Trains the trials of a search. Resolves when its data are known. The current model is unchanged.
   *
   * @throws as `start`; StudioError BadInput if the search was started with other data
   */
  search({ start, ranges, budget, data, trials }: SearchRequest, signal: AbortSignal): Promise<SearchSpec> {
    const { activity, emit, files, models } = this.#context;
    return activity.starting('search', async () => {
      await models.ensureDevice();
      await files.settled();
      const source = files.source();
      const found = searchedData(start, source, files.fingerprints().vectors);
      const spec = { start, ranges, budget, data: data ?? found };
      requireSearchedData(spec, found);
      await this.#loadFeatures([encoderOf(start, source)], source, undefined, signal);
      await this.#chooseDevice(start, source, prepareRun, signal);
      await yieldToEventLoop(); // an abort message may arrive
      throwIfAborted(signal);
      const control = new RunControl();
      const device = this.#deviceRecovery(() => models.restore());
      const options = { signal: control.signal, device, train: this.#context.train };
      const events = searchRuns({ spec, trials }, source, options);
      void this.#drive(control, () => driveSearch(control, emit, events));
      return spec;
    });
  }

  #startSeeds(
    { config, from, ...request }: StartRequest,
    resume: SavedRun | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { activity, device, emit, files, models } = this.#context;
    return activity.starting('start another run', async () => {
      checkConfig(config);
      await loadExport();
      await models.ensureDevice();
      await files.settled();
      if (from === 'model' && models.current !== undefined) await files.readFor(models.current.model);
      const isFromText = from === 'scratch' && request.unlabelled;
      const pool = isFromText ? await files.unlabelled(signal) : [];
      const source = isFromText ? await withPool(files, pool) : files.source();
      const seeds = isFromText ? POOL_RUNS.length : request.seeds;
      const { prepare, encoder, name, stored, provenance } = await this.#startOf(from, config, source, signal);
      const test = seeds === 1 ? undefined : files.test(source.style);
      await this.#loadFeatures([encoder], { ...source, others: [...source.others, asSentences(pool)] }, test, signal);
      await this.#chooseDevice(config, source, prepare, signal);
      const parts = { name, stored, provenance: { ...provenance, device: device.description } };
      const control = new RunControl();
      const options: StudyOptions = {
        signal: control.signal,
        device: this.#deviceRecovery(),
        train: (model, data, stop, from) => (this.#context.train ?? train)(model, data, stop, from, this.#signals),
        test,
        prepare,
        release: () => undefined, // the model slot disposes of replaced models
      };
      const events = isFromText
        ? learnFromPool(config, source, pool, {
            ...options,
            onLabelled: ({ sentences, of }) => emit('study', { kind: 'labelled', agreed: sentences.length, of }),
            onCompared: (difference) => emit('study', { kind: 'compared', difference }),
          })
        : study(seedRuns('seeds', config, seeds), source, { ...options, resume });
      const isResumable = seeds === 1 && from === 'scratch';
      const run = new SeedsRun(control, {
        emit,
        models,
        parts,
        dev: source.dev,
        seeds,
        isResumable,
        followed: () => this.#followed,
      });
      const first = await firstRun(events, signal);
      await run.begin(first);
      if (resume !== undefined) run.resumeFrom(resume);
      void this.#drive(control, () => run.drive(events));
    });
  }

  /** Computes the encoder features that runs need, with progress. @throws StudioError Cancelled */
  async #loadFeatures(
    encoders: readonly (EncoderFeatures | undefined)[],
    source: RunSource,
    test: readonly Sentence[] | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { emit, files } = this.#context;
    const progress = new ProgressReporter(emit, {
      task: 'encoding',
      name: files.encoder.name ?? '',
      total: 0,
      unit: 'tokens',
    });
    try {
      await loadEncoderFeatures(encoders, source, test, { signal, onProgress: progress.report });
    } finally {
      progress.end();
    }
  }

  async #startOf(
    from: StartRequest['from'],
    config: RunConfig,
    source: RunSource,
    signal: AbortSignal,
  ): Promise<RunStart> {
    const { files, models } = this.#context;
    if (from === 'scratch') return startFromScratch(config, files, source);
    if (models.current === undefined) throw noModelToTrainFurther();
    return startFromModel(models.current, files, source, signal);
  }

  /** Runs `train` in the background. @param train sends the end of the run, unless it throws */
  async #drive(control: RunControl, train: () => Promise<void>): Promise<void> {
    const { activity, emit } = this.#context;
    this.#control = control;
    activity.isRunning = true;
    this.#stopped = undefined;
    try {
      await train();
    } catch (error) {
      emit('failed', serializeError(error));
    } finally {
      this.#control = undefined;
      activity.isRunning = false;
      if (control.signal.aborted) this.#stopped = control.saved;
    }
  }

  /** @param restore uploads everything else that was on a lost device to its replacement */
  #deviceRecovery(restore: () => void = () => undefined): DeviceRecovery {
    const { device } = this.#context;
    return {
      isLost: (error) => device.isLost(error),
      replace: async (epoch) => {
        await device.replace(epoch);
        restore();
      },
    };
  }

  /** If there are two devices, opens the faster one for this run. The current model moves with it. */
  async #chooseDevice(config: RunConfig, source: RunSource, prepare: RunStart['prepare'], signal: AbortSignal) {
    const { device, models } = this.#context;
    const resolved = resolveConfig(config, source);
    const kind = kindOfRun(resolved);
    const time: TimeStep = async (onStep) => (await timeSteps(resolved, source, { prepare, signal, onStep })).step;
    const choose = () => device.chooseFor(kind, time);
    await (device.mayChangeFor(kind) ? models.offDevice(choose) : choose());
  }
}

/**
 * Loads what stores and exports a model before it is trained: afterwards the server may be gone, or have another version, and browsers
 * do not try again to load a script.
 */
const loadExport = () => import('../../export/export-files.ts');

/**
 * The data of a run that also learns from text without labels, with the vectors of its words.
 *
 * @throws StudioError NotReady without such text, BadCorpus for texts with classes
 */
async function withPool(files: LoadedFiles, pool: readonly PoolSentence[]): Promise<RunSource> {
  const source = files.source();
  if (pool.length === 0) throw noUnlabelledText();
  if (tagKind(source.style) === 'classes') throw noUnlabelledClasses();
  const words = pool.map(({ tokens }) => tokens);
  return { ...source, vectors: await textVectors(words, source.vectors, files.vectors.stored) };
}

/**
 * The first event of a study, which is yielded when its first run is prepared.
 *
 * @throws StudioError Cancelled if `signal` is aborted before; nothing is left on the device
 */
async function firstRun(
  events: AsyncGenerator<StudyEvent, void>,
  signal: AbortSignal,
): Promise<StudyEvent & { kind: 'begin' }> {
  throwIfAborted(signal);
  const { value } = await events.next();
  if (value?.kind !== 'begin') throw new StudioError('Internal', 'The study has no runs.');
  await yieldToEventLoop(); // an abort message sent during preparation may arrive
  if (signal.aborted) {
    await events.return();
    disposeWeights(value.model.weights);
    throwIfAborted(signal);
  }
  return value;
}

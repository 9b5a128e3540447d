import { ablated, type AblationRow } from '../config/ablation.ts';
import type { RunConfig } from '../config/schema.ts';
import type { StoredVectors } from '../data/embeddings/stored-vectors.ts';
import { readBundle, writeBundle } from '../export/bundle.ts';
import { readSavedRun, writeSavedRun } from '../export/saved-run.ts';
import type { SavedRun } from '../runs/saved-run.ts';
import type { DeviceChoice, DeviceReport } from '../devices/device.ts';
import { serializeError, StudioError } from '../lib/errors.ts';
import { Queue } from '../lib/queue.ts';
import type { TaggerModel } from '../model/model.ts';
import { disposeWeights, downloadWeights, uploadWeights } from '../model/weights.ts';
import { fromBundle, toBundle, vectorsOf } from '../export/model-bundle.ts';
import { prepareRun, type RunSource } from '../runs/prepare.ts';
import { seedRuns, study } from '../runs/study.ts';
import { StudioDevice, type Verdicts } from '../devices/studio-device.ts';
import { kindOfSteps, timeSteps } from '../runs/time-steps.ts';
import type { DeviceKeeper } from '../runs/train-to-end.ts';
import { firstRun } from './runs/first-run.ts';
import { followAblation } from './runs/follow-ablation.ts';
import { FollowedRuns } from './runs/follow-runs.ts';
import { LoadedFiles } from './files/loaded-files.ts';
import { checkConfig } from './runs/plan.ts';
import type { Download, Emit, FileId, Models, Progress, SavedCheckpoint, Workspace } from './wire/protocol.ts';
import { RunLoop } from './runs/run-loop.ts';
import { startOf, type RunStart } from './runs/run-start.ts';
import { TrainedModel } from './models/trained-model.ts';

/** What is done with the model: tagging, scoring… */
export type ModelTask<T> = (model: TaggerModel, stored: StoredVectors | undefined) => Promise<T>;

/** What the worker has: a device, files, a model, and perhaps a run. */
export class Studio {
  readonly files = new LoadedFiles((name) => this.#emit('vectorsLost', { name }));
  run: RunLoop | undefined;
  readonly #emit: Emit;
  readonly #device = new StudioDevice();
  /** What changes the device or the model takes its turn. */
  readonly #turns = new Queue();
  /** Runs that have not begun yet, or will not. */
  #runsAsked = 0;
  #trained: TrainedModel | undefined;
  /** The model before this one, off the device: it can come back. */
  #former: TrainedModel | undefined;
  /** The last run, where it was stopped. */
  #stopped: SavedRun | undefined;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  open(choice: DeviceChoice, threads?: number, verdicts: Verdicts = {}): Promise<DeviceReport> {
    return this.#turns.run(async () => {
      this.#refuseWhileTraining('change the device');
      this.#device.remember(verdicts);
      if (this.#device.state === 'open') await this.#trained?.leaveDevice();
      try {
        return await this.#device.open(choice, threads);
      } finally {
        this.#trained?.restore();
      }
    });
  }

  workspace(rejected: Workspace['rejected'] = []): Workspace {
    return { ...this.files.summary(), ...this.#models(), rejected };
  }

  /** @param sample the corpora are the sample's */
  async addFiles(files: readonly File[], sample: boolean, signal: AbortSignal): Promise<Workspace> {
    const isFree = this.run === undefined && this.#runsAsked === 0;
    const as = isFree ? (sample ? 'sample' : 'own') : 'unused';
    const { bundles, rejected } = await this.files.add(files, as, signal, this.#tell);
    for (const bundle of bundles) {
      try {
        await this.#turns.run(() => this.#importModel(bundle));
      } catch (error) {
        rejected.push({ name: bundle.name, error: serializeError(error) });
      }
    }
    return this.workspace(rejected);
  }

  async restoreFiles(ids: readonly FileId[], signal: AbortSignal): Promise<Workspace> {
    await this.files.restore(ids, signal, this.#tell);
    return this.workspace();
  }

  removeModel(): Promise<Workspace> {
    return this.#turns.run(() => {
      this.#refuseWhileTraining('remove the model');
      this.#take(undefined);
      return this.workspace();
    });
  }

  restoreModel(): Promise<Workspace> {
    return this.#turns.run(async () => {
      this.#refuseWhileTraining('bring back a model');
      const former = this.#former;
      if (former === undefined) throw new StudioError('NotReady', 'There was no other model. Train one, or add one.');
      await this.#openDevice();
      await former.leaveDevice();
      former.restore();
      this.#former = undefined;
      this.#take(former);
      return this.workspace();
    });
  }

  forgetModel(): Workspace {
    this.#former = undefined;
    return this.workspace();
  }

  /** Lends the model that tags now, on a device that works. A run changes its weights between two awaits of the task. */
  use<T>(task: ModelTask<T>): Promise<T> {
    return this.#lend(({ model, stored }) => task(model, stored));
  }

  /**
   * As `use`, for long tasks: no run changes the weights. They are those of the best epoch so far; in the first, of
   * this moment.
   */
  async useStill<T>(task: ModelTask<T>): Promise<T> {
    return this.use(async (model, stored) => {
      if (this.run === undefined) return task(model, stored);
      const host = this.run.checkpoint?.best.weights ?? (await downloadWeights(model.weights));
      const still = { ...model, weights: uploadWeights(host) };
      try {
        return await task(still, stored);
      } finally {
        disposeWeights(still.weights);
      }
    });
  }

  /**
   * Starts a run, or several with one seed after the other, and returns once the first is under way. Fails with
   * `Cancelled`, and changes nothing, where `signal` is aborted before.
   */
  start(config: RunConfig, from: 'scratch' | 'model', seeds: number, signal: AbortSignal): Promise<void> {
    return this.#startRuns(config, from, seeds, undefined, signal);
  }

  /** Goes on with a run that did not come to its end; as `start`. */
  async goOn(file: Blob, signal: AbortSignal): Promise<RunConfig> {
    const saved = readSavedRun(new Uint8Array(await file.arrayBuffer()));
    await this.#startRuns(saved.config, 'scratch', 1, saved, signal);
    return saved.config;
  }

  checkpoint(): SavedCheckpoint | undefined {
    const saved = this.run === undefined ? this.#stopped : this.run.saved;
    return saved && { epoch: saved.checkpoint.epoch, contents: new Blob([writeSavedRun(saved)]) };
  }

  #startRuns(
    config: RunConfig,
    from: 'scratch' | 'model',
    seeds: number,
    resume: SavedRun | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    return this.#beginInTurn(async () => {
      this.#refuseWhileTraining('start another run');
      checkConfig(config);
      await this.#openDevice();
      const source = this.files.source();
      const start = startOf(from, this.#trained, this.files, source);
      await this.#settleDevice(config, source, start.prepare, signal);
      const parts = start.parts(this.#device.report?.description ?? '');
      const loop = new RunLoop(this.#emit);
      const test = seeds === 1 ? undefined : this.files.test(source.style);
      const events = study(seedRuns('seeds', config, seeds), source, {
        signal: loop.signal,
        device: this.#keeper(),
        test,
        prepare: start.prepare,
        resume,
        release: () => undefined, // the device is left when another model takes its place
      });
      const take = (trained: TrainedModel, isFirst: boolean) =>
        isFirst ? this.#take(trained) : this.#exchange(trained);
      const tellModels = () => this.#emit('model', this.#models());
      const runs = new FollowedRuns(loop, { parts, take, tellModels, emit: this.#emit }, seeds);
      const begin = await firstRun(events, signal);
      await runs.begin(begin);
      if (seeds === 1 && from === 'scratch') loop.origin = { config, fingerprint: begin.fingerprint };
      loop.checkpoint = resume?.checkpoint;
      void this.#drive(loop, () => runs.follow(events));
    });
  }

  /**
   * Trains the rows of an ablation one after the other, and returns once the first is under way. The model that tags
   * stays. Fails with `Cancelled` where `signal` is aborted before.
   */
  ablate(recipe: RunConfig, rows: readonly AblationRow[], seeds: number, signal: AbortSignal): Promise<void> {
    return this.#beginInTurn(async () => {
      this.#refuseWhileTraining('start an ablation');
      if (rows.length === 0)
        throw new StudioError('BadConfig', 'No row of the ablation is chosen. Choose one or more.');
      const runs = rows.flatMap((row) => seedRuns(row.label, ablated(recipe, row), seeds, row));
      for (const { config } of runs) checkConfig(config);
      await this.#openDevice();
      const source = this.files.source();
      await this.#settleDevice(recipe, source, prepareRun, signal);
      const loop = new RunLoop(this.#emit);
      const events = study(runs, source, {
        signal: loop.signal,
        device: this.#keeper(() => this.#trained?.restore()),
        test: this.files.test(source.style),
      });
      const begin = await firstRun(events, signal);
      void this.#drive(loop, () => followAblation(loop, this.#emit, begin, events));
    });
  }

  /** While a run is under way: its best epoch so far, or, in the first, the weights of this moment. */
  exportModel(): Promise<Download> {
    return this.#lend(async (trained) => {
      const best = this.run?.checkpoint?.best;
      const provenance = best === undefined ? trained.provenance : trained.provenanceOf(best);
      const bundle = await toBundle(trained.model, provenance, trained.stored, best?.weights);
      return { name: `${trained.name}.zip`, contents: new Blob([writeBundle(bundle)]) };
    });
  }

  /** From now on, files that come are none of the run's. */
  async #beginInTurn(begin: () => Promise<void>): Promise<void> {
    this.#runsAsked++;
    try {
      await this.#turns.run(begin);
    } finally {
      this.#runsAsked--;
    }
  }

  /** @param follow tells of the end by itself, unless it fails */
  async #drive(loop: RunLoop, follow: () => Promise<void>): Promise<void> {
    this.run = loop;
    this.#stopped = undefined;
    try {
      await follow();
    } catch (error) {
      this.#emit('failed', serializeError(error));
    } finally {
      this.run = undefined;
      if (loop.signal.aborted) this.#stopped = loop.saved;
    }
  }

  /** @param restore puts what else is on a device that was lost on the next one */
  #keeper(restore: () => void = () => undefined): DeviceKeeper {
    return {
      isLost: (error) => this.#device.isLost(error),
      replace: async (epoch) => {
        await this.#replaceDevice(epoch);
        restore();
      },
    };
  }

  async #replaceDevice(resumedFromEpoch: number | undefined): Promise<void> {
    this.#emit('deviceLost', { ...(await this.#device.replace()), resumedFromEpoch });
  }

  /** Lends the model that tags now, on a device that works. A run takes care of its own device. */
  async #lend<T>(task: (trained: TrainedModel) => Promise<T>): Promise<T> {
    const lend = (): Promise<T> => {
      const trained = this.#trained;
      if (trained === undefined) {
        throw new StudioError('NotReady', 'There is no model yet. Press Train, or add a model file.');
      }
      return trained.lend(() => task(trained));
    };
    if (this.run !== undefined) return lend();
    const lendAtRest = async (): Promise<T> => {
      const { loan } = await this.#turns.run(async () => {
        if (this.#trained !== undefined && this.run === undefined) await this.#openDevice();
        return { loan: lend() }; // begun before another can take the model off the device; its end is no one's turn
      });
      return loan;
    };
    try {
      return await lendAtRest();
    } catch (error) {
      if (!this.#device.isLost(error)) throw error;
      return lendAtRest(); // from the beginning, on the device that takes the place of the lost one
    }
  }

  /** Opens a device where there is none, or none that works. */
  async #openDevice(): Promise<void> {
    if (this.#device.state === 'none') await this.#device.open('auto');
    if (this.#device.state === 'open') return;
    await this.#replaceDevice(undefined);
    this.#trained?.restore();
  }

  /** Where there are two devices, opens the one that trains this faster; the model that tags moves with it. */
  async #settleDevice(config: RunConfig, source: RunSource, prepare: RunStart['prepare'], signal: AbortSignal) {
    const kind = kindOfSteps(config, source);
    const before = this.#device.report;
    const isLeft = this.#device.isUnsettled(kind);
    if (isLeft) await this.#trained?.leaveDevice();
    const onStep = (done: number, total: number) => {
      const name = this.#device.report?.description ?? '';
      this.#emit('progress', { task: 'timing', name, done, total, unit: 'steps' });
    };
    try {
      await this.#device.settle(kind, () => timeSteps(config, source, { prepare, signal, onStep }));
    } finally {
      if (isLeft) {
        this.#emit('progress', undefined);
        this.#trained?.restore();
      }
      const { report, verdicts } = this.#device;
      if (report !== undefined && report !== before) this.#emit('deviceSettled', { device: report, verdicts });
    }
  }

  async #importModel(file: File): Promise<void> {
    this.#refuseWhileTraining('load a model');
    await this.#openDevice();
    this.#emit('progress', { task: 'model', name: file.name, done: 0, total: file.size, unit: 'bytes' });
    try {
      const bundle = readBundle(new Uint8Array(await file.arrayBuffer()));
      const { weights: host, provenance } = bundle;
      const name = file.name.replace(/\.zip$/i, '');
      this.#take(new TrainedModel({ name, model: fromBundle(bundle), host, provenance, stored: vectorsOf(bundle) }));
    } finally {
      this.#emit('progress', undefined);
    }
  }

  #take(trained: TrainedModel | undefined): void {
    this.#trained?.retire();
    this.#former = this.#trained ?? this.#former;
    this.#trained = trained;
  }

  /** Of several runs, only the model before the first can come back. */
  #exchange(trained: TrainedModel): void {
    this.#trained?.retire();
    this.#trained = trained;
  }

  #models(): Models {
    return { model: this.#trained?.info(), former: this.#former?.info() };
  }

  readonly #tell = (progress: Progress | undefined): void => this.#emit('progress', progress);

  #refuseWhileTraining(what: string): void {
    if (this.run !== undefined) {
      throw new StudioError('NotReady', `A run is under way: stop it, or let it finish, to ${what}.`);
    }
  }
}

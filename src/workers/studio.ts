import { ARCHITECTURE_FIELDS, type RunConfig } from '../config/schema.ts';
import { readBundle, writeBundle } from '../export/bundle.ts';
import { openDevice } from '../kernels/backend.ts';
import type { DeviceChoice, DeviceLoss, DeviceReport } from '../kernels/device.ts';
import { serializeError, StudioError } from '../lib/errors.ts';
import { evaluateCorpus, type Evaluation } from '../pipeline/evaluate.ts';
import { fromBundle, toBundle, vectorsOf } from '../pipeline/model-bundle.ts';
import { prepareRun, trainingData, type RunSource } from '../pipeline/prepare.ts';
import { LoadedFiles } from './loaded-files.ts';
import { checkConfig } from './plan.ts';
import type { Download, Emit, FileId, Progress, Workspace } from './protocol.ts';
import { RunLoop } from './run-loop.ts';
import { runToEnd } from './runner.ts';
import { TrainedModel } from './trained.ts';

/** What the worker has: a device, files, a model, and perhaps a run. */
export class Studio {
  readonly files = new LoadedFiles();
  run: RunLoop | undefined;
  readonly #emit: Emit;
  #device: DeviceReport | undefined;
  /** Of simd, as they were asked for. */
  #threads: number | undefined;
  #loss: DeviceLoss | undefined;
  #trained: TrainedModel | undefined;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  async open(choice: DeviceChoice, threads?: number): Promise<DeviceReport> {
    this.#refuseWhileTraining('change the device');
    this.#threads = threads;
    if (this.#device !== undefined && this.#loss === undefined) await this.#trained?.save();
    const report = await this.#openDevice(choice);
    this.#trained?.restore();
    return report;
  }

  workspace(rejected: Workspace['rejected'] = []): Workspace {
    return { ...this.files.summary(), model: this.#trained?.info(), rejected };
  }

  /** @param sample the corpora are the sample's */
  async addFiles(files: readonly File[], sample: boolean, signal: AbortSignal): Promise<Workspace> {
    const tell = (progress: Progress | undefined) => this.#emit('progress', progress);
    const { bundles, rejected } = await this.files.add(files, sample, signal, tell);
    for (const bundle of bundles) {
      try {
        await this.#importModel(bundle);
      } catch (error) {
        rejected.push({ name: bundle.name, error: serializeError(error) });
      }
    }
    return this.workspace(rejected);
  }

  /** The model that tags now, on a device that works. */
  async trained(): Promise<TrainedModel> {
    if (this.#trained === undefined) {
      throw new StudioError('NotReady', 'There is no model yet. Press Train, or add a model file.');
    }
    if (this.run === undefined) await this.#ready();
    return this.#trained;
  }

  /** Starts a run and returns once it is under way. */
  async start(config: RunConfig, from: 'scratch' | 'model'): Promise<void> {
    this.#refuseWhileTraining('start another run');
    checkConfig(config);
    await this.#ready();
    const source = this.files.source(config);
    this.#trained = from === 'model' ? this.#goOn(config) : this.#begin(config, source);
    const loop = new RunLoop(this.#emit);
    this.run = loop;
    this.#emit('model', this.#trained.info());
    void this.#train(loop, this.#trained, source);
  }

  async exportModel(): Promise<Download> {
    const trained = await this.trained();
    const bundle = await toBundle(trained.model, trained.provenance, trained.compact);
    // While a run is under way: the best epoch so far, or, in the first, the weights of this moment.
    const weights = this.run?.checkpoint?.best.weights ?? bundle.weights;
    return { name: `${trained.name}.zip`, bytes: writeBundle({ ...bundle, weights }).buffer };
  }

  /** Tags a loaded corpus with the weights of this moment, and scores it. */
  async evaluate(id: FileId, signal: AbortSignal): Promise<Evaluation> {
    const { model, compact } = await this.trained();
    return evaluateCorpus(model, this.files.corpus(id).sentences, signal, compact);
  }

  async #train(loop: RunLoop, trained: TrainedModel, source: RunSource): Promise<void> {
    try {
      await runToEnd(loop, trained, trainingData(trained.model, source), {
        isLost: (error) => this.#isLost(error),
        replace: (epoch) => this.#replaceDevice(epoch),
      });
    } catch (error) {
      this.#emit('failed', serializeError(error));
    } finally {
      this.run = undefined;
      this.#emit('model', trained.info());
      loop.finish();
    }
  }

  async #openDevice(choice: DeviceChoice): Promise<DeviceReport> {
    const onLoss = (loss: DeviceLoss) => {
      this.#loss = loss;
    };
    this.#device = await openDevice(choice, onLoss, this.#threads);
    this.#loss = undefined;
    return this.#device;
  }

  /** The trainer may meet the loss before the device has told of it. */
  #isLost(error: unknown): boolean {
    if (error instanceof StudioError && error.code === 'DeviceLost') {
      this.#loss ??= { reason: 'unknown', message: error.message };
    }
    return this.#loss !== undefined;
  }

  /** SIMD in place of a lost GPU; SIMD with one thread where a thread failed. */
  async #replaceDevice(epoch: number | undefined): Promise<void> {
    const reason = this.#loss?.message ?? '';
    const device = await this.#openDevice('simd');
    this.#emit('deviceLost', { reason, device, resumedFromEpoch: epoch });
  }

  /** Opens a device where there is none, or none that works. */
  async #ready(): Promise<void> {
    if (this.#loss !== undefined) {
      await this.#replaceDevice(undefined);
      this.#trained?.restore();
    } else if (this.#device === undefined) {
      await this.#openDevice('auto');
    }
  }

  async #importModel(file: File): Promise<void> {
    this.#refuseWhileTraining('load a model');
    await this.#ready();
    this.#emit('progress', { task: 'model', name: file.name, done: 0, total: file.size, unit: 'bytes' });
    try {
      const bundle = readBundle(new Uint8Array(await file.arrayBuffer()));
      const model = fromBundle(bundle);
      this.#trained?.dispose();
      const name = file.name.replace(/\.zip$/i, '');
      this.#trained = new TrainedModel(name, model, bundle.provenance, vectorsOf(bundle));
    } finally {
      this.#emit('progress', undefined);
    }
  }

  #begin(config: RunConfig, source: RunSource): TrainedModel {
    this.#trained?.dispose();
    const { model } = prepareRun(config, source);
    const { sentences, tokens, entities } = this.files.trainingCounts(source);
    const provenance = {
      data: { ...this.files.names(), sentences, tokens, entities },
      vectors: this.files.vectors.name,
      device: this.#device?.description ?? '',
      bestEpoch: 0,
      dev: undefined,
    };
    return new TrainedModel('tagsmith-model', model, provenance, this.files.vectors.compact);
  }

  /** The model there is, with new settings of how it is trained; what it is made of stays. */
  #goOn(config: RunConfig): TrainedModel {
    const former = this.#trained;
    if (former === undefined) throw new StudioError('NotReady', 'There is no model to train further. Train one first.');
    const { name, model, provenance, compact } = former;
    const architecture = Object.fromEntries(ARCHITECTURE_FIELDS.map((field) => [field, model.config[field]]));
    return new TrainedModel(name, { ...model, config: { ...config, ...architecture } }, provenance, compact);
  }

  #refuseWhileTraining(what: string): void {
    if (this.run !== undefined) {
      throw new StudioError('NotReady', `A run is under way: stop it, or let it finish, to ${what}.`);
    }
  }
}

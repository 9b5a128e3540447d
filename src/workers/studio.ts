import { ARCHITECTURE_FIELDS, type RunConfig } from '../config/schema.ts';
import type { CompactVectors } from '../data/embeddings/compact.ts';
import { readBundle, writeBundle } from '../export/bundle.ts';
import type { DeviceChoice, DeviceReport } from '../kernels/device.ts';
import { serializeError, StudioError } from '../lib/errors.ts';
import { Queue } from '../lib/queue.ts';
import type { TaggerModel } from '../model/model.ts';
import type { TrainingData } from '../model/trainer.ts';
import { disposeWeights, downloadWeights, uploadWeights } from '../model/weights.ts';
import { fromBundle, toBundle, vectorsOf } from '../pipeline/model-bundle.ts';
import { penaltiesOf, prepareRun, trainingData, type RunSource } from '../pipeline/prepare.ts';
import { LoadedFiles } from './loaded-files.ts';
import { checkConfig } from './plan.ts';
import type { Download, Emit, Progress, Workspace } from './protocol.ts';
import { RunLoop } from './run-loop.ts';
import { runToEnd } from './runner.ts';
import { StudioDevice } from './studio-device.ts';
import { TrainedModel } from './trained.ts';

/** What is done with the model: tagging, scoring… */
export type ModelTask<T> = (model: TaggerModel, compact: CompactVectors | undefined) => Promise<T>;

/** What the worker has: a device, files, a model, and perhaps a run. */
export class Studio {
  readonly files = new LoadedFiles();
  run: RunLoop | undefined;
  readonly #emit: Emit;
  readonly #device = new StudioDevice();
  /** What changes the device or the model takes its turn. */
  readonly #turns = new Queue();
  #trained: TrainedModel | undefined;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  open(choice: DeviceChoice, threads?: number): Promise<DeviceReport> {
    return this.#turns.run(async () => {
      this.#refuseWhileTraining('change the device');
      if (this.#device.state === 'open') await this.#trained?.leaveDevice();
      try {
        return await this.#device.open(choice, threads);
      } finally {
        this.#trained?.restore();
      }
    });
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
        await this.#turns.run(() => this.#importModel(bundle));
      } catch (error) {
        rejected.push({ name: bundle.name, error: serializeError(error) });
      }
    }
    return this.workspace(rejected);
  }

  /** Lends the model that tags now, on a device that works. A run changes its weights between two awaits of the task. */
  async use<T>(task: ModelTask<T>): Promise<T> {
    const trained = await this.#ready();
    return trained.lend((model) => task(model, trained.compact));
  }

  /** As `use`, for long tasks: no run changes the weights. They are those of the best epoch so far; in the first, of this moment. */
  async useStill<T>(task: ModelTask<T>): Promise<T> {
    return this.use(async (model, compact) => {
      if (this.run === undefined) return task(model, compact);
      const host = this.run.checkpoint?.best.weights ?? (await downloadWeights(model.weights));
      const still = { ...model, weights: uploadWeights(host) };
      try {
        return await task(still, compact);
      } finally {
        disposeWeights(still.weights);
      }
    });
  }

  /** Starts a run and returns once it is under way. */
  start(config: RunConfig, from: 'scratch' | 'model'): Promise<void> {
    return this.#turns.run(async () => {
      this.#refuseWhileTraining('start another run');
      checkConfig(config);
      await this.#openDevice();
      const source = this.files.source(config);
      const { trained, data } = from === 'model' ? this.#goOn(config, source) : await this.#begin(config, source);
      this.#take(trained);
      const loop = new RunLoop(this.#emit);
      this.run = loop;
      this.#emit('model', trained.info());
      void this.#train(loop, trained, data);
    });
  }

  /** While a run is under way: its best epoch so far, or, in the first, the weights of this moment. */
  async exportModel(): Promise<Download> {
    const trained = await this.#ready();
    return trained.lend(async (model) => {
      const best = this.run?.checkpoint?.best;
      const provenance = best === undefined ? trained.provenance : trained.provenanceOf(best);
      const bundle = await toBundle(model, provenance, trained.compact, best?.weights);
      return { name: `${trained.name}.zip`, bytes: writeBundle(bundle).buffer };
    });
  }

  async #train(loop: RunLoop, trained: TrainedModel, data: TrainingData): Promise<void> {
    try {
      await runToEnd(loop, trained, data, {
        isLost: (error) => this.#device.isLost(error),
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

  async #replaceDevice(resumedFromEpoch: number | undefined): Promise<void> {
    this.#emit('deviceLost', { ...(await this.#device.replace()), resumedFromEpoch });
  }

  /** The model that tags now, once nothing changes it, on a device that works. A run takes care of its own device. */
  async #ready(): Promise<TrainedModel> {
    if (this.run === undefined) {
      await this.#turns.run(async () => {
        if (this.#trained !== undefined && this.run === undefined) await this.#openDevice();
      });
    }
    if (this.#trained === undefined) {
      throw new StudioError('NotReady', 'There is no model yet. Press Train, or add a model file.');
    }
    return this.#trained;
  }

  /** Opens a device where there is none, or none that works. */
  async #openDevice(): Promise<void> {
    if (this.#device.state === 'none') await this.#device.open('auto');
    if (this.#device.state === 'open') return;
    await this.#replaceDevice(undefined);
    this.#trained?.restore();
  }

  async #importModel(file: File): Promise<void> {
    this.#refuseWhileTraining('load a model');
    await this.#openDevice();
    this.#emit('progress', { task: 'model', name: file.name, done: 0, total: file.size, unit: 'bytes' });
    try {
      const bundle = readBundle(new Uint8Array(await file.arrayBuffer()));
      const { weights: host, provenance } = bundle;
      const name = file.name.replace(/\.zip$/i, '');
      this.#take(new TrainedModel({ name, model: fromBundle(bundle), host, provenance, compact: vectorsOf(bundle) }));
    } finally {
      this.#emit('progress', undefined);
    }
  }

  #take(trained: TrainedModel): void {
    this.#trained?.retire();
    this.#trained = trained;
  }

  async #begin(config: RunConfig, source: RunSource): Promise<{ trained: TrainedModel; data: TrainingData }> {
    const { model, data } = prepareRun(config, source);
    const { name: vectors, compact } = this.files.vectors;
    const provenance = {
      data: { ...this.files.names(), ...this.files.trainingCounts(source) },
      vectors,
      device: this.#device.description,
      bestEpoch: 0,
      dev: undefined,
    };
    const host = await downloadWeights(model.weights);
    return { trained: new TrainedModel({ name: 'tagsmith-model', model, host, provenance, compact }), data };
  }

  /** A copy of the model there is, with new settings of how it is trained; what it is made of stays, its vocabulary too. */
  #goOn(config: RunConfig, source: RunSource): { trained: TrainedModel; data: TrainingData } {
    const former = this.#trained;
    if (former === undefined) throw new StudioError('NotReady', 'There is no model to train further. Train one first.');
    const { name, host, compact, provenance } = former;
    const { vocabulary, style, config: made } = former.model;
    this.files.requireTagsLike({ name: `the model ${name}`, style });
    const architecture = Object.fromEntries(ARCHITECTURE_FIELDS.map((field) => [field, made[field]]));
    const changed: RunConfig = { ...config, ...architecture };
    const parts = { config: changed, vocabulary, style, penalties: penaltiesOf(changed, vocabulary.tags, style) };
    const data = trainingData(parts, source);
    const names = this.files.names();
    const trained = new TrainedModel({
      name,
      model: { ...parts, weights: uploadWeights(host) },
      host,
      provenance: {
        data: { ...names, train: lineage(provenance.data.train, names.train), ...this.files.trainingCounts(source) },
        vectors: provenance.vectors,
        device: this.#device.description,
        bestEpoch: 0,
        dev: undefined,
      },
      compact,
    });
    return { trained, data };
  }

  #refuseWhileTraining(what: string): void {
    if (this.run !== undefined) {
      throw new StudioError('NotReady', `A run is under way: stop it, or let it finish, to ${what}.`);
    }
  }
}

/** What a model was trained on, one file after the other. */
function lineage(former: string, next: string): string {
  return former.split(', then ').at(-1) === next ? former : `${former}, then ${next}`;
}

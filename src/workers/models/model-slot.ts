import type { DeviceChoice, DeviceReport } from '../../devices/device.ts';
import type { Verdicts } from '../../devices/studio-device.ts';
import type { Sentence } from '../../data/corpus.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { fromBundle, toBundle, vectorsOf } from '../../export/model-bundle.ts';
import { defined } from '../../lib/assert.ts';
import type { TaggerModel } from '../../model/model.ts';
import { disposeWeights, downloadWeights, uploadWeights } from '../../model/weights.ts';
import type { LoadedFiles } from '../files/loaded-files.ts';
import type { ReadModel } from '../files/read-files.ts';
import type { Download, ExportRequest, ModelInfo, Models } from '../wire/payloads.ts';
import type { Emit } from '../wire/protocol.ts';
import { noModel, noPreviousModel, noStudent } from '../wire/refusals.ts';
import type { Activity } from './activity.ts';
import { scoreRounded } from './score-rounded.ts';
import { TrainedModel } from './trained-model.ts';
import type { WorkerDevice } from './worker-device.ts';

/** What the requests about models need. */
export interface ModelContext {
  emit: Emit;
  activity: Activity;
  files: LoadedFiles;
  models: ModelSlot;
}

/**
 * A task that uses a model.
 *
 * @param stored vectors for out-of-vocabulary words
 * @param id of the model, see `ModelInfo`
 */
export type ModelTask<T> = (model: TaggerModel, stored: StoredVectors | undefined, id: ModelInfo['id']) => Promise<T>;

/** Holds the current model, on the device, and the previous one, which can be restored. */
export class ModelSlot {
  readonly #emit: Emit;
  readonly #activity: Activity;
  readonly #device: WorkerDevice;
  readonly #attach: (trained: TrainedModel) => Promise<void>;
  #current: TrainedModel | undefined;
  /** Its weights are not on the device. */
  #previous: TrainedModel | undefined;

  /** @param attach attaches what a model needs of the loaded files, before it is used */
  constructor(
    emit: Emit,
    activity: Activity,
    device: WorkerDevice,
    attach: (trained: TrainedModel) => Promise<void> = () => Promise.resolve(),
  ) {
    this.#attach = attach;
    this.#emit = emit;
    this.#activity = activity;
    this.#device = device;
  }

  get current(): TrainedModel | undefined {
    return this.#current;
  }

  infos(): Models {
    return { model: this.#current?.info(), previous: this.#previous?.info() };
  }

  /** Sends the models to the page. */
  notify(): void {
    this.#emit('model', this.infos());
  }

  /** Replaces the current model, which becomes the previous one. */
  place(trained: TrainedModel | undefined): void {
    this.#current?.retire();
    this.#previous = this.#current ?? this.#previous;
    this.#current = trained;
  }

  /** Replaces the current model, and keeps the previous one. */
  exchange(trained: TrainedModel): void {
    this.#current?.retire();
    this.#current = trained;
  }

  remove(): Promise<void> {
    return this.#activity.whileIdle('remove the model', () => this.place(undefined));
  }

  /** Swaps the current and the previous model. @throws StudioError NotReady without a previous one, or during a run */
  restorePrevious(): Promise<void> {
    return this.#activity.whileIdle('restore a model', async () => {
      const previous = this.#previous;
      if (previous === undefined) throw noPreviousModel();
      await this.ensureDevice();
      await previous.leaveDevice();
      previous.restore();
      this.#previous = undefined;
      this.place(previous);
    });
  }

  /** @param threshold of confidence, below which entities are to be reviewed */
  chooseThreshold(threshold: number | undefined): void {
    const model = this.#current?.model;
    if (model === undefined) throw noModel();
    model.confidence = { ...model.confidence, threshold };
    this.notify();
  }

  discardPrevious(): void {
    this.#previous = undefined;
  }

  /** Makes an exported model the current one. @throws StudioError NotReady during a run */
  import({ name: file, bundle }: ReadModel): Promise<void> {
    return this.#activity.whileIdle('load a model', async () => {
      await this.ensureDevice();
      const { weights: host, provenance } = bundle;
      const name = file.replace(/\.zip$/i, '');
      this.place(new TrainedModel({ name, model: fromBundle(bundle), host, provenance, stored: vectorsOf(bundle) }));
    });
  }

  /**
   * Exports the current model. During training: its best epoch so far, or, in the first epoch, the current weights.
   *
   * @param devOf the dev data of a model, if they are loaded: then the export has the scores of its rounded weights
   */
  export(
    { kind = 'zip', size = 'exact', ...options }: ExportRequest = {},
    devOf: (trained: TrainedModel) => readonly Sentence[] | undefined = () => undefined,
  ): Promise<Download> {
    return this.#borrow(async (trained) => {
      const { best, model, stored, student } = trained;
      if (size === 'tiny' && student === undefined) throw noStudent();
      const bundle =
        size === 'tiny' ? student!.bundle : await toBundle(model, trained.provenanceOf(best), stored, best?.weights);
      const precision = size === 'tiny' ? 'small' : size;
      const name = size === 'exact' ? trained.name : `${trained.name}-${size}`;
      const dev = size === 'exact' || size === 'tiny' ? undefined : devOf(trained);
      const evaluation = dev && (await scoreRounded({ model, stored, host: bundle.weights }, precision, dev));
      const { exportFiles } = await import('../../export/export-files.ts'); // contains the programs
      const [file] = Object.entries(
        exportFiles(kind, name, bundle, { ...options, precision, rounded: evaluation?.scores }),
      );
      const [path, contents] = defined(file, () => `export: no file of kind ${kind}`);
      return { name: path, contents: new Blob([contents]) };
    });
  }

  /** Lends the current model to a task. During training, its weights may change whenever the task awaits. */
  use<T>(task: ModelTask<T>): Promise<T> {
    return this.#borrow(({ model, stored, id }) => task(model, stored, id));
  }

  /**
   * Like `use`, for long tasks, with weights that do not change: during training those of the best epoch so far, or, in the first epoch, a
   * copy of the current ones.
   */
  useSnapshot<T>(task: ModelTask<T>): Promise<T> {
    return this.#borrow(async ({ model, stored, id, best, isTraining }) => {
      if (!isTraining) return task(model, stored, id);
      const host = best?.weights ?? (await downloadWeights(model.weights));
      const snapshot = { ...model, weights: uploadWeights(host) };
      try {
        return await task(snapshot, stored, id);
      } finally {
        disposeWeights(snapshot.weights);
      }
    });
  }

  /** Opens or replaces the device if necessary, and uploads the current model to it. */
  async ensureDevice(): Promise<void> {
    if (await this.#device.ensureOpen()) this.restore();
  }

  /** Uploads the current model to a new device. */
  restore(): void {
    this.#current?.restore();
  }

  /** Does something with the current model, and again on a replacement if the device is lost. */
  async onDevice<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      if (!this.#device.isLost(error)) throw error;
      await this.ensureDevice();
      return task();
    }
  }

  openDevice(choice: DeviceChoice, threads: number | undefined, verdicts: Verdicts): Promise<DeviceReport> {
    return this.#activity.whileIdle('change the device', () =>
      this.offDevice(() => this.#device.open(choice, threads, verdicts)),
    );
  }

  /** Takes the current model off the device while `task` may open another. */
  async offDevice<T>(task: () => Promise<T>): Promise<T> {
    if (this.#device.isOpen) await this.#current?.leaveDevice();
    try {
      return await task();
    } finally {
      this.restore();
    }
  }

  /** Lends the current model to a task within a turn. */
  lend<T>(task: (trained: TrainedModel) => Promise<T>): Promise<T> {
    const trained = this.#current;
    if (trained === undefined) throw noModel();
    return trained.lend(async () => {
      await this.#attach(trained);
      return task(trained);
    });
  }

  /** Lends the current model to a task. Outside of a run, a lost device is replaced once and the task restarted. */
  async #borrow<T>(task: (trained: TrainedModel) => Promise<T>): Promise<T> {
    const lend = () => this.lend(task);
    if (this.#activity.isRunning) return lend();
    const lendInTurn = async (): Promise<T> => {
      const { loan } = await this.#activity.inTurn(async () => {
        if (this.#current !== undefined && !this.#activity.isRunning) await this.ensureDevice();
        // Lent within this turn, before another turn can take the model off the device. Later turns do not wait for the task.
        return { loan: lend() };
      });
      return loan;
    };
    try {
      return await lendInTurn();
    } catch (error) {
      if (!this.#device.isLost(error)) throw error;
      return lendInTurn(); // restart on the replacement device
    }
  }
}

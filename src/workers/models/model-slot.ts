import type { DeviceChoice, DeviceReport } from '../../devices/device.ts';
import type { Verdicts } from '../../devices/studio-device.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { readBundle, writeBundle } from '../../export/bundle.ts';
import { fromBundle, toBundle, vectorsOf } from '../../export/model-bundle.ts';
import { StudioError } from '../../lib/errors.ts';
import type { TaggerModel } from '../../model/model.ts';
import { disposeWeights, downloadWeights, uploadWeights } from '../../model/weights.ts';
import type { Download, Emit, Models } from '../wire/protocol.ts';
import type { Activity } from './activity.ts';
import { TrainedModel } from './trained-model.ts';
import type { WorkerDevice } from './worker-device.ts';

/** Work on a model: tagging, scoring. `stored` has vectors for words outside its vocabulary. */
export type ModelTask<T> = (model: TaggerModel, stored: StoredVectors | undefined) => Promise<T>;

/** The model that tags, on the device, and the previous one, which can be restored. */
export class ModelSlot {
  readonly #emit: Emit;
  readonly #activity: Activity;
  readonly #device: WorkerDevice;
  #current: TrainedModel | undefined;
  /** Off the device. */
  #previous: TrainedModel | undefined;

  constructor(emit: Emit, activity: Activity, device: WorkerDevice) {
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

  /** Reports the models to the page. */
  notify(): void {
    this.#emit('model', this.infos());
  }

  /** Makes a model the one that tags; the current one becomes the previous. */
  place(trained: TrainedModel | undefined): void {
    this.#current?.retire();
    this.#previous = this.#current ?? this.#previous;
    this.#current = trained;
  }

  /** Makes a model the one that tags; the previous one stays what it was. */
  exchange(trained: TrainedModel): void {
    this.#current?.retire();
    this.#current = trained;
  }

  remove(): Promise<void> {
    return this.#activity.atRest('remove the model', () => this.place(undefined));
  }

  /** Swaps the current model and the previous one. */
  restorePrevious(): Promise<void> {
    return this.#activity.atRest('restore a model', async () => {
      const previous = this.#previous;
      if (previous === undefined) throw new StudioError('NotReady', 'There was no other model. Train one, or add one.');
      await this.ensureDevice();
      await previous.leaveDevice();
      previous.restore();
      this.#previous = undefined;
      this.place(previous);
    });
  }

  discardPrevious(): void {
    this.#previous = undefined;
  }

  /** Reads an exported model; it becomes the current one. */
  import(file: File): Promise<void> {
    return this.#activity.atRest('load a model', async () => {
      await this.ensureDevice();
      this.#emit('progress', { task: 'model', name: file.name, done: 0, total: file.size, unit: 'bytes' });
      try {
        const bundle = readBundle(new Uint8Array(await file.arrayBuffer()));
        const { weights: host, provenance } = bundle;
        const name = file.name.replace(/\.zip$/i, '');
        this.place(new TrainedModel({ name, model: fromBundle(bundle), host, provenance, stored: vectorsOf(bundle) }));
      } finally {
        this.#emit('progress', undefined);
      }
    });
  }

  /** In training: its best epoch so far, or, in the first, the weights of this moment. */
  export(): Promise<Download> {
    return this.#borrow(async (trained) => {
      const { best, model, stored } = trained;
      const bundle = await toBundle(model, trained.provenanceOf(best), stored, best?.weights);
      return { name: `${trained.name}.zip`, contents: new Blob([writeBundle(bundle)]) };
    });
  }

  /** Lends the current model to a task. Where it is being trained, its weights change between two awaits of the task. */
  use<T>(task: ModelTask<T>): Promise<T> {
    return this.#borrow(({ model, stored }) => task(model, stored));
  }

  /**
   * As `use`, with weights that do not change, for long tasks: in training those of the best epoch so far, or, in the first, of
   * this moment.
   */
  useSnapshot<T>(task: ModelTask<T>): Promise<T> {
    return this.#borrow(async ({ model, stored, best, isTraining }) => {
      if (!isTraining) return task(model, stored);
      const host = best?.weights ?? (await downloadWeights(model.weights));
      const snapshot = { ...model, weights: uploadWeights(host) };
      try {
        return await task(snapshot, stored);
      } finally {
        disposeWeights(snapshot.weights);
      }
    });
  }

  /** Opens a device where none works; the current model is on it then. */
  async ensureDevice(): Promise<void> {
    if (await this.#device.ensureOpen()) this.restore();
  }

  /** Uploads the current model to a device that replaces another. */
  restore(): void {
    this.#current?.restore();
  }

  openDevice(choice: DeviceChoice, threads: number | undefined, verdicts: Verdicts): Promise<DeviceReport> {
    return this.#activity.atRest('change the device', () =>
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

  /** Lends the current model, on a device that works: a run takes care of its own, else a lost one is replaced, once. */
  async #borrow<T>(task: (trained: TrainedModel) => Promise<T>): Promise<T> {
    const lend = (): Promise<T> => {
      const trained = this.#current;
      if (trained === undefined) {
        throw new StudioError('NotReady', 'There is no model yet. Press Train, or add a model file.');
      }
      return trained.lend(() => task(trained));
    };
    if (this.#activity.isRunning) return lend();
    const lendInTurn = async (): Promise<T> => {
      const { loan } = await this.#activity.inTurn(async () => {
        if (this.#current !== undefined && !this.#activity.isRunning) await this.ensureDevice();
        // Begun before another task can take the model off the device; later turns do not wait for its end.
        return { loan: lend() };
      });
      return loan;
    };
    try {
      return await lendInTurn();
    } catch (error) {
      if (!this.#device.isLost(error)) throw error;
      return lendInTurn(); // from the beginning, on the device that replaces the lost one
    }
  }
}

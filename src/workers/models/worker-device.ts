import type { DeviceChoice, DeviceReport } from '../../devices/device.ts';
import { StudioDevice, type Outcome, type Verdicts } from '../../devices/studio-device.ts';
import type { Milliseconds } from '../../lib/units.ts';
import type { Emit } from '../wire/protocol.ts';

/** Called after `done` of `total` steps. */
type OnStep = (done: number, total: number) => void;

/** Times a training step on the open device. */
export type TimeStep = (onStep: OnStep) => Promise<Milliseconds>;

/** The worker's device. Sends its changes to the page. */
export class WorkerDevice {
  readonly #device = new StudioDevice();
  readonly #emit: Emit;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  get isOpen(): boolean {
    return this.#device.state === 'open';
  }

  /** Description for users; empty if no device is open. */
  get description(): string {
    return this.#device.report?.description ?? '';
  }

  /** @param verdicts from earlier sessions: which device is faster for which kind of run */
  open(choice: DeviceChoice, threads: number | undefined, verdicts: Verdicts): Promise<DeviceReport> {
    this.#device.remember(verdicts);
    return this.#device.open(choice, threads);
  }

  /**
   * Opens a device if none is open, and replaces a lost one.
   *
   * @returns whether a lost one was replaced: models have to be uploaded again
   */
  async ensureOpen(): Promise<boolean> {
    if (this.#device.state === 'none') await this.#device.open('auto');
    if (this.#device.state === 'open') return false;
    await this.replace(undefined);
    return true;
  }

  /** Whether an error is due to a failure of the device. */
  isLost(error: unknown): boolean {
    return this.#device.isLost(error);
  }

  /** Replaces a lost device. @param resumedFromEpoch the epoch after which a run resumes; undefined without a run */
  async replace(resumedFromEpoch: number | undefined): Promise<void> {
    this.#emit('deviceLost', { ...(await this.#device.replace()), resumedFromEpoch });
  }

  /** Whether `chooseFor` may open another device, so that models have to be taken off the open one first. */
  mayChangeFor(kind: string): boolean {
    return this.#device.mayChangeFor(kind);
  }

  /** If there are two devices, opens the faster one for this kind of run. */
  chooseFor(kind: string, timeStep: TimeStep): Promise<void> {
    const isTimed = this.#device.mayChangeFor(kind);
    return this.#announcing(isTimed, () => this.#device.chooseFor(kind, () => timeStep(this.#progressOf('timing'))));
  }

  /** See `StudioDevice.onEach`. */
  onEach<T>(task: (onStep: OnStep) => Promise<T>): Promise<Outcome<T>[]> {
    return this.#announcing(true, () => this.#device.onEach(() => task(this.#progressOf('measuring'))));
  }

  /** Tells the page if another device is open after a task. @param hasProgress whether the task reports progress */
  async #announcing<T>(hasProgress: boolean, task: () => Promise<T>): Promise<T> {
    const before = this.#device.report;
    try {
      return await task();
    } finally {
      if (hasProgress) this.#emit('progress', undefined);
      const { report, verdicts } = this.#device;
      if (report !== undefined && report !== before) this.#emit('deviceChosen', { device: report, verdicts });
    }
  }

  #progressOf(task: 'timing' | 'measuring'): OnStep {
    return (done, total) => this.#emit('progress', { task, name: this.description, done, total, unit: 'steps' });
  }
}

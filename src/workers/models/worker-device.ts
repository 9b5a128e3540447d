import type { DeviceChoice, DeviceReport } from '../../devices/device.ts';
import { StudioDevice, type Verdicts } from '../../devices/studio-device.ts';
import type { Milliseconds } from '../../lib/units.ts';
import type { Emit } from '../wire/protocol.ts';

/** Times a training step on the device that is open. @param onStep called after `done` of `total` steps */
export type TimeStep = (onStep: (done: number, total: number) => void) => Promise<Milliseconds>;

/** The worker's device, which reports to the page when it changes. */
export class WorkerDevice {
  readonly #device = new StudioDevice();
  readonly #emit: Emit;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  get isOpen(): boolean {
    return this.#device.state === 'open';
  }

  /** In words; empty before one is open. */
  get description(): string {
    return this.#device.report?.description ?? '';
  }

  /** @param verdicts of earlier sessions: which device is faster for which kind of run */
  open(choice: DeviceChoice, threads: number | undefined, verdicts: Verdicts): Promise<DeviceReport> {
    this.#device.remember(verdicts);
    return this.#device.open(choice, threads);
  }

  /**
   * Opens a device where none is open.
   *
   * @returns whether it replaces a lost one: what was on that has to be uploaded again
   */
  async ensureOpen(): Promise<boolean> {
    if (this.#device.state === 'none') await this.#device.open('auto');
    if (this.#device.state === 'open') return false;
    await this.replace(undefined);
    return true;
  }

  /** Whether an error comes from a lost device. */
  isLost(error: unknown): boolean {
    return this.#device.isLost(error);
  }

  /** Opens another device in place of a lost one. @param resumedFromEpoch of a run that continues on it */
  async replace(resumedFromEpoch: number | undefined): Promise<void> {
    this.#emit('deviceLost', { ...(await this.#device.replace()), resumedFromEpoch });
  }

  /** Whether `settle` may open another device: what is on the open one has to leave first. */
  isUnsettled(kind: string): boolean {
    return this.#device.isUnsettled(kind);
  }

  /** Where there are two devices, opens the faster one for this kind of run. */
  async settle(kind: string, timeStep: TimeStep): Promise<void> {
    const before = this.#device.report;
    const isTimed = this.#device.isUnsettled(kind);
    const onStep = (done: number, total: number) =>
      this.#emit('progress', { task: 'timing', name: this.description, done, total, unit: 'steps' });
    try {
      await this.#device.settle(kind, () => timeStep(onStep));
    } finally {
      if (isTimed) this.#emit('progress', undefined);
      const { report, verdicts } = this.#device;
      if (report !== undefined && report !== before) this.#emit('deviceSettled', { device: report, verdicts });
    }
  }
}

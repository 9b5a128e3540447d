import { openDevice } from '../kernels/backend.ts';
import type { DeviceChoice, DeviceLoss, DeviceReport } from '../kernels/device.ts';
import { StudioError } from '../lib/errors.ts';

/** The device of a studio or of a command: none yet, open, or lost. */
export class StudioDevice {
  #report: DeviceReport | undefined;
  #loss: DeviceLoss | undefined;
  /** Of simd, as they were asked for. */
  #threads: number | undefined;

  get state(): 'none' | 'open' | 'lost' {
    if (this.#loss !== undefined) return 'lost';
    return this.#report === undefined ? 'none' : 'open';
  }

  get description(): string {
    return this.#report?.description ?? '';
  }

  /**
   * Opens a device in place of the present one, whose tensors may be gone then. Where it cannot be had, the former one
   * is opened again.
   */
  async open(choice: DeviceChoice, threads?: number): Promise<DeviceReport> {
    const former = { report: this.#report, threads: this.#threads };
    this.#threads = threads;
    try {
      return await this.#open(choice);
    } catch (error) {
      this.#threads = former.threads;
      if (former.report !== undefined) await this.#open(this.state === 'lost' ? 'simd' : former.report.device);
      throw error;
    }
  }

  /** Whether an error comes from a lost device. A task may meet the loss before the device has told of it. */
  isLost(error: unknown): boolean {
    if (error instanceof StudioError && error.code === 'DeviceLost') {
      this.#loss ??= { reason: 'unknown', message: error.message };
    }
    return this.#loss !== undefined;
  }

  /** SIMD in place of a lost GPU; SIMD with one thread where a thread failed. */
  async replace(): Promise<{ reason: string; device: DeviceReport }> {
    const reason = this.#loss?.message ?? '';
    return { reason, device: await this.#open('simd') };
  }

  async #open(choice: DeviceChoice): Promise<DeviceReport> {
    const onLoss = (loss: DeviceLoss) => {
      this.#loss = loss;
    };
    this.#report = await openDevice(choice, onLoss, this.#threads);
    this.#loss = undefined;
    return this.#report;
  }
}

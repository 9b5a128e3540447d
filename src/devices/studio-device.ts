import { openDevice } from './open.ts';
import type { DeviceLoss } from '../kernels/shared/device-loss.ts';
import type { DeviceChoice, DeviceReport } from './device.ts';
import { StudioError } from '../lib/errors.ts';
import type { Milliseconds } from '../lib/units.ts';

/** Which of two devices was the faster. */
export interface Verdict {
  device: DeviceReport['device'];
  /** In words, with the times of both. */
  reason: string;
}

/** By the GPU, the threads asked for, and the kind of run. */
export type Verdicts = Readonly<Record<string, Verdict>>;

/** The device of a studio or of a command: none yet, open, or lost. */
export class StudioDevice {
  #report: DeviceReport | undefined;
  #loss: DeviceLoss | undefined;
  /** Of simd, as they were asked for. */
  #threads: number | undefined;
  /** The GPU that `auto` may take, or leave for simd; none where there is no choice. */
  #gpu: string | undefined;
  #verdicts: Verdicts = {};

  get state(): 'none' | 'open' | 'lost' {
    if (this.#loss !== undefined) return 'lost';
    return this.#report === undefined ? 'none' : 'open';
  }

  get report(): DeviceReport | undefined {
    return this.#report;
  }

  /** What is known of which device is the faster. */
  get verdicts(): Verdicts {
    return this.#verdicts;
  }

  /** Of earlier sessions. */
  remember(verdicts: Verdicts): void {
    this.#verdicts = { ...verdicts, ...this.#verdicts };
  }

  /**
   * Opens a device in place of the present one, whose tensors may be gone then. Where it cannot be had, the previous one
   * is opened again.
   */
  async open(choice: DeviceChoice, threads?: number): Promise<DeviceReport> {
    const previous = { report: this.#report, threads: this.#threads };
    this.#threads = threads;
    try {
      const report = await this.#open(choice);
      this.#gpu = choice === 'auto' && report.device === 'webgpu' ? report.description : undefined;
      return report;
    } catch (error) {
      this.#threads = previous.threads;
      if (previous.report !== undefined) await this.#open(this.state === 'lost' ? 'simd' : previous.report.device);
      throw error;
    }
  }

  /** Whether `settle` would open another device, or try them: what is on the open one has to leave it first. */
  isUnsettled(kind: string): boolean {
    if (this.#gpu === undefined) return false;
    const verdict = this.#verdicts[this.#keyOf(kind)];
    return verdict === undefined || verdict.device !== this.#report?.device;
  }

  /**
   * Where `auto` found a GPU, opens the device on which a kind of run is the faster: as was seen before, or by trying both. A GPU
   * on which trying fails is left alone from then on.
   *
   * @param timeStep on the device that is open
   */
  async settle(kind: string, timeStep: () => Promise<Milliseconds>): Promise<void> {
    if (this.#gpu === undefined) return;
    const key = this.#keyOf(kind);
    const verdict = this.#verdicts[key] ?? (await this.#compare(this.#gpu, timeStep));
    const { device, reason } = verdict;
    const report = this.#report?.device === device ? this.#report : await this.#open(device);
    if (report.refused[0]?.reason !== reason) {
      this.#report = { ...report, refused: [{ device: device === 'simd' ? 'webgpu' : 'simd', reason }] };
    }
    if (this.#gpu !== undefined) this.#verdicts = { ...this.#verdicts, [key]: verdict };
  }

  /** The GPU comes last: where it is the faster, its programs are compiled already. */
  async #compare(gpu: string, timeStep: () => Promise<Milliseconds>): Promise<Verdict> {
    const simd = await this.#open('simd');
    const onSimd = await timeStep();
    try {
      await this.#open('webgpu');
      const onGpu = await timeStep();
      const reason = `A training step takes ${words(onGpu)} on ${gpu}, ${words(onSimd)} on ${simd.description}.`;
      return { device: onGpu < onSimd ? 'webgpu' : 'simd', reason };
    } catch (error) {
      if (error instanceof StudioError && error.code === 'Cancelled') throw error;
      this.#gpu = undefined;
      return {
        device: 'simd',
        reason: `Training fails on ${gpu}: ${error instanceof Error ? error.message : String(error)}`,
      };
    }
  }

  #keyOf(kind: string): string {
    return [this.#gpu, this.#threads, kind].join(' ');
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
    this.#gpu = undefined; // no longer trusted
    return { reason, device: await this.#open('simd') };
  }

  async #open(choice: DeviceChoice): Promise<DeviceReport> {
    const onLoss = (loss: DeviceLoss) => {
      this.#loss = loss;
    };
    this.#report = undefined; // it is closed, also where the next one cannot be had
    this.#report = await openDevice(choice, onLoss, this.#threads);
    this.#loss = undefined;
    return this.#report;
  }
}

function words(time: Milliseconds): string {
  return `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;
}

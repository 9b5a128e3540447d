import { openDevice } from './open.ts';
import type { DeviceFailure } from '../kernels/shared/device-failure.ts';
import type { DeviceChoice, DeviceReplacement, DeviceReport } from './device.ts';
import { StudioError } from '../lib/errors.ts';
import type { Milliseconds } from '../lib/units.ts';

/** The faster one of two devices. */
export interface Verdict {
  device: DeviceReport['device'];
  /** Explanation for users, with the times of both. */
  reason: string;
}

/** The result of a task on one device. */
export type Outcome<T> = { device: DeviceReport['device'] } & (
  | { description: string; value: T; failure?: undefined }
  | { failure: string }
);

/** Verdicts by GPU, requested threads, and kind of run. */
export type Verdicts = Readonly<Record<string, Verdict>>;

/** How steps are timed. Verdicts of an earlier way are not used: a GPU that was slower may now be faster. */
const TIMING = 'repeated steps';

/** The device of a session or a command. */
export class StudioDevice {
  #report: DeviceReport | undefined;
  #failure: DeviceFailure | undefined;
  /** The requested threads of `simd`. */
  #threads: number | undefined;
  /** The GPU that `auto` may use instead of `simd`; undefined if there is no choice. */
  #gpu: string | undefined;
  #verdicts: Verdicts = {};

  get state(): 'none' | 'open' | 'lost' {
    if (this.#failure !== undefined) return 'lost';
    return this.#report === undefined ? 'none' : 'open';
  }

  get report(): DeviceReport | undefined {
    return this.#report;
  }

  /** The faster device for each kind of run, if known. */
  get verdicts(): Verdicts {
    return this.#verdicts;
  }

  /** Adds the verdicts of earlier sessions. */
  remember(verdicts: Verdicts): void {
    this.#verdicts = { ...verdicts, ...this.#verdicts };
  }

  /**
   * Opens a device and closes the current one, whose tensors may be lost. On failure, reopens the previous device.
   *
   * @throws StudioError NoDevice
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

  /** Whether `chooseFor` may open another device, so that tensors must be downloaded first. */
  mayChangeFor(kind: string): boolean {
    if (this.#gpu === undefined) return false;
    const verdict = this.#verdicts[this.#keyOf(kind)];
    return verdict === undefined || verdict.device !== this.#report?.device;
  }

  /**
   * If `auto` found a GPU, opens the device that is faster for a kind of run: by an earlier verdict, or by timing both. A GPU that fails
   * during timing is not used again.
   *
   * @param timeStep times a training step on the open device
   */
  async chooseFor(kind: string, timeStep: () => Promise<Milliseconds>): Promise<void> {
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

  /** Times the GPU last: if it is faster, it stays open with its programs compiled. */
  async #compare(gpu: string, timeStep: () => Promise<Milliseconds>): Promise<Verdict> {
    const simd = await this.#open('simd');
    const onSimd = await timeStep();
    try {
      await this.#open('webgpu');
      const onGpu = await timeStep();
      const reason = `A training step takes ${formatTime(onGpu)} on ${gpu}, ${formatTime(onSimd)} on ${simd.description}.`;
      return { device: onGpu < onSimd ? 'webgpu' : 'simd', reason };
    } catch (error) {
      if (error instanceof StudioError && error.code === 'Cancelled') throw error;
      this.#gpu = undefined;
      return {
        device: 'simd',
        reason: `Training failed on ${gpu}: ${error instanceof Error ? error.message : String(error)}`,
      };
    }
  }

  /**
   * Opens each device in turn for a task, and then the one that was open before.
   *
   * @returns what the task returned, or why a device could not be used
   * @throws StudioError Cancelled
   */
  async onEach<T>(task: (report: DeviceReport) => Promise<T>): Promise<Outcome<T>[]> {
    const previous = this.#report;
    const outcomes: Outcome<T>[] = [];
    try {
      for (const device of ['simd', 'webgpu'] as const) {
        try {
          const report = await this.#open(device);
          outcomes.push({ device, description: report.description, value: await task(report) });
        } catch (error) {
          if (error instanceof StudioError && error.code === 'Cancelled') throw error;
          outcomes.push({ device, failure: error instanceof Error ? error.message : String(error) });
        }
      }
    } finally {
      const report = await this.#open(previous?.device ?? 'auto').catch(() => this.#open('simd'));
      const isSame = report.device === previous?.device && report.description === previous.description;
      if (isSame) this.#report = previous; // with the reasons why others are not used
    }
    return outcomes;
  }

  #keyOf(kind: string): string {
    return [TIMING, this.#gpu, this.#threads, kind].join(' ');
  }

  /** Whether an error is due to a failure of the device. A task may fail before the device reports its failure. */
  isLost(error: unknown): boolean {
    if (error instanceof StudioError && error.code === 'DeviceLost') {
      this.#failure ??= { reason: 'unknown', message: error.message };
    }
    return this.#failure !== undefined;
  }

  /** Replaces a lost device by `simd`, with one thread if a thread of `simd` failed. */
  async replace(): Promise<DeviceReplacement> {
    const failure = this.#failure ?? { reason: 'unknown', message: '' };
    this.#gpu = undefined; // no longer trusted
    return { failure, device: await this.#open('simd') };
  }

  async #open(choice: DeviceChoice): Promise<DeviceReport> {
    const onFailure = (failure: DeviceFailure) => {
      this.#failure = failure;
    };
    this.#report = undefined; // `openDevice` closes it, even if it then throws
    this.#report = await openDevice(choice, onFailure, this.#threads);
    this.#failure = undefined;
    return this.#report;
  }
}

function formatTime(time: Milliseconds): string {
  return `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;
}

import { dispose, keep, stack, tidy, type Scalar, type Tensor } from '../tensors/tensors.ts';
import { StudioError } from '../lib/errors.ts';
import type { Milliseconds } from '../lib/units.ts';

/** The mean losses of some consecutive steps, read back together. */
export interface LossReport {
  firstStep: number;
  losses: Float32Array;
  tokens: number;
}

/**
 * Collects losses on the device and reads them back later, in one transfer, while later steps are already running. No step
 * waits for the device, and the number of steps queued on it is bounded.
 */
export class LossWindow {
  readonly #every: Milliseconds;
  #losses: Scalar[] = [];
  #tokens = 0;
  #firstStep: number;
  #step: number;
  #since = performance.now();
  #inFlight: Promise<LossReport> | undefined;

  /** @param done number of steps of the run before the first one that is added */
  constructor(every: Milliseconds, done: number) {
    this.#every = every;
    this.#step = done;
    this.#firstStep = done + 1;
  }

  /** Adds the loss of the next step. The caller's `tidy` must keep it; it is disposed once read. */
  add(loss: Scalar, tokens: number): void {
    this.#step++;
    this.#losses.push(keep(loss));
    this.#tokens += tokens;
  }

  /** The next report, if one is available: at most one per interval. */
  async report(now: Milliseconds): Promise<LossReport | undefined> {
    if (this.#losses.length === 0 || now - this.#since < this.#every) return undefined;
    this.#since = now;
    const previous = await this.#inFlight;
    this.#inFlight = this.#read();
    this.#inFlight.catch(() => undefined); // a failure is reported to the next reader, if there is one
    return previous;
  }

  /** All remaining reports, in order. */
  async flush(): Promise<LossReport[]> {
    const reports = [await this.#inFlight];
    this.#inFlight = undefined;
    if (this.#losses.length > 0) reports.push(await this.#read());
    return reports.filter((report) => report !== undefined);
  }

  /** Discards unread losses at the end of a run. */
  dispose(): void {
    dispose(this.#losses);
    this.#losses = [];
  }

  async #read(): Promise<LossReport> {
    const report = { firstStep: this.#firstStep, tokens: this.#tokens };
    const scalars = this.#losses;
    this.#losses = [];
    this.#tokens = 0;
    this.#firstStep = this.#step + 1;
    let together: Tensor;
    try {
      together = tidy(() => stack(scalars));
    } finally {
      dispose(scalars);
    }
    try {
      const losses = Float32Array.from(await together.data<'float32'>());
      const bad = losses.findIndex((loss) => !Number.isFinite(loss));
      const step = report.firstStep + bad;
      if (bad >= 0) throw nonFiniteLoss(`The loss became ${losses[bad]!} at step ${step}.`, step > 1);
      return { ...report, losses };
    } finally {
      together.dispose();
    }
  }
}

/**
 * @param what sentence that names the loss, its value and the step
 * @param isUpdated whether the weights have been updated before
 */
export function nonFiniteLoss(what: string, isUpdated = true): StudioError {
  const advice = isUpdated
    ? 'Lower the learning rate, or clip gradients at a smaller norm.'
    : 'No weight was updated before: check the word vectors for values that are too large.';
  return new StudioError('NonFiniteLoss', `${what} ${advice}`);
}

/** Concatenates losses. */
export function joined(first: Float32Array, second: Float32Array): Float32Array {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

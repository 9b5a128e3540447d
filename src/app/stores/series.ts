import type { Transitions } from '../../crf/transitions.ts';
import type { EpochReport } from '../../model/events.ts';

/** Floats that are only ever added to, in one growing array. */
class FloatList {
  #values = new Float32Array(1024);
  #length = 0;

  get values(): Float32Array {
    return this.#values.subarray(0, this.#length);
  }

  /** Writes at `from`. Values beyond are discarded; a gap is filled with `NaN`. */
  write(from: number, values: Float32Array): void {
    const length = from + values.length;
    if (length > this.#values.length) {
      const larger = new Float32Array(Math.max(length, 2 * this.#values.length));
      larger.set(this.values);
      this.#values = larger;
    }
    if (from > this.#length) this.#values.fill(NaN, this.#length, from);
    this.#values.set(values, from);
    this.#length = length;
  }

  truncate(length: number): void {
    this.#length = Math.min(this.#length, length);
  }
}

/** The series of a run, to be restored later. */
export type SeriesSnapshot = Pick<RunSeries, 'losses' | 'epochs' | 'transitions'>;

/** All that a run has reported so far. Kept out of React: panels read a part of it when the run store's version changes. */
export class RunSeries {
  readonly #losses = new FloatList();
  epochs: EpochReport[] = [];
  transitions: Transitions<Float32Array> | undefined;

  /** Losses of the steps from the first on; `NaN`: not reported. */
  get losses(): Float32Array {
    return this.#losses.values;
  }

  /** @param firstStep from 1 */
  addLosses(firstStep: number, losses: Float32Array): void {
    this.#losses.write(firstStep - 1, losses);
  }

  addEpoch(report: EpochReport): void {
    this.epochs = [...this.epochs.filter(({ epoch }) => epoch < report.epoch), report];
    this.transitions = report.transitions;
  }

  /** Rewinds to the end of an epoch: what came after it is trained again. */
  truncate(epoch: number, stepsPerEpoch: number): void {
    this.epochs = this.epochs.filter((report) => report.epoch <= epoch);
    this.#losses.truncate(epoch * stepsPerEpoch);
  }

  clear(): void {
    this.#losses.truncate(0);
    this.epochs = [];
    this.transitions = undefined;
  }

  snapshot(): SeriesSnapshot {
    return { losses: this.losses.slice(), epochs: this.epochs, transitions: this.transitions };
  }

  restore({ losses, epochs, transitions }: SeriesSnapshot): void {
    this.clear();
    this.addLosses(1, losses);
    this.epochs = epochs;
    this.transitions = transitions;
  }

  get bestEpoch(): EpochReport | undefined {
    const best = this.epochs.at(-1)?.bestEpoch;
    return this.epochs.find(({ epoch }) => epoch === best);
  }
}

/** The run on the page. There is one worker, so there is one. */
export const series = new RunSeries();

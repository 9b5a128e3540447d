import type { Transitions } from '../../../crf/transitions.ts';
import type { TrainingSignals } from '../../../eval/signals.ts';
import type { EpochReport } from '../../../model/events.ts';
import { thinnedEpochs, type EpochMatrix, type RecordedEpoch, type Scored } from './thinned-epochs.ts';

/** An append-only list of floats in one growing array. */
class FloatList {
  #values = new Float32Array(1024);
  #length = 0;

  get values(): Float32Array {
    return this.#values.subarray(0, this.#length);
  }

  /** Writes at `from`. Values after the written ones are discarded; a gap is filled with `NaN`. */
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
export type SeriesSnapshot = Pick<
  RunSeries,
  'losses' | 'epochs' | 'matrices' | 'largestWeight' | 'transitions' | 'signals'
>;

/** All reports of a run so far. Not in React state: panels read a part of it when the run store's version changes. */
export class RunSeries {
  readonly #losses = new FloatList();
  epochs: readonly RecordedEpoch[] = [];
  /** Matrices by epoch. A long run keeps only some, since they take most of its memory. */
  matrices: readonly EpochMatrix[] = [];
  /** The largest absolute score in the matrices of all epochs, including those that were dropped. */
  largestWeight = 0;
  /** Transitions of the last reported step. */
  transitions: Transitions<Float32Array> | undefined;
  /** Of the steps that were observed. */
  signals: readonly TrainingSignals[] = [];

  /** Losses of all steps; `NaN`: not reported. */
  get losses(): Float32Array {
    return this.#losses.values;
  }

  /** @param firstStep from 1 */
  addLosses(firstStep: number, losses: Float32Array): void {
    this.#losses.write(firstStep - 1, losses);
  }

  addSignals(signals: TrainingSignals): void {
    this.signals = [...this.signals.filter(({ step }) => step < signals.step), signals];
  }

  addEpoch({ transitions, ...scores }: EpochReport): void {
    const { epoch } = scores;
    const before = <T extends { epoch: number }>(items: readonly T[]) => items.filter((item) => item.epoch < epoch);
    this.epochs = [...before(this.epochs), scores];
    const matrices = [...before(this.matrices), { epoch, transitions }];
    this.matrices = thinnedEpochs(matrices, this.scored);
    this.largestWeight = Math.max(this.largestWeight, largestOf(transitions));
    this.transitions = transitions;
  }

  /** Rewinds to the end of an epoch: later steps are trained again. */
  truncate(epoch: number, stepsPerEpoch: number): void {
    this.epochs = this.epochs.filter((report) => report.epoch <= epoch);
    this.matrices = this.matrices.filter((matrix) => matrix.epoch <= epoch);
    this.#losses.truncate(epoch * stepsPerEpoch);
    this.signals = this.signals.filter(({ step }) => step <= epoch * stepsPerEpoch);
  }

  /** The run has ended: its model has the transitions of the best epoch. */
  endAtBest(): void {
    const { best } = this.scored;
    this.transitions = this.matrices.find(({ epoch }) => epoch === best)?.transitions ?? this.transitions;
  }

  clear(): void {
    this.#losses.truncate(0);
    this.epochs = [];
    this.matrices = [];
    this.largestWeight = 0;
    this.transitions = undefined;
    this.signals = [];
  }

  snapshot(): SeriesSnapshot {
    const { losses, epochs, matrices, largestWeight, transitions, signals } = this;
    return { losses: losses.slice(), epochs, matrices, largestWeight, transitions, signals };
  }

  restore({ losses, epochs, matrices, largestWeight, transitions, signals }: SeriesSnapshot): void {
    this.clear();
    this.addLosses(1, losses);
    this.epochs = epochs;
    this.matrices = matrices;
    this.largestWeight = largestWeight;
    this.transitions = transitions;
    this.signals = signals;
  }

  get scored(): Scored {
    const { epoch = 0, bestEpoch = 0 } = this.epochs.at(-1) ?? {};
    return { reported: epoch, best: bestEpoch };
  }

  get bestEpoch(): RecordedEpoch | undefined {
    const best = this.epochs.at(-1)?.bestEpoch;
    return this.epochs.find(({ epoch }) => epoch === best);
  }
}

export function largestOf({ transitions, start, end }: Transitions<Float32Array>): number {
  const largest = (values: Float32Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Math.max(largest(transitions), largest(start), largest(end));
}

/** The series of the run on the page. There is one worker, so there is one run. */
export const series = new RunSeries();

import type { RunConfig } from '../config/schema.ts';
import type { Scores } from '../eval/scores.ts';

/**
 * The learning rate at a point of a run.
 *
 * - `inverse`: `rate / (1 + decay · n)` in epoch n, from 0 (Ma & Hovy 2016 §3.3; NCRF++ `lr_decay`)
 * - `linear`: decreases with each step, to 0 at the end of the last epoch
 *
 * @param progress completed epochs, including the fraction of the current one
 */
export function learningRateAt(
  { learningRate, schedule, decay, epochs }: Pick<RunConfig, 'learningRate' | 'schedule' | 'decay' | 'epochs'>,
  progress: number,
): number {
  switch (schedule) {
    case 'inverse':
      return learningRate / (1 + decay * Math.floor(progress));
    case 'linear':
      return learningRate * Math.max(0, 1 - progress / epochs);
    default:
      return schedule satisfies never;
  }
}

/**
 * Factor of the learning rate of word vectors: 1 for the first `wordRateSteps` steps, then `wordRateSteps / step`. Otherwise, in a long
 * run, the vectors of training words would move far from those of words that do not occur in training. docs/results.md has results.
 *
 * @param step from 1
 */
export function wordRateShare({ wordRateSteps }: Pick<RunConfig, 'wordRateSteps'>, step: number): number {
  return wordRateSteps === 0 ? 1 : Math.min(1, wordRateSteps / step);
}

/** Tracks the best epoch, and stops the run when patience is exhausted. */
export class EarlyStopping {
  readonly #patience: number;
  /** 0 before the first scored epoch. */
  bestEpoch: number;
  bestF1: number;

  /**
   * @param patience epochs without a better F1 after which to stop; 0: never
   * @param best of the earlier part of a resumed run
   */
  constructor(patience: number, best?: { epoch: number; scores: Scores }) {
    this.#patience = patience;
    this.bestEpoch = best?.epoch ?? 0;
    this.bestF1 = best?.scores.overall.f1 ?? 0;
  }

  /** Records the dev F1 of an epoch. Returns whether it is the best so far; a tie is not. */
  improves(epoch: number, f1: number): boolean {
    if (this.bestEpoch > 0 && f1 <= this.bestF1) return false;
    this.bestEpoch = epoch;
    this.bestF1 = f1;
    return true;
  }

  isOver(epoch: number): boolean {
    return this.#patience > 0 && epoch - this.bestEpoch >= this.#patience;
  }
}

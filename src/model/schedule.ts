import type { Scores } from '../eval/scores.ts';

/**
 * The learning rate of an epoch: `rate / (1 + decay · epoch)` (Ma & Hovy 2016 §3.3; NCRF++ `lr_decay`).
 *
 * @param epoch from 0
 */
export function learningRateOf(
  { learningRate, decay }: { learningRate: number; decay: number },
  epoch: number,
): number {
  return learningRate / (1 + decay * epoch);
}

/** Remembers the best epoch, and says when patience has run out. */
export class EarlyStopping {
  readonly #patience: number;
  /** 0: none yet. */
  bestEpoch: number;
  bestF1: number;

  /**
   * @param patience epochs without a better F1 after which to stop; 0: never
   * @param best of an earlier part of the run
   */
  constructor(patience: number, best?: { epoch: number; scores: Scores }) {
    this.#patience = patience;
    this.bestEpoch = best?.epoch ?? 0;
    this.bestF1 = best?.scores.overall.f1 ?? 0;
  }

  /** Takes the dev F1 of an epoch; says whether it is the best so far (a tie is not). */
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

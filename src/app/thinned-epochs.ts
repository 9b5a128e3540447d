import type { Transitions } from '../crf/transitions.ts';
import type { EpochReport } from '../model/events.ts';

/** The scores of an epoch, which are kept of every one. */
export type RecordedEpoch = Omit<EpochReport, 'transitions'>;

/** The CRF's learned scores after an epoch. */
export interface EpochMatrix {
  epoch: number;
  transitions: Transitions<Float32Array>;
}

/** Of so many epochs matrices and the followed sentence stay in memory: with 17 tags and 60 tokens less than 1 MB. */
export const MOST_EPOCHS = 64;

/** How far the scores of a run are known. */
export interface Scored {
  /** The last epoch whose scores have arrived. */
  reported: number;
  /** The best epoch up to it. */
  best: number;
}

/**
 * Thins out what is kept of the epochs of a long run: every 2^n-th stays, at most `MOST_EPOCHS` of them, the best one, and from the last
 * reported epoch on all, as any of those may become the best. What is left out once is left out later too, so that it does not matter
 * how often this is called.
 *
 * @param items by ascending epoch
 */
export function thinnedEpochs<T extends { epoch: number }>(items: readonly T[], { reported, best }: Scored): T[] {
  let stride = 1;
  while (reported / stride > MOST_EPOCHS) stride *= 2;
  return items.filter(({ epoch }) => epoch >= reported || epoch % stride === 0 || epoch === best);
}

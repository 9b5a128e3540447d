import type { Transitions } from '../../../crf/transitions.ts';
import type { EpochReport } from '../../../model/events.ts';

/** The scores of an epoch, which are kept for all epochs. */
export type RecordedEpoch = Omit<EpochReport, 'transitions'>;

/** The CRF's learned scores after an epoch. */
export interface EpochMatrix {
  epoch: number;
  transitions: Transitions<Float32Array>;
}

/** Maximum number of epochs whose matrices and followed sentence stay in memory: below 1 MB with 17 tags and 60 tokens. */
export const MOST_RECORDED = 64;

/** The reported scores of a run. */
export interface Scored {
  /** The last epoch whose scores have arrived. */
  reported: number;
  /** The best epoch up to it. */
  best: number;
}

/**
 * Thins out the epochs of a long run. Kept are every 2^n-th epoch, at most `MOST_RECORDED` of them, the best one, and all from the last
 * reported epoch on, since any of these may become the best. Epochs that were dropped once are never needed later, so the result does not
 * depend on how often this is called.
 *
 * @param items sorted by epoch
 */
export function thinnedEpochs<T extends { epoch: number }>(items: readonly T[], { reported, best }: Scored): T[] {
  let stride = 1;
  while (reported / stride > MOST_RECORDED) stride *= 2;
  return items.filter(({ epoch }) => epoch >= reported || epoch % stride === 0 || epoch === best);
}

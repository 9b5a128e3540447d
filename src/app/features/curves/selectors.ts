import { memoized } from '../../stores/memoized.ts';
import type { RunStore } from '../../stores/runs/run.ts';
import type { ReadSeries } from '../../ui/plot/use-series.ts';
import { f1Curves, type F1Curves } from './f1.ts';
import { bestLoss, lossRows, type LossRow } from './loss.ts';

export const readLossRows: ReadSeries<LossRow[]> = ({ losses, epochs }, { progress: { facts } }) =>
  lossRows(losses, epochs, facts?.stepsPerEpoch ?? 1);

const bestOf = memoized(bestLoss);

export const readBestLoss: ReadSeries<ReturnType<typeof bestLoss>> = ({ epochs }) => bestOf(epochs);

const curvesOf = memoized(f1Curves);

export const readF1Curves: ReadSeries<F1Curves> = ({ epochs }) => curvesOf(epochs);

/** The progress of the losses, in fractional epochs. F1 shares their axis. */
export const readReached: ReadSeries<number> = ({ losses }, { progress: { facts } }) =>
  losses.length / (facts?.stepsPerEpoch ?? 1);

export const selectPlannedEpochs = ({ config }: RunStore): number => config?.epochs ?? 1;

import type { Seconds } from '../lib/units.ts';
import type { RunReport } from './run-report.ts';

/** The figures of an epoch by the names that experiment trackers group them by: `dev/f1`, `dev_f1/PER`. */
export interface Metrics {
  /** The epoch. */
  step: number;
  /** Since the start of the run, training only. */
  seconds: Seconds;
  /** Finite numbers. */
  values: Record<string, number>;
}

/** The figures of the epochs of a run, in order. Scores are in [0, 1]. */
export function metricsOf({ epochs }: Pick<RunReport, 'epochs'>): Metrics[] {
  let seconds: Seconds = 0;
  return epochs.map((one) => {
    seconds += one.seconds;
    const { precision, recall, f1 } = one.dev.overall;
    const values: [string, number | undefined][] = [
      ['train/loss', one.trainLoss],
      ['train/learning_rate', one.learningRate],
      ['train/tokens_per_second', one.tokensPerSecond],
      ['dev/loss', one.devLoss],
      ['dev/precision', precision],
      ['dev/recall', recall],
      ['dev/f1', f1],
      ...Object.entries(one.dev.byType).map(([type, score]): [string, number] => [`dev_f1/${type}`, score.f1]),
    ];
    const finite = values.filter((pair): pair is [string, number] => Number.isFinite(pair[1]));
    return { step: one.epoch, seconds, values: Object.fromEntries(finite) };
  });
}

import type { ScoreFigures, ScoreSummary } from './summary.ts';

/** A share in [0, 1] as a percentage: `94.52`. */
export function percentText(share: number): string {
  return (100 * share).toFixed(2);
}

/** A difference of shares in points, with its sign: `−0.49`. */
export function signedPercentText(difference: number): string {
  return `${difference < 0 ? '−' : '+'}${percentText(Math.abs(difference))}`;
}

/** Mean and deviation of shares as percentages: `94.52 ± 0.15`. */
export function withDeviation(mean: number, sd: number | undefined): string {
  return sd === undefined ? percentText(mean) : `${percentText(mean)} ± ${percentText(sd)}`;
}

/** One figure of a summary with its deviation. */
export function figureText(summary: ScoreSummary, of: (figures: ScoreFigures) => number): string {
  return withDeviation(of(summary.mean), summary.sd && of(summary.sd));
}

/** A count, or a mean of counts: `3`, `3.4`. */
export function countText(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 1 });
}

import { isWhole, type RunResult } from '../eval/run-result.ts';
import type { Scores } from '../eval/scores.ts';
import { summarizeScores, type ScoreSummary } from '../eval/summary.ts';
import { count, percent } from './format.ts';

/** Of the runs that came to their own end. */
export interface RunsSummary {
  dev: ScoreSummary | undefined;
  test: ScoreSummary | undefined;
}

export function summarizeRuns(results: readonly RunResult[]): RunsSummary {
  const whole = results.filter(isWhole);
  return {
    dev: summarizeScores(whole.map(({ dev }) => dev)),
    test: summarizeScores(whole.flatMap(({ test }) => test ?? [])),
  };
}

/** The best on dev; the first of equals. */
export function bestResult(results: readonly RunResult[]): RunResult | undefined {
  const f1 = ({ dev }: RunResult) => dev.overall.f1;
  return results.toSorted((a, b) => f1(b) - f1(a))[0];
}

/** The last line of `train --seeds N --json`. */
export function seedsRecord(results: readonly RunResult[]) {
  const { dev, test } = summarizeRuns(results);
  return { runs: dev?.runs ?? 0, bestSeed: bestResult(results)?.seed, ...meanAndSd({ dev, test }) };
}

export function meanAndSd({ dev, test }: RunsSummary) {
  return { mean: { dev: dev?.mean, test: test?.mean }, sd: { dev: dev?.sd, test: test?.sd } };
}

const HEADER = ' seed  epoch   dev P   dev R   dev F1  test F1  invalid  seconds  tokens/s';

/** A row a seed, the best marked with an asterisk; then means and standard deviations, by type too. */
export function seedsTable(results: readonly RunResult[]): string {
  const best = bestResult(results);
  const { dev, test } = summarizeRuns(results);
  return [
    '',
    HEADER,
    ...results.map((result) => seedRow(result, result === best)),
    ...(dev === undefined
      ? []
      : ['', `mean${dev.sd === undefined ? '' : ' ± standard deviation'} of ${dev.runs} runs`]),
    ...summaryLines('dev', dev),
    ...summaryLines('test', test),
  ].join('\n');
}

function seedRow(result: RunResult, isBest: boolean): string {
  const { seed, bestEpoch, dev, test, seconds, tokensPerSecond } = result;
  return [
    String(seed).padStart(5),
    String(bestEpoch).padStart(6),
    percent(dev.overall.precision).padStart(7),
    percent(dev.overall.recall).padStart(7),
    `${percent(dev.overall.f1)}${isBest ? '*' : ' '}`.padStart(9),
    optionalF1(test).padStart(7),
    count(dev.invalidSequences).padStart(8),
    seconds.toFixed(1).padStart(8),
    count(Math.round(tokensPerSecond)).padStart(9),
    ...(isWhole(result) ? [] : [result.reason]),
  ].join(' ');
}

function optionalF1(scores: Scores | undefined): string {
  return scores === undefined ? '' : percent(scores.overall.f1);
}

function summaryLines(corpus: string, summary: ScoreSummary | undefined): string[] {
  if (summary === undefined) return [];
  const { mean, sd } = summary;
  const types = Object.keys(mean.byType);
  const width = Math.max('overall'.length, ...types.map((type) => type.length));
  const line = (name: string, of: (figures: ScoreSummary['mean']) => Record<'precision' | 'recall' | 'f1', number>) => {
    const figure = (rate: 'precision' | 'recall' | 'f1') =>
      withDeviation(of(mean)[rate], sd && of(sd)[rate]).padStart(14);
    return `${corpus.padEnd(4)} ${name.padEnd(width)}  P ${figure('precision')}  R ${figure('recall')}  F1 ${figure('f1')}`;
  };
  return [...types.map((type) => line(type, ({ byType }) => byType[type]!)), line('overall', (figures) => figures)];
}

/** `94.52 ± 0.15`, of shares of 1. */
export function withDeviation(mean: number, sd: number | undefined): string {
  return sd === undefined ? percent(mean) : `${percent(mean)} ± ${percent(sd)}`;
}

import type { Score, Scores } from './scores.ts';

/** A statistic of the scores of several runs: means, or standard deviations. */
export interface ScoreFigures extends Rates {
  byType: Record<string, Rates>;
  relaxedF1: number;
  tokenAccuracy: number;
  /** Only for texts with one class. */
  macroF1?: number;
  invalidSequences: number;
}

type Rates = Pick<Score, 'precision' | 'recall' | 'f1'>;

export interface ScoreSummary {
  runs: number;
  mean: ScoreFigures;
  /** Sample standard deviation; undefined for a single run. */
  sd: ScoreFigures | undefined;
}

/** Mean and sample standard deviation of every score; undefined without runs. */
export function summarizeScores(runs: readonly Scores[]): ScoreSummary | undefined {
  if (runs.length === 0) return undefined;
  return {
    runs: runs.length,
    mean: figuresOf(runs, mean),
    sd: runs.length === 1 ? undefined : figuresOf(runs, sampleDeviation),
  };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The sample standard deviation, with denominator n - 1: NaN for a single value. */
export function sampleDeviation(values: readonly number[]): number {
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

function figuresOf(runs: readonly Scores[], statistic: (values: readonly number[]) => number): ScoreFigures {
  const of = (value: (scores: Scores) => number) => statistic(runs.map(value));
  // A run has no entry for a type that is neither in gold nor predicted: its rates are 0.
  const rates = (score: (scores: Scores) => Rates | undefined): Rates => ({
    precision: of((scores) => score(scores)?.precision ?? 0),
    recall: of((scores) => score(scores)?.recall ?? 0),
    f1: of((scores) => score(scores)?.f1 ?? 0),
  });
  const types = [...new Set(runs.flatMap(({ byType }) => Object.keys(byType)))].toSorted();
  return {
    ...rates(({ overall }) => overall),
    byType: Object.fromEntries(types.map((type) => [type, rates(({ byType }) => byType[type])])),
    relaxedF1: of(({ relaxedF1 }) => relaxedF1),
    tokenAccuracy: of(({ tokenAccuracy }) => tokenAccuracy),
    ...(runs.every(({ macroF1 }) => macroF1 !== undefined) && { macroF1: of(({ macroF1 = 0 }) => macroF1) }),
    invalidSequences: of(({ invalidSequences }) => invalidSequences),
  };
}

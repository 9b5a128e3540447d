import type { AblationRow } from '../config/ablation.ts';
import { byLabel, summarizeRuns, type RunResult } from '../eval/runs.ts';
import { countText, figureText } from '../eval/study-table.ts';
import type { ScoreSummary } from '../eval/summary.ts';
import { scoreRecord } from './format.ts';
import { meanAndSd } from './seeds.ts';

/** A row of the table, with the results of its runs so far. */
export interface RowResults {
  row: AblationRow;
  results: RunResult[];
}

/** One line of `ablate --json`. */
export function runRecord({ dev, test, ...run }: RunResult) {
  return { ...run, dev: scoreRecord(dev), test: test && scoreRecord(test) };
}

/** One row in the last line of `ablate --json` and in `ablation.json`. */
export function rowRecord({ row, results }: RowResults) {
  const [summary] = byLabel(results).map(summarizeRuns);
  const { parameters, seconds, tokensPerSecond } = summary ?? {};
  const figures = summary === undefined ? {} : { runs: summary.dev?.runs ?? 0, ...meanAndSd(summary) };
  return { id: row.id, label: row.label, vectors: row.vectors, parameters, seconds, tokensPerSecond, ...figures };
}

export function ablationHeader(rows: readonly AblationRow[], seeds: number, hasTest: boolean): string {
  const columns = [...scoreColumns('dev'), ...(hasTest ? ['test F1'] : [])].map((name) => name.padStart(width(seeds)));
  return ['model'.padEnd(labelWidth(rows)), ...columns, ' invalid  parameters    seconds'].join(' ');
}

/** One line of the table below its header. */
export function ablationLine(
  { row, results }: RowResults,
  rows: readonly AblationRow[],
  seeds: number,
  hasTest: boolean,
): string {
  const [summary] = byLabel(results).map(summarizeRuns);
  const label = row.label.padEnd(labelWidth(rows));
  if (summary?.dev === undefined) return `${label} did not finish`;
  const { dev, test, parameters, seconds } = summary;
  const figure = (scores: ScoreSummary | undefined, rate: 'precision' | 'recall' | 'f1') =>
    (scores === undefined ? '' : figureText(scores, (of) => of[rate])).padStart(width(seeds));
  return [
    label,
    figure(dev, 'precision'),
    figure(dev, 'recall'),
    figure(dev, 'f1'),
    ...(hasTest ? [figure(test, 'f1')] : []),
    countText(dev.mean.invalidSequences).padStart(8),
    countText(parameters).padStart(11),
    seconds.toFixed(1).padStart(10),
  ].join(' ');
}

const scoreColumns = (corpus: string) => ['P', 'R', 'F1'].map((name) => `${corpus} ${name}`);

/** Columns of a score: `94.52`, or `94.52 ± 0.15`. */
const width = (seeds: number) => (seeds === 1 ? 7 : 13);

const labelWidth = (rows: readonly AblationRow[]) => Math.max(...rows.map(({ label }) => label.length));

import type { AblationRow } from '../../config/ablation.ts';
import { byLabel, summarizeRuns, type RunResult, type RunsSummary } from '../../eval/runs.ts';
import { countText, figureText } from '../../eval/figure-text.ts';
import type { ScoreSummary } from '../../eval/summary.ts';
import { textTable, type TextColumn } from '../../lib/table.ts';
import { scoreRecord } from '../format.ts';
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

/** The table of an ablation, whose rows are printed one by one. */
export function ablationTable(rows: readonly AblationRow[], seeds: number, hasTest: boolean) {
  const width = seeds === 1 ? 7 : 13; // `94.52`, or `94.52 ± 0.15`
  const label = 'model'.padEnd(Math.max(...rows.map((row) => row.label.length)));
  type Summary = RunsSummary & { dev: ScoreSummary };
  const scores = (corpus: 'dev' | 'test', name: string, rate: 'precision' | 'recall' | 'f1'): TextColumn<Summary> => [
    `${corpus} ${name}`.padStart(width),
    ({ [corpus]: of }) => (of === undefined ? '' : figureText(of, (figures) => figures[rate])),
  ];
  const { head, line } = textTable<Summary>([
    [label, (row) => row.label.padEnd(label.length)],
    scores('dev', 'P', 'precision'),
    scores('dev', 'R', 'recall'),
    scores('dev', 'F1', 'f1'),
    ...(hasTest ? [scores('test', 'F1', 'f1')] : []),
    [' invalid', ({ dev }) => countText(dev.mean.invalidSequences)],
    [' parameters', ({ parameters }) => countText(parameters)],
    ['   seconds', ({ seconds }) => seconds.toFixed(1)],
  ]);
  return {
    head,
    line({ row, results }: RowResults): string {
      const [summary] = byLabel(results).map(summarizeRuns);
      const { dev } = summary ?? {};
      if (summary === undefined || dev === undefined) return `${row.label.padEnd(label.length)} did not finish`;
      return line({ ...summary, dev });
    },
  };
}

import { bestRun, isComplete, summarizeRuns, type RunResult, type RunsSummary } from '../../eval/runs.ts';
import { scoreName, type Scores } from '../../eval/scores.ts';
import { figureText, percentText } from '../../eval/figure-text.ts';
import type { ScoreFigures, ScoreSummary } from '../../eval/summary.ts';
import { textLines, type TextColumn } from '../../lib/table.ts';
import { count, scoreColumns, secondsColumn, speedColumn } from '../format.ts';

/** The last line of `train --seeds N --json`. */
export function seedsRecord(results: readonly [RunResult, ...RunResult[]]) {
  const summary = summarizeRuns(results);
  return { runs: summary.dev?.runs ?? 0, bestSeed: bestRun(results)?.seed, ...meanAndSd(summary) };
}

export function meanAndSd({ dev, test }: Pick<RunsSummary, 'dev' | 'test'>) {
  return { mean: { dev: dev?.mean, test: test?.mean }, sd: { dev: dev?.sd, test: test?.sd } };
}

/** One row per seed, the best marked with an asterisk, then means and standard deviations by type and overall. */
export function seedsTable(results: readonly [RunResult, ...RunResult[]]): string {
  const best = bestRun(results);
  const [{ dev: like }] = results;
  const { dev, test } = summarizeRuns(results);
  const columns: TextColumn<RunResult & { isBest: boolean }>[] = [
    [' seed', ({ seed }) => String(seed)],
    [' epoch', ({ bestEpoch }) => String(bestEpoch)],
    ...scoreColumns(like),
    [scoreName(like) === 'F1' ? ' test F1' : '    test', (row) => optionalF1(row.test)],
    [' invalid', (row) => count(row.dev.invalidSequences)],
    secondsColumn,
    speedColumn,
    [' ', (row) => (isComplete(row) ? '' : row.reason)],
  ];
  return [
    '',
    ...textLines(
      columns,
      results.map((result) => ({ ...result, isBest: result === best })),
    ),
    ...(dev === undefined ? [] : ['', summaryTitle(dev)]),
    ...summaryLines('dev', dev),
    ...summaryLines('test', test),
  ].join('\n');
}

function summaryTitle({ runs, sd }: ScoreSummary): string {
  return sd === undefined ? 'one complete run' : `mean ± standard deviation of ${runs} runs`;
}

function optionalF1(scores: Scores | undefined): string {
  return scores === undefined ? '' : percentText(scores.overall.f1);
}

function summaryLines(corpus: string, summary: ScoreSummary | undefined): string[] {
  if (summary === undefined) return [];
  const types = Object.keys(summary.mean.byType);
  const width = Math.max('overall'.length, ...types.map((type) => type.length));
  const line = (name: string, of: (figures: ScoreFigures) => Pick<ScoreFigures, Rate> | undefined) => {
    const figure = (rate: Rate) => figureText(summary, (figures) => of(figures)?.[rate] ?? 0).padStart(14);
    return `${corpus.padEnd(4)} ${name.padEnd(width)}  P ${figure('precision')}  R ${figure('recall')}  F1 ${figure('f1')}`;
  };
  return [...types.map((type) => line(type, ({ byType }) => byType[type])), line('overall', (figures) => figures)];
}

type Rate = 'precision' | 'recall' | 'f1';

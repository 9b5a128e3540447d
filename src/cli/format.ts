import type { Corpus, Problem } from '../data/corpus.ts';
import { summarize } from '../data/corpora/summary.ts';
import type { SliceScore, SliceScores } from '../eval/score-slices.ts';
import { scoreName, type Score, type Scores } from '../eval/scores.ts';
import { percentText } from '../eval/study-table.ts';
import type { Seconds } from '../lib/units.ts';
import type { EpochReport } from '../model/events.ts';

/** Maximum number of problems printed per file. */
const PROBLEMS_SHOWN = 5;

/** The JSON object of an epoch: a line of `train --json`, and an entry of `metrics.json`. */
export function epochRecord({ epoch, trainLoss, devLoss, dev, tokensPerSecond, seconds }: EpochReport) {
  return { epoch, loss: trainLoss, devLoss, devF1: dev.overall.f1, byType: dev.byType, tokensPerSecond, seconds };
}

/** The JSON object of `evaluate --json`. */
export function scoreRecord({ overall, byType, relaxedF1, tokenAccuracy, invalidSequences }: Scores) {
  const { precision, recall, f1 } = overall;
  return { precision, recall, f1, byType, relaxedF1, tokenAccuracy, invalidSequences };
}

/** Column heads of a score. If all three rates equal the token accuracy, there is one column. */
export const scoreHeads = (scores: Scores): string =>
  scoreName(scores) === 'F1' ? ' dev P   dev R   dev F1' : '     dev token accuracy';

export const epochHeader = (scores: Scores): string =>
  `epoch       loss   dev loss ${scoreHeads(scores)}  tokens/s  seconds`;

/** Cells below `scoreHeads`; an asterisk marks the best. */
export function scoreCells(scores: Scores, isBest: boolean): string {
  const { precision, recall, f1 } = scores.overall;
  const isF1 = scoreName(scores) === 'F1';
  return [
    (isF1 ? percentText(precision) : '').padStart(6),
    (isF1 ? percentText(recall) : '').padStart(7),
    `${percentText(f1)}${isBest ? '*' : ' '}`.padStart(8),
  ].join(' ');
}

/** A row below `epochHeader`; an asterisk marks the best epoch so far. */
export function epochRow(report: EpochReport): string {
  const { epoch, trainLoss, devLoss, dev, tokensPerSecond, seconds, bestEpoch } = report;
  return [
    String(epoch).padStart(5),
    trainLoss.toFixed(4).padStart(10),
    devLoss.toFixed(4).padStart(10),
    scoreCells(dev, bestEpoch === epoch),
    count(Math.round(tokensPerSecond)).padStart(9),
    seconds.toFixed(1).padStart(8),
  ].join(' ');
}

/** Precision, recall and F1 by type and overall; without a scheme by tag, and the token accuracy. */
export function scoreTable(scores: Scores): string {
  if (scoreName(scores) === 'token accuracy') {
    return [
      scoreRows('tag', Object.entries(scores.byType)),
      `token accuracy ${percentText(scores.tokenAccuracy)}`,
    ].join('\n');
  }
  return [
    scoreRows('type', [...Object.entries(scores.byType), ['overall', scores.overall]]),
    `relaxed F1 ${percentText(scores.relaxedF1)}, token accuracy ${percentText(scores.tokenAccuracy)}, invalid sequences ${count(scores.invalidSequences)}`,
  ].join('\n');
}

/** A table of scores for each slicing; slices without entities are omitted. */
export function sliceTables({ seen, entityLength, sentenceLength }: SliceScores): string {
  const table = (head: string, scores: readonly SliceScore[]) => {
    const occurring = scores.filter(({ support, predicted }) => support + predicted > 0);
    return scoreRows(
      head,
      occurring.map((score) => [score.slice, score]),
    );
  };
  return [
    ...(seen ? [table('in training', seen)] : []),
    table('entity length', entityLength),
    table('sentence length', sentenceLength),
  ].join('\n\n');
}

function scoreRows(head: string, rows: readonly (readonly [name: string, score: Score])[]): string {
  const width = Math.max('overall'.length, head.length, ...rows.map(([name]) => name.length));
  const lines = rows.map(([name, { precision, recall, f1, support }]) =>
    [
      name.padEnd(width),
      percentText(precision).padStart(9),
      percentText(recall).padStart(7),
      percentText(f1).padStart(7),
      count(support).padStart(8),
    ].join(' '),
  );
  return [`${head.padEnd(width)} precision  recall      F1  support`, ...lines].join('\n');
}

/** Summary of a corpus: `dev dev.conll: 3,250 sentences, …`. */
export function corpusLine(role: string, corpus: Corpus): string {
  const { sentences, tokens, entities, types } = summarize(corpus);
  const what = corpus.style.scheme === 'none' ? `${count(types.length)} tags without a scheme` : entityCounts();
  function entityCounts(): string {
    const counts = types.map(({ type, count: n }) => `${type} ${count(n)}`).join(', ');
    return `${count(entities)} entities${counts === '' ? '' : ` (${counts})`} in ${corpus.style.scheme}`;
  }
  return `${role} ${corpus.file}: ${count(sentences)} sentences, ${count(tokens)} tokens, ${what}`;
}

/** The first problems of a file as `file:line: message`, then the number of the others. */
export function problemLines(file: string, problems: readonly Problem[], moreProblems: number): string[] {
  const shown = problems.slice(0, PROBLEMS_SHOWN);
  const hidden = problems.length - shown.length + moreProblems;
  return [
    ...shown.map(({ line, column, message }) =>
      [file, ...(line === 0 ? [] : [line]), ...(line === 0 || column === undefined ? [] : [column])]
        .join(':')
        .concat(`: ${message}`),
    ),
    ...(hidden === 0 ? [] : [`${file}: ${count(hidden)} more ${hidden === 1 ? 'problem' : 'problems'}`]),
  ];
}

export function count(value: number): string {
  return value.toLocaleString('en');
}

/** A duration rounded up: `45 s`, `3 min`, `2 h 5 min`. */
export function duration(seconds: Seconds): string {
  if (!Number.isFinite(seconds)) return '?';
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

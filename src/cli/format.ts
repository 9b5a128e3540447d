import { tagKind, type Corpus, type Problem } from '../data/corpus.ts';
import { shownName } from '../data/files/shown-name.ts';
import { summarize } from '../data/corpora/summary.ts';
import type { SliceScore, SliceScores } from '../eval/score-slices.ts';
import type { Confusion } from '../eval/errors.ts';
import { scoreName, type Score, type Scores } from '../eval/scores.ts';
import { percentText, signedPercentText } from '../eval/figure-text.ts';
import { textLines, textTable, type TextColumn } from '../lib/table.ts';
import type { Seconds } from '../lib/units.ts';
import type { StressReport } from '../tagging/scores/stress-tests.ts';
import type { EpochReport } from '../model/events.ts';

/** Maximum number of problems printed per file. */
const PROBLEMS_SHOWN = 5;

/** The JSON object of an epoch: a line of `train --json`, and an entry of `metrics.json`. */
export function epochRecord({ epoch, trainLoss, devLoss, dev, tokensPerSecond, seconds }: EpochReport) {
  return { epoch, loss: trainLoss, devLoss, devF1: dev.overall.f1, byType: dev.byType, tokensPerSecond, seconds };
}

/** The JSON object of `evaluate --json`. */
export function scoreRecord({ overall, byType, relaxedF1, tokenAccuracy, invalidSequences, macroF1 }: Scores) {
  const { precision, recall, f1 } = overall;
  const ofTexts = macroF1 !== undefined && { accuracy: f1, macroF1 };
  return { ...ofTexts, precision, recall, f1, byType, relaxedF1, tokenAccuracy, invalidSequences };
}

/** Scores on dev; an asterisk marks the best. */
interface Scored {
  dev: Scores;
  isBest: boolean;
}

/** Columns of the scores on dev. If all three rates equal the token accuracy, there is one. */
export function scoreColumns(like: Scores): TextColumn<Scored>[] {
  const best = ({ dev, isBest }: Scored) => `${percentText(dev.overall.f1)}${isBest ? '*' : ' '}`;
  if (scoreName(like) === 'token accuracy') return [['     dev token accuracy', best]];
  if (scoreName(like) === 'accuracy') {
    return [
      ['  dev macro F1', ({ dev }) => percentText(dev.macroF1 ?? 0)],
      ['  dev accuracy', best],
    ];
  }
  return [
    [' dev P', ({ dev }) => percentText(dev.overall.precision)],
    ['  dev R', ({ dev }) => percentText(dev.overall.recall)],
    ['  dev F1', best],
  ];
}

export const speedColumn: TextColumn<{ tokensPerSecond: number }> = [
  ' tokens/s',
  (row) => count(Math.round(row.tokensPerSecond)),
];
export const secondsColumn: TextColumn<{ seconds: number }> = [' seconds', ({ seconds }) => seconds.toFixed(1)];

/** The table of the epochs of a run. An asterisk marks the best so far. The tags of dev may not be a student's: it has no loss on them. */
function epochTable(like: Scores, isStudent: boolean) {
  return textTable<EpochReport & Scored>([
    ['epoch', ({ epoch }) => String(epoch)],
    ['      loss', ({ trainLoss }) => trainLoss.toFixed(4)],
    ...(isStudent ? [] : [['  dev loss', ({ devLoss }) => devLoss.toFixed(4)] satisfies TextColumn<EpochReport>]),
    ...scoreColumns(like),
    speedColumn,
    secondsColumn,
  ]);
}

export const epochHeader = (scores: Scores, { isStudent = false } = {}): string => epochTable(scores, isStudent).head;

export const epochRow = (report: EpochReport, { isStudent = false } = {}): string =>
  epochTable(report.dev, isStudent).line({ ...report, isBest: report.bestEpoch === report.epoch });

/** Precision, recall and F1 by type and overall; without a scheme by tag, and the token accuracy. */
export function scoreTable(scores: Scores): string {
  if (scoreName(scores) === 'token accuracy') {
    return [
      scoreRows('tag', Object.entries(scores.byType)),
      `token accuracy ${percentText(scores.tokenAccuracy)}`,
    ].join('\n');
  }
  if (scores.macroF1 !== undefined) {
    return [
      scoreRows('class', Object.entries(scores.byType)),
      `accuracy ${percentText(scores.overall.f1)}, macro F1 ${percentText(scores.macroF1)}`,
    ].join('\n');
  }
  return [
    scoreRows('type', [...Object.entries(scores.byType), ['overall', scores.overall]]),
    `relaxed F1 ${percentText(scores.relaxedF1)}, token accuracy ${percentText(scores.tokenAccuracy)}, invalid sequences ${count(scores.invalidSequences)}`,
  ].join('\n');
}

/** How often texts of each class, in rows, are given each class, in columns. */
export function confusionTable({ types, counts }: Confusion): string {
  const rows = types.map((type, i) => ({ type, counts: counts[i]!.slice(0, types.length) }));
  const width = Math.max(...types.map(({ length }) => length), 'gold'.length);
  const columns = types.map((type, i): TextColumn<(typeof rows)[number]> => [
    ` ${type}`.padStart(7),
    (row) => count(row.counts[i]!),
  ]);
  return textLines([['gold'.padEnd(width), ({ type }: { type: string }) => type.padEnd(width)], ...columns], rows).join(
    '\n',
  );
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

/** F1 under each stress test, and its difference to that on the file as it is. */
export function stressTable({ score, tests }: StressReport): string {
  const width = Math.max(...tests.map(({ label }) => label.length), 'stress test'.length);
  const rows = [{ label: 'the file as it is', score, difference: undefined, interval: undefined }, ...tests];
  const columns: TextColumn<(typeof rows)[number]>[] = [
    ['stress test'.padEnd(Math.max(width, 17)), ({ label }) => label.padEnd(Math.max(width, 17))],
    ['precision', (row) => percentText(row.score.precision)],
    [' recall', (row) => percentText(row.score.recall)],
    ['     F1', (row) => percentText(row.score.f1)],
    [' support', (row) => count(row.score.support)],
    ['difference', ({ difference }) => (difference === undefined ? '' : signedPercentText(difference))],
    ['            95%', ({ interval }) => interval?.map(signedPercentText).join(' to ') ?? ''],
  ];
  return textLines(columns, rows).join('\n');
}

function scoreRows(head: string, rows: readonly (readonly [name: string, score: Score])[]): string {
  const width = Math.max('overall'.length, head.length, ...rows.map(([name]) => name.length));
  const columns: TextColumn<(typeof rows)[number]>[] = [
    [head.padEnd(width), ([name]) => name.padEnd(width)],
    ['precision', ([, { precision }]) => percentText(precision)],
    [' recall', ([, { recall }]) => percentText(recall)],
    ['     F1', ([, { f1 }]) => percentText(f1)],
    [' support', ([, { support }]) => count(support)],
  ];
  return textLines(columns, rows).join('\n');
}

/** Summary of a corpus: `dev dev.conll: 3,250 sentences, …`. */
export function corpusLine(role: string, corpus: Corpus): string {
  const { sentences, tokens, entities, types } = summarize(corpus);
  const counts = types.map(({ type, count: n }) => `${type} ${count(n)}`).join(', ');
  if (tagKind(corpus.style) === 'classes') {
    return `${role} ${shownName(corpus.file)}: ${count(sentences)} texts, ${count(tokens)} tokens, ${count(types.length)} classes (${counts})`;
  }
  const what = corpus.style.scheme === 'none' ? `${count(types.length)} tags without a scheme` : entityCounts();
  function entityCounts(): string {
    return `${count(entities)} entities${counts === '' ? '' : ` (${counts})`} in ${corpus.style.scheme}`;
  }
  return `${role} ${shownName(corpus.file)}: ${count(sentences)} sentences, ${count(tokens)} tokens, ${what}`;
}

/** The first problems of a file as `file:line: message`, then the number of the others. */
export function problemLines(read: string, problems: readonly Problem[], moreProblems: number): string[] {
  const file = shownName(read);
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

import { formatCsv } from '../lib/csv.ts';
import { countText, figureText } from './figure-text.ts';
import type { RunResult, RunsSummary } from './runs.ts';
import type { Scores } from './scores.ts';
import type { ScoreSummary } from './summary.ts';

/** A Markdown table with one row per label, and a note. */
export function studyMarkdown(rows: readonly RunsSummary[], note: string): string {
  const hasTest = rows.some(({ test }) => test !== undefined);
  const scores = (corpus: string) => ['precision', 'recall', 'F1'].map((name) => `${corpus} ${name}`);
  const header = ['model', ...scores('dev'), ...(hasTest ? scores('test') : []), 'invalid', 'parameters', 'seconds'];
  const figures = (summary: ScoreSummary | undefined) =>
    (['precision', 'recall', 'f1'] as const).map((rate) =>
      summary === undefined ? '–' : figureText(summary, (of) => of[rate]),
    );
  const lines = rows.map(({ label, dev, test, parameters, seconds }) => [
    label,
    ...figures(dev),
    ...(hasTest ? figures(test) : []),
    dev === undefined ? '–' : countText(dev.mean.invalidSequences),
    countText(parameters),
    countText(seconds),
  ]);
  const rule = header.map((_, i) => (i === 0 ? '---' : '---:'));
  const runs = Math.max(0, ...rows.map(({ dev }) => dev?.runs ?? 0));
  const averaged = runs > 1 ? ` Mean ± standard deviation of ${runs} seeds.` : '';
  return `${[header, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\n${note}${averaged}\n`;
}

const RUN_COLUMNS = [
  'label',
  'seed',
  'reason',
  'bestEpoch',
  'epochs',
  'parameters',
  'seconds',
  'tokensPerSecond',
] as const satisfies readonly (keyof RunResult)[];

/** A CSV file with one row per run and all figures; scores are in [0, 1]. */
export function runsCsv(results: readonly RunResult[]): string {
  const types = [...new Set(results.flatMap(({ dev, test }) => [dev, test].flatMap(typesOf)))].toSorted();
  const corpora = results.some(({ test }) => test !== undefined) ? (['dev', 'test'] as const) : (['dev'] as const);
  const header = [...RUN_COLUMNS, ...corpora.flatMap((corpus) => columns(types).map(([name]) => `${corpus}.${name}`))];
  const lines = results.map((result) => [
    ...RUN_COLUMNS.map((name) => result[name]),
    ...corpora.flatMap((corpus) => columns(types).map(([, of]) => result[corpus] && of(result[corpus]))),
  ]);
  return formatCsv([header, ...lines]);
}

function typesOf(scores: Scores | undefined): string[] {
  return scores === undefined ? [] : Object.keys(scores.byType);
}

function columns(types: readonly string[]): [name: string, of: (scores: Scores) => number][] {
  return [
    ['precision', ({ overall }) => overall.precision],
    ['recall', ({ overall }) => overall.recall],
    ['f1', ({ overall }) => overall.f1],
    ['relaxedF1', ({ relaxedF1 }) => relaxedF1],
    ['tokenAccuracy', ({ tokenAccuracy }) => tokenAccuracy],
    ['invalidSequences', ({ invalidSequences }) => invalidSequences],
    ...types.map((type): [string, (scores: Scores) => number] => [`f1.${type}`, ({ byType }) => byType[type]?.f1 ?? 0]),
  ];
}

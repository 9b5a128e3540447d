import { percentText, withDeviation } from '../../eval/figure-text.ts';
import { mean, sampleDeviation } from '../../eval/summary.ts';
import { textLines, textTable, type TextColumn } from '../../lib/table.ts';
import { importances, type Importance } from '../../search/importance.ts';
import { bestRecipe, candidateRows, changesOf, changesText, statement } from '../../search/report.ts';
import { noiseOf, standings } from '../../search/standings.ts';
import type { SearchSpec, SearchState, Trial, TrialPlan, TrialResult } from '../../search/state.ts';
import { verdictOf } from '../../search/verdict.ts';
import { formatShare } from '../../lib/format-share.ts';

/** One line of `search --json`. */
export function trialRecord({ start, ranges }: SearchSpec, { plan, result }: Trial, index: number) {
  const { stage, bracket, candidate, level, config, share } = plan;
  const changes = Object.fromEntries(changesOf(start, config, ranges));
  const { epochs, seed } = config;
  return { trial: index + 1, stage, bracket, recipe: candidate, level, epochs, share, seed, changes, ...result };
}

/** The last line of `search --json`. */
export function searchRecord(state: SearchState) {
  const { kind, best, arms, difference, runnerUp } = verdictOf(state.trials);
  return {
    verdict: kind,
    statement: statement(state),
    best,
    config: bestRecipe(state),
    noise: noiseOf(state.trials),
    confirmed: arms.map(({ candidate, scores }) => ({ recipe: candidate, scores })),
    difference,
    runnerUp,
    importance: importances(state.spec.ranges, state.trials),
    seconds: state.trials.reduce((sum, { result }) => sum + result.seconds, 0),
  };
}

const SHARED: TextColumn<Pick<TrialPlan, 'config' | 'share'>>[] = [
  [' epochs', ({ config }) => String(config.epochs)],
  [' share', ({ share }) => formatShare(share, 0)],
];

/** The table of the trials, whose rows are printed one by one. */
export function trialTable({ start, ranges }: SearchSpec) {
  const { head, line } = textTable<TrialPlan & TrialResult & { index: number }>([
    ['trial', ({ index }) => String(index + 1)],
    [' for    ', ({ stage }) => ` ${stage}`],
    [' recipe', ({ candidate }) => String(candidate)],
    ...SHARED,
    [' seed', ({ config }) => String(config.seed)],
    [' dev F1', ({ f1 }) => (f1 === undefined ? 'failed' : percentText(f1))],
    [' seconds', ({ seconds }) => seconds.toFixed(1)],
    [' settings ', (row) => ` ${row.candidate === 0 ? 'the starting recipe' : changesText(start, row.config, ranges)}`],
  ]);
  return { head, line: ({ plan, result }: Trial, index: number) => line({ ...plan, ...result, index }) };
}

/** The best recipes, the importance of settings, and the conclusion of the search. */
export function searchSummary(state: SearchState, listed = 10): string {
  return [
    '',
    ...textLines(RANKED_COLUMNS, rankedRows(state).slice(0, listed)),
    ...importanceLines(importances(state.spec.ranges, state.trials)),
    '',
    statement(state),
  ].join('\n');
}

interface RankedRow extends Pick<TrialPlan, 'candidate' | 'config' | 'share'> {
  f1: number;
  confirmed: readonly number[];
  changes: string;
}

const RANKED_COLUMNS: TextColumn<RankedRow>[] = [
  ['recipe', ({ candidate }) => String(candidate)],
  ...SHARED,
  [' dev F1', ({ f1 }) => percentText(f1)],
  [
    ' further seeds',
    ({ confirmed: { length }, confirmed }) =>
      length === 0 ? '' : withDeviation(mean(confirmed), length > 1 ? sampleDeviation(confirmed) : undefined),
  ],
  ['  settings ', ({ candidate, changes }) => `  ${candidate === 0 ? 'the starting recipe' : changes}`],
];

function rankedRows(state: SearchState): RankedRow[] {
  const rows = candidateRows(state);
  return standings(state.trials).flatMap(({ candidate, level, f1 }) => {
    const row = rows.find((other) => other.candidate === candidate);
    const plan = row?.trials.find((trial) => trial.plan.level === level)?.plan;
    return row === undefined || plan === undefined ? [] : [{ ...plan, ...row, f1 }];
  });
}

const IMPORTANCE_COLUMNS: TextColumn<Importance>[] = [
  ['setting           ', ({ field }) => field],
  [' explains', ({ share }) => formatShare(share, 0)],
  ['      p', ({ p }) => p.toFixed(3)],
  [
    ' mean F1 against the other recipes of a level ',
    ({ groups }) => ` ${groups.map(({ label, difference }) => `${label}: ${signed(difference)}`).join(', ')}`,
  ],
];

function importanceLines(importance: readonly Importance[]): string[] {
  return importance.length === 0 ? [] : ['', ...textLines(IMPORTANCE_COLUMNS, importance)];
}

const signed = (f1: number) => `${f1 < 0 ? '' : '+'}${percentText(f1)}`;

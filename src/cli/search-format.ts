import { percentText, withDeviation } from '../eval/study-table.ts';
import { mean, sampleDeviation } from '../eval/summary.ts';
import { importances, type Importance } from '../search/importance.ts';
import { bestRecipe, candidateRows, changesOf, changesText, statement } from '../search/report.ts';
import { noiseOf, standings } from '../search/standings.ts';
import type { SearchSpec, SearchState, Trial } from '../search/state.ts';
import { verdictOf } from '../search/verdict.ts';

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

export const TRIAL_HEADER = 'trial  for      recipe  epochs  share  seed  dev F1  seconds  settings';

/** A row below `TRIAL_HEADER`. */
export function trialRow({ start, ranges }: SearchSpec, { plan, result }: Trial, index: number): string {
  const { stage, candidate, config, share } = plan;
  const settings = candidate === 0 ? 'the starting recipe' : changesText(start, config, ranges);
  return [
    String(index + 1).padStart(5),
    ` ${stage.padEnd(7)}`,
    String(candidate).padStart(7),
    String(config.epochs).padStart(7),
    `${Math.round(100 * share)}%`.padStart(6),
    String(config.seed).padStart(5),
    (result.f1 === undefined ? 'failed' : percentText(result.f1)).padStart(7),
    result.seconds.toFixed(1).padStart(8),
    ` ${settings}`,
  ].join(' ');
}

/** The best recipes, the importance of settings, and the conclusion of the search. */
export function searchSummary(state: SearchState, listed = 10): string {
  return [
    '',
    'recipe  epochs  share  dev F1  further seeds   settings',
    ...rankedRows(state).slice(0, listed),
    ...importanceLines(importances(state.spec.ranges, state.trials)),
    '',
    statement(state),
  ].join('\n');
}

function rankedRows(state: SearchState): string[] {
  const rows = candidateRows(state);
  return standings(state.trials).flatMap(({ candidate, level, f1 }) => {
    const row = rows.find((other) => other.candidate === candidate);
    const plan = row?.trials.find((trial) => trial.plan.level === level)?.plan;
    if (row === undefined || plan === undefined) return [];
    const { confirmed } = row;
    const further =
      confirmed.length === 0
        ? ''
        : withDeviation(mean(confirmed), confirmed.length > 1 ? sampleDeviation(confirmed) : undefined);
    const cells = [
      String(candidate).padStart(6),
      String(plan.config.epochs).padStart(7),
      `${Math.round(100 * plan.share)}%`.padStart(6),
      percentText(f1).padStart(7),
      further.padStart(14),
      `  ${candidate === 0 ? 'the starting recipe' : row.changes}`,
    ];
    return [cells.join(' ')];
  });
}

function importanceLines(importance: readonly Importance[]): string[] {
  if (importance.length === 0) return [];
  return [
    '',
    'setting             explains       p  mean F1 against the other recipes of a level',
    ...importance.map(({ field, share, p, groups }) => {
      const parts = groups.map(({ label, difference }) => `${label}: ${signed(difference)}`);
      return `${field.padEnd(18)} ${`${Math.round(100 * share)}%`.padStart(9)} ${p.toFixed(3).padStart(7)}  ${parts.join(', ')}`;
    }),
  ];
}

const signed = (f1: number) => `${f1 < 0 ? '' : '+'}${percentText(f1)}`;

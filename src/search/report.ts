/** The report on a search: statement and table rows. */
import { FIELD_NAMES, type FieldName, type RunConfig } from '../config/schema.ts';
import { percentText, signedPercentText, withDeviation } from '../eval/figure-text.ts';
import { mean, sampleDeviation } from '../eval/summary.ts';
import type { Ranges } from './ranges.ts';
import { noiseOf } from './standings.ts';
import type { SearchState, Trial, TrialPlan } from './state.ts';
import { verdictOf, type Arm, type Difference } from './verdict.ts';
import { formatShare } from '../lib/format-share.ts';
import type { Seconds } from '../lib/units.ts';

/** A budget in minutes, as it is given: `90`, `1.5`. */
export function minutesText(budget: Seconds): string {
  return String(Number((budget / 60).toFixed(2)));
}

/** `90 min`, `1.5 min` */
export function budgetText(budget: Seconds): string {
  return `${minutesText(budget)} min`;
}

/** `8 of 30 min`, `0.4 of 1.5 min`: the used part of a budget. */
export function usedText(used: Seconds, budget: Seconds): string {
  return `${Number((used / 60).toFixed(budget < 600 ? 1 : 0))} of ${budgetText(budget)}`;
}

/** `recipe 7`; `the starting recipe`. */
export function candidateName(candidate: number): string {
  return candidate === 0 ? 'the starting recipe' : `recipe ${candidate}`;
}

/** The settings in which a trial's recipe differs from the start. */
export function changesOf(start: RunConfig, config: RunConfig, ranges: Ranges): [FieldName, RunConfig[FieldName]][] {
  return FIELD_NAMES.flatMap((name): [FieldName, RunConfig[FieldName]][] =>
    name in ranges && config[name] !== start[name] ? [[name, config[name]]] : [],
  );
}

/** `learningRate 0.0031, batchSize 8`; empty for the starting recipe. */
export function changesText(start: RunConfig, config: RunConfig, ranges: Ranges): string {
  return changesOf(start, config, ranges)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
}

/** `7 epochs, 33% of the sentences`. */
export function levelText({ config: { epochs }, share }: Pick<TrialPlan, 'config' | 'share'>): string {
  const length = `${epochs} epoch${epochs === 1 ? '' : 's'}`;
  return share === 1 ? length : `${length}, ${formatShare(share, 0)} of the sentences`;
}

/**
 * The recipe to use: the best candidate with the epochs of the start, and without patience if any trial ran, since trials run without it.
 */
export function bestRecipe({ spec: { start }, trials }: SearchState): RunConfig {
  const { best } = verdictOf(trials);
  const config = trials.find(({ plan }) => plan.candidate === best)?.plan.config ?? start;
  return { ...config, epochs: start.epochs, seed: start.seed, patience: trials.length === 0 ? start.patience : 0 };
}

/** The result in two or three sentences. Only a recipe that further seeds have confirmed is called a winner. */
export function statement({ trials }: Pick<SearchState, 'trials'>): string {
  const { kind, best, challenger, arms, difference, runnerUp } = verdictOf(trials);
  if (kind === 'nothing') return 'No other recipe has been scored.';
  if (challenger === undefined || difference === undefined) {
    const noise = noiseOf(trials);
    const spread = noise === undefined ? '' : ` Seeds alone differ by ${percentText(noise)} (standard deviation).`;
    if (best === 0) return `No other recipe has scored better than the starting recipe.${spread}`;
    const which = sentence(candidateName(best));
    return `${which} has the best score, on one seed. This is not confirmed: it was not trained with further seeds.${spread}`;
  }
  const [tried, start] = [challenger, 0].map((id) => arms.find(({ candidate }) => candidate === id)!);
  const figures = `${armText(tried!)} against ${armText(start!)} with ${tried!.scores.length} further seeds each, a difference of ${differenceText(difference)}.`;
  const name = candidateName(challenger);
  const tie =
    runnerUp !== undefined && runnerUp.interval[0] <= 0
      ? ` ${sentence(candidateName(runnerUp.candidate))} may be as good: the difference between the two is not significant.`
      : '';
  if (kind === 'better') return `Winner: ${name}, better than the starting recipe. ${figures}${tie}`;
  if (kind === 'worse') return `The starting recipe is better than the best recipe found, ${name}. ${figures}`;
  const used = best === 0 ? 'The starting recipe' : sentence(name);
  return `The difference between ${name} and the starting recipe is not significant. ${figures} ${used} has the higher mean.`;
}

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

function armText({ scores }: Arm): string {
  return `F1 ${withDeviation(mean(scores), scores.length > 1 ? sampleDeviation(scores) : undefined)}`;
}

function differenceText({ mean, interval }: Difference): string {
  return `${signedPercentText(mean)} (95% interval ${interval.map(signedPercentText).join(' to ')})`;
}

/** A candidate with its trials. */
export interface CandidateRow {
  candidate: number;
  changes: string;
  /** Trials in brackets, in order. */
  trials: Trial[];
  /** F1 of its full trainings with further seeds. */
  confirmed: number[];
}

/** One row per candidate, in the order in which they were first trained. */
export function candidateRows({ spec: { start, ranges }, trials }: SearchState): CandidateRow[] {
  const rows = new Map<number, CandidateRow>();
  for (const trial of trials) {
    const { candidate, stage, config } = trial.plan;
    if (stage === 'final') continue;
    const row = rows.get(candidate) ?? {
      candidate,
      changes: changesText(start, config, ranges),
      trials: [],
      confirmed: [],
    };
    rows.set(candidate, row);
    if (stage !== 'confirm') row.trials.push(trial);
    else if (trial.result.f1 !== undefined) row.confirmed.push(trial.result.f1);
  }
  return [...rows.values()];
}

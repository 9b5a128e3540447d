import {
  ablated,
  ABLATION,
  ABLATION_NOTE,
  ablationRows,
  TRAINABLE_ROWS,
  type AblationNeed,
  type AblationRow,
} from '../../../config/ablation.ts';
import { byLabel, summarizeRuns, type RunsSummary } from '../../../eval/runs.ts';
import { scoreName, type ScoreName } from '../../../eval/scores.ts';
import { studyMarkdown } from '../../../eval/study-table.ts';
import type { RunConfig } from '../../../config/schema.ts';
import type { Seconds } from '../../../lib/units.ts';
import type { RunPlan } from '../../../runs/plan.ts';
import type { ModelInfo } from '../../../workers/wire/payloads.ts';
import { epochSeconds, type Flops } from '../../stores/device/estimate.ts';
import { formatCounted, formatDuration, formatScore, formatSentence } from '../../look/format.ts';
import { memoized } from '../../stores/memoized.ts';
import { studyScoreName, summariesOf } from '../../stores/runs/study-results.ts';
import type { Study } from '../../stores/runs/study.ts';

/** A row of the ablation's table. */
export interface TableRow {
  row: AblationRow;
  summary: RunsSummary | undefined;
  /** State as text, unless all its runs were trained to the end. */
  state: string | undefined;
  /** The finished share of its runs, in [0, 1]; undefined if none of them is running. */
  share: number | undefined;
}

export interface AblationTable {
  rows: readonly (TableRow & { isBest: boolean })[];
  /** Whether there are scores on a test file. */
  hasTest: boolean;
  /** Name of the score. */
  name: ScoreName;
}

/** The rows to choose from, with the results of the last ablation. */
export const ablationTable = memoized((study: Study | undefined, ...has: readonly AblationNeed[]): AblationTable => {
  const rows = tableRows(study, has);
  const finalF1 = ({ summary, state }: TableRow) => (state === undefined ? summary?.dev?.mean.f1 : undefined);
  const best = Math.max(...rows.map((row) => finalF1(row) ?? -Infinity));
  return {
    rows: rows.map((row) => ({ ...row, isBest: finalF1(row) === best })),
    hasTest: rows.some(({ summary }) => summary?.test !== undefined),
    name: studyScoreName(study),
  };
});

/** All rows that can be chosen, and those of the last ablation. */
export function tableRows(study: Study | undefined, has: readonly AblationNeed[]): TableRow[] {
  const rows = ablationRows(has);
  const isPlanned = ({ label }: AblationRow) => study?.runs.some((run) => run.label === label) ?? false;
  return TRAINABLE_ROWS.filter((row) => rows.includes(row) || isPlanned(row)).map((row) => tableRow(row, study));
}

function tableRow(row: AblationRow, study: Study | undefined): TableRow {
  const runs = study?.runs.map((run, index) => ({ ...run, index })) ?? [];
  const planned = runs.filter(({ label }) => label === row.label);
  const [first] = planned;
  if (study === undefined || first === undefined)
    return { row, summary: undefined, state: undefined, share: undefined };
  const results = planned.flatMap(({ result }) => result ?? []);
  const [summary] = byLabel(results).map(summarizeRuns);
  const isRunning = study.phase === 'running' && results.length < planned.length;
  if (isRunning && planned.some(({ index }) => index === study.current)) {
    const share = (study.current - first.index + (study.progress?.share ?? 0)) / planned.length;
    return { row, summary, state: runningState(study), share };
  }
  if (isRunning && first.index > study.current) return { row, summary, state: 'waiting', share: undefined };
  const problem = planned.find((run) => run.problem !== undefined)?.problem;
  const isCut = results.length < planned.length || results.some(({ reason }) => reason === 'stopped');
  return { row, summary, state: problem ?? (isCut ? 'stopped' : undefined), share: undefined };
}

function runningState(study: Study): string {
  const { progress, config, seeds, runs, current } = study;
  const which = seeds > 1 ? `seed ${runs[current]?.seed ?? ''}, ` : '';
  if (progress === undefined) return `${which}preparing`;
  const best =
    progress.bestDevF1 === undefined ? '' : ` · dev ${studyScoreName(study)} ${formatScore(progress.bestDevF1)} so far`;
  return `${which}epoch ${progress.epoch} of ${config.epochs}${best}`;
}

/** `9 runs, 3 seeds per row, about 25 min`: what Run ablation would do. @param speed undefined if unknown */
export function ablationPlan(
  rows: readonly AblationRow[],
  { config, seeds }: { config: RunConfig; seeds: number },
  plan: RunPlan | undefined,
  speed: Flops | undefined,
): string {
  const parts = [formatCounted(rows.length * seeds, 'run')];
  if (seeds > 1) parts.push(`${seeds} seeds per row`);
  if (plan !== undefined && speed !== undefined) {
    const seconds = rows.map((row): Seconds => {
      const tokens = plan.tokens * row.share;
      return config.epochs * seeds * epochSeconds({ ...plan, tokens }, ablated(config, row), speed);
    });
    parts.push(`about ${formatDuration(seconds.reduce((sum, one) => sum + one, 0))}`);
  }
  return parts.join(', ');
}

/** How an ablation was run. */
export function ablationFoot({ phase, config, seeds, data }: Study): string {
  const ended = { running: '', finished: 'Finished: ', stopped: 'Stopped: ', failed: 'Failed: ' }[phase];
  const first = config.seed;
  const which = seeds === 1 ? `seed ${first}` : `seeds ${first} to ${first + seeds - 1}, mean ± standard deviation`;
  return `${ended}${formatCounted(config.epochs, 'epoch')}, ${which}. ${formatSentence(data)} ${ABLATION_NOTE}`;
}

/** The effect of the last doubling of the data: `With 100% of the sentences, dev F1 is 1.42 higher than with 50% of the sentences.` */
export function dataGain(study: Study): string | undefined {
  const summaries = summariesOf(study);
  const scored = ABLATION.filter(({ group }) => group === 'data').flatMap(({ label, share }) => {
    const dev = summaries.find((summary) => summary.label === label)?.dev;
    return dev === undefined ? [] : [{ label, share, runs: dev.runs, f1: dev.mean.f1 }];
  });
  const [less, more] = scored.slice(-2);
  if (less === undefined || more === undefined || more.share !== 2 * less.share || more.runs !== less.runs)
    return undefined;
  const points = (more.f1 - less.f1) * 100;
  const difference = `${Math.abs(points).toFixed(2)} ${points < 0 ? 'lower' : 'higher'}`;
  return `With ${more.label}, dev ${studyScoreName(study)} is ${difference} than with ${less.label}.`;
}

/** Names the model in use, to make clear that it is not one of the table. */
export function taggingModel(model: ModelInfo | undefined, keepsModels: boolean): string {
  const these = keepsModels ? 'Each model is kept as a run' : 'These models are for the table only';
  if (model === undefined) return `${these}; no model is in use yet.`;
  const f1 = model.dev === undefined ? '' : ` (dev ${scoreName(model.dev)} ${formatScore(model.dev.overall.f1)})`;
  return `${these}. The sentence box, Score and Export use ${model.name}${f1}.`;
}

export const ablationMarkdown = (study: Study): string => studyMarkdown(summariesOf(study), ablationFoot(study));

import { ablated, ABLATION, ABLATION_NOTE, ablationRows, type AblationRow } from '../../../config/ablation.ts';
import { byLabel, summarizeRuns, type RunResult, type RunsSummary } from '../../../eval/runs.ts';
import { figureText, runsCsv, studyMarkdown } from '../../../eval/study-table.ts';
import type { RunConfig } from '../../../config/schema.ts';
import type { Seconds } from '../../../lib/units.ts';
import type { RunPlan } from '../../../runs/plan.ts';
import type { ModelInfo } from '../../../workers/wire/protocol.ts';
import { epochSeconds, type Flops } from '../../estimate.ts';
import { formatCount, formatCounted, formatDuration, formatScore } from '../../format.ts';
import { resultsOf, type RunProgress, type Study } from '../../stores/study.ts';
import type { Status } from '../run/derive.ts';

/** What several seeds came to: `after 5 seeds, dev F1 94.52 ± 0.15`. */
export function seedsReached(study: Study): string {
  const [summary] = summariesOf(study);
  if (summary?.dev === undefined) return 'before the end of the first seed';
  const f1 = figureText(summary.dev, (figures) => figures.f1);
  return `after ${formatCounted(summary.dev.runs, 'seed')}, dev F1 ${f1}`;
}

export function summariesOf(study: Study): RunsSummary[] {
  return byLabel(resultsOf(study)).map(summarizeRuns);
}

/** The status while an ablation is under way: not a word of the model that tags. */
export function ablationStatus({ word }: Status, study: Study): Status {
  const { runs, current, seeds, progress } = study;
  const run = runs[current];
  const status: Status = { word, detail: `ablation, run ${Math.max(0, current) + 1} of ${runs.length}` };
  if (run === undefined) return status;
  status.detail += `: ${run.label}${seeds > 1 ? `, seed ${run.seed}` : ''}`;
  status.share = (current + (progress?.share ?? 0)) / runs.length;
  if (progress !== undefined) status.pace = paceOf(progress, study.config.epochs);
  status.note = 'These models are for the table only: the model that tags stays as it is.';
  return status;
}

/** `epoch 3 of 15 · 12,480 tokens/s` */
export function paceOf({ epoch, tokensPerSecond }: RunProgress, epochs: number): string {
  const speed = tokensPerSecond === 0 ? '' : ` · ${formatCount(tokensPerSecond)} tokens/s`;
  return `epoch ${epoch} of ${epochs}${speed}`;
}

/** A row of the ablation's table. */
export interface TableRow {
  row: AblationRow;
  summary: RunsSummary | undefined;
  /** In words, where there are no figures, or not of all its runs. */
  state: string | undefined;
  /** How much of its runs is done, in [0, 1]; undefined: it is not under way. */
  share: number | undefined;
}

/** All rows that can be chosen, with what the last ablation, if any, has of them. */
export function tableRows(study: Study | undefined, hasVectors: boolean): TableRow[] {
  const rows = ablationRows(hasVectors);
  const known =
    study === undefined ? [] : ABLATION.filter(({ label }) => study.runs.some((run) => run.label === label));
  return ABLATION.filter((row) => rows.includes(row) || known.includes(row)).map((row) => tableRow(row, study));
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

function runningState({ progress, config, seeds, runs, current }: Study): string {
  const which = seeds > 1 ? `seed ${runs[current]?.seed ?? ''}, ` : '';
  if (progress === undefined) return `${which}preparing`;
  const best = progress.bestDevF1 === undefined ? '' : ` · dev F1 ${formatScore(progress.bestDevF1)} so far`;
  return `${which}epoch ${progress.epoch} of ${config.epochs}${best}`;
}

/** `9 runs, 3 seeds a row, about 25 min`: what Run ablation would do. @param speed undefined: nothing can be said */
export function ablationPlan(
  rows: readonly AblationRow[],
  { config, seeds }: { config: RunConfig; seeds: number },
  plan: RunPlan | undefined,
  speed: Flops | undefined,
): string {
  const parts = [formatCounted(rows.length * seeds, 'run')];
  if (seeds > 1) parts.push(`${seeds} seeds a row`);
  if (plan !== undefined && speed !== undefined) {
    const seconds = rows.map((row): Seconds => {
      const tokens = plan.tokens * row.share;
      return config.epochs * seeds * epochSeconds({ ...plan, tokens }, ablated(config, row), speed);
    });
    parts.push(`about ${formatDuration(seconds.reduce((sum, one) => sum + one, 0))}`);
  }
  return parts.join(', ');
}

/** With what an ablation was run. */
export function ablationFoot({ phase, config, seeds }: Study): string {
  const ended = { running: '', finished: 'Finished: ', stopped: 'Stopped: ', failed: 'Failed: ' }[phase];
  const first = config.seed;
  const which = seeds === 1 ? `seed ${first}` : `seeds ${first} to ${first + seeds - 1}, mean ± standard deviation`;
  return `${ended}${formatCounted(config.epochs, 'epoch')}, ${which}. ${ABLATION_NOTE}`;
}

/** What the last doubling of the data brought: `With 100% of the sentences, dev F1 is 1.42 higher than with 50% of the sentences.` */
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
  return `With ${more.label}, dev F1 is ${difference} than with ${less.label}.`;
}

/** Which model answers, so that none of the table is taken for it. */
export function taggingModel(model: ModelInfo | undefined): string {
  if (model === undefined) return 'These models are for the table only; there is no model yet that tags.';
  const f1 = model.dev === undefined ? '' : ` (dev F1 ${formatScore(model.dev.overall.f1)})`;
  return `These models are for the table only. The sentence box, Score and Export use ${model.name}${f1}.`;
}

export const ablationMarkdown = (study: Study): string => studyMarkdown(summariesOf(study), ablationFoot(study));

export const studyCsv = (study: Study): string => runsCsv(resultsOf(study));

/** A row of the table of seeds. */
export interface SeedRow {
  seed: number;
  result: RunResult | undefined;
  /** In words, where there is no result, or it is not that of a whole run. */
  state: string | undefined;
  /** The model that is kept. */
  isBest: boolean;
}

/** @param best of the results */
export function seedRows({ runs, current, phase }: Study, best: RunResult | undefined): SeedRow[] {
  return runs.map(({ seed, result, problem }, index) => {
    const isRunning = phase === 'running' && index === current && result === undefined;
    const waiting = phase === 'running' ? (isRunning ? 'training' : 'waiting') : 'not trained';
    const state = problem ?? (result === undefined ? waiting : result.reason === 'stopped' ? 'stopped' : undefined);
    return { seed, result, state, isBest: result !== undefined && result === best };
  });
}

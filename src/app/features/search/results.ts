import { FIELDS, type FieldName } from '../../../config/schema.ts';
import { withDeviation } from '../../../eval/figure-text.ts';
import { mean, sampleDeviation } from '../../../eval/summary.ts';
import { savedColumns, type Table } from '../../../lib/table.ts';
import type { Seconds } from '../../../lib/units.ts';
import { importances, type Importance } from '../../../search/importance.ts';
import { levelsOf } from '../../../search/levels.ts';
import { candidateRows, changesOf, statement, usedText } from '../../../search/report.ts';
import { standings } from '../../../search/standings.ts';
import type { SearchSpec, Trial } from '../../../search/state.ts';
import { verdictOf } from '../../../search/verdict.ts';
import { formatCounted, formatScore, formatSentence, formatSetting, formatSigned } from '../../look/format.ts';
import { memoized } from '../../stores/memoized.ts';
import type { RunningTrial, SearchStore } from './store.ts';
import { formatShare } from '../../../lib/format-share.ts';

/** A recipe of a search, with F1 at each level. */
export interface RecipeRow {
  candidate: number;
  name: string;
  /** Settings that differ from the start, as text. */
  changes: string;
  /** One per level, from the shortest to a full training; undefined: not trained there. */
  cells: (string | undefined)[];
  /** Mean and deviation of the confirmation seeds. */
  confirmed: string | undefined;
  /** The trained share of its running trial, and the column of the trial. */
  running: { share: number; column: number | 'confirmed' } | undefined;
  isBest: boolean;
}

export interface RecipeTable {
  /** Headings of the columns: `7 epochs`, and below it `33%`. */
  levels: { epochs: string; share: string }[];
  rows: readonly RecipeRow[];
}

/** The recipes, best first; the one in training and those that failed keep their first position. */
export const recipeTable = memoized(
  (spec: SearchSpec | undefined, trials: readonly Trial[], current: RunningTrial | undefined): RecipeTable => {
    if (spec === undefined) return { levels: [], rows: [] };
    const levels = levelsOf(spec);
    const column = (level: number) => levels.length - 1 - level;
    const order = standings(trials).map(({ candidate }) => candidate);
    const place = (candidate: number) => (order.includes(candidate) ? order.indexOf(candidate) : Infinity);
    const { best, kind } = verdictOf(trials);
    const shown = candidateRows({ spec, trials });
    const running = current?.plan;
    if (running !== undefined && shown.every(({ candidate }) => candidate !== running.candidate)) {
      shown.push({ candidate: running.candidate, changes: '', trials: [], confirmed: [] });
    }
    const rows = shown.map(({ candidate, trials: own, confirmed }): RecipeRow => {
      const config = own[0]?.plan.config ?? (running?.candidate === candidate ? running.config : spec.start);
      return {
        candidate,
        name: candidate === 0 ? 'Start' : `Recipe ${candidate}`,
        changes: changesLabel(spec, config),
        cells: levels.map((_, i) => levelText(own.filter(({ plan }) => column(plan.level) === i))),
        confirmed: confirmed.length === 0 ? undefined : `${seedsText(confirmed)} (${confirmed.length})`,
        running:
          current?.plan.candidate === candidate
            ? {
                share: current.share,
                column: current.plan.stage === 'confirm' ? 'confirmed' : column(current.plan.level),
              }
            : undefined,
        isBest: kind !== 'nothing' && candidate === best,
      };
    });
    rows.sort((a, b) => place(a.candidate) - place(b.candidate) || a.candidate - b.candidate);
    return {
      levels: levels
        .map(({ epochs, share }) => ({ epochs: formatCounted(epochs, 'epoch'), share: formatShare(share, 0) }))
        .toReversed(),
      rows,
    };
  },
);

function levelText(trials: readonly Trial[]): string | undefined {
  if (trials.length === 0) return undefined;
  const scores = trials.flatMap(({ result }) => result.f1 ?? []);
  return scores.length === 0 ? 'failed' : seedsText(scores);
}

const seedsText = (scores: readonly number[]) =>
  scores.length === 1 ? formatScore(scores[0]!) : withDeviation(mean(scores), sampleDeviation(scores));

function changesLabel({ start, ranges }: SearchSpec, config: SearchSpec['start']): string {
  return changesOf(start, config, ranges)
    .map(([field, value]) => `${FIELDS[field].label} ${formatSetting(value)}`)
    .join(' · ');
}

/** A bar of the figure with its groups. */
export interface ImportanceRow {
  field: FieldName;
  label: string;
  /** In [0, 1]. */
  share: number;
  shareText: string;
  pText: string;
  /** Whether the effect is significant. */
  isClear: boolean;
  /** `side`, in [-1, 1]: difference relative to the largest of all. */
  groups: { label: string; text: string; side: number; trials: string }[];
}

/** Significance level. */
const CLEAR = 0.05;

export const importanceRows = memoized((spec: SearchSpec | undefined, trials: readonly Trial[]): ImportanceRow[] => {
  const all = spec === undefined ? [] : importances(spec.ranges, trials);
  const largest = Math.max(...all.flatMap(({ groups }) => groups.map(({ difference }) => Math.abs(difference))), 1e-9);
  return all.map(({ field, share, p, groups }) => ({
    field,
    label: FIELDS[field].label,
    share,
    shareText: formatShare(share, 0),
    pText: p.toFixed(3),
    isClear: p < CLEAR,
    groups: groups.map(({ label, difference, trials }) => ({
      label,
      text: signed(difference),
      side: difference / largest,
      trials: formatCounted(trials, 'recipe'),
    })),
  }));
});

const signed = (f1: number) => formatSigned(100 * f1);

type ImportanceOfValue = Importance & Importance['groups'][number];

/** A row per group of values of a setting. */
export function importanceTable(importance: readonly Importance[]): Table<ImportanceOfValue> {
  return {
    columns: savedColumns<ImportanceOfValue>({
      setting: ({ field }) => field,
      share: ({ share }) => share,
      p: ({ p }) => p,
      values: ({ label }) => label,
      recipes: ({ trials }) => trials,
      difference: ({ difference }) => difference,
    }),
    rows: importance.flatMap((one) => one.groups.map((group) => ({ ...one, ...group }))),
  };
}

/** All trials, with a line each. */
export function trialsTable({ start, ranges }: SearchSpec, trials: readonly Trial[]): Table<Trial> {
  return {
    columns: [
      ...savedColumns<Trial>({
        trial: (trial) => trials.indexOf(trial) + 1,
        stage: ({ plan }) => plan.stage,
        recipe: ({ plan }) => plan.candidate,
        epochs: ({ plan }) => plan.config.epochs,
        share: ({ plan }) => plan.share,
        seed: ({ plan }) => plan.config.seed,
        f1: ({ result }) => result.f1,
        seconds: ({ result }) => result.seconds,
      }),
      ...(Object.keys(ranges) as FieldName[]).map((name) => ({
        name,
        value: ({ plan: { config } }: Trial) => String(config[name] ?? start[name]),
      })),
    ],
    rows: trials,
  };
}

/** Progress of the search: `12 trials, 8 of 30 min. Trained on a.train, scored on a.dev.` */
export function progressText({
  phase,
  spec,
  trials,
  data,
}: Pick<SearchStore, 'phase' | 'spec' | 'trials' | 'data'>): string {
  if (spec === undefined) return '';
  const used = trials.reduce((sum, { result }): Seconds => sum + result.seconds, 0);
  const ended = { none: '', running: '', stopped: 'Stopped: ', finished: 'Finished: ' }[phase];
  const of = data === undefined ? '' : ` ${formatSentence(data)}`;
  return `${ended}${formatCounted(trials.length, 'trial')}, ${usedText(used, spec.budget)}.${of}`;
}

/** The result of the trials so far; undefined if no other recipe is scored and more may come. */
export function outcomeText({ phase, trials }: Pick<SearchStore, 'phase' | 'trials'>): string | undefined {
  const { kind } = verdictOf(trials);
  if (kind === 'nothing') {
    return phase === 'finished'
      ? 'The budget was too short to try another recipe: the starting one was trained.'
      : undefined;
  }
  return statement({ trials });
}

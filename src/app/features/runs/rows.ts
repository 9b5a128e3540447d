import { presetById } from '../../../config/presets.ts';
import { FIELDS } from '../../../config/schema.ts';
import { isComplete } from '../../../eval/runs.ts';
import { scoreName, type ScoreName } from '../../../eval/scores.ts';
import { figureText } from '../../../eval/figure-text.ts';
import { summarizeScores, type ScoreSummary } from '../../../eval/summary.ts';
import { changedFields, type Recipe } from '../../stores/recipe-address.ts';
import {
  formatBytes,
  formatCounted,
  formatDuration,
  formatMoment,
  formatScore,
  formatSetting,
  joinFacts,
} from '../../look/format.ts';
import { memoized } from '../../stores/memoized.ts';
import { bestAmong, bestOf, type HistoryStore, type RunRecord } from '../../stores/runs/history.ts';

/** A row of the table of runs, as text; undefined: nothing to show. */
export interface RunRow {
  record: RunRecord;
  isCurrent: boolean;
  /** Whether another tab of this browser is training it. */
  isElsewhere: boolean;
  /** Whether it is the best run with the same data. */
  isBest: boolean;
  /** Lines below the name. */
  details: { key: string; text: string; title?: string }[];
  precision: string | undefined;
  recall: string | undefined;
  f1: string | undefined;
  bestEpoch: string | undefined;
  duration: string | undefined;
}

const runRows = memoized(
  (
    records: readonly RunRecord[],
    current: RunRecord['id'] | undefined,
    elsewhere: readonly RunRecord['id'][],
    isPaused: boolean,
  ) =>
    records.map((record) => {
      const here = isPaused ? 'paused' : 'here';
      const training = record.id === current ? here : elsewhere.includes(record.id) ? 'elsewhere' : undefined;
      return runRow(record, training, bestAmong(records, record) === record);
    }),
);

/** @param isPaused the run in progress on this page */
export const selectRunRows = ({ records, current, elsewhere }: HistoryStore, isPaused: boolean): readonly RunRow[] =>
  runRows(records, current, elsewhere, isPaused);

const PARTIAL = 'A shortened training of a recipe search: its scores are lower than those of a full one';
const BEST = 'Runs with the same training and dev data are compared with each other; the best of each is bold';

/** Which tab of this browser trains a run, or has paused it; undefined if none does. */
type Training = keyof typeof TRAINING | undefined;

const TRAINING = { here: 'training', paused: 'paused', elsewhere: 'training in another tab' };

function runRow(record: RunRecord, training: Training, isBest: boolean): RunRow {
  const best = bestOf(record);
  const state = stateText(record, training);
  const scored = scoredTexts(record);
  const hasRates = nameOf(record) === 'F1';
  return {
    record,
    isCurrent: training === 'here' || training === 'paused',
    isElsewhere: training === 'elsewhere',
    isBest,
    details: [
      ...(isBest ? [{ key: 'best', text: 'best of the runs with the same data', title: BEST }] : []),
      ...(state === undefined ? [] : [{ key: 'state', text: state }]),
      ...(record.partial === undefined ? [] : [{ key: 'partial', text: `partial: ${record.partial}`, title: PARTIAL }]),
      { key: 'recipe', text: recipeText(record.recipe) },
      ...(scored.length === 0 ? [] : [{ key: 'scored', text: joinFacts(scored) }]),
      { key: 'origin', text: originText(record), title: dataText(record) },
    ],
    precision: hasRates ? devText(record, 'precision') : undefined,
    recall: hasRates ? devText(record, 'recall') : undefined,
    f1: devText(record, 'f1'),
    bestEpoch: best && `${best.epoch} of ${record.epochs.length}`,
    duration: record.epochs.length > 0 ? formatDuration(secondsOf(record)) : undefined,
  };
}

/** `Tagsmith, quick · Epochs 4 · Hidden units 50` */
export function recipeText(recipe: Recipe): string {
  const name = presetById(recipe.presetId)?.name ?? recipe.presetId;
  const changes = changedFields(recipe).map((field) => `${FIELDS[field].label} ${formatSetting(recipe.config[field])}`);
  const seeds = recipe.seeds > 1 ? [`${recipe.seeds} seeds`] : [];
  return joinFacts([name, ...changes, ...(recipe.unlabelled ? ['with text without labels'] : seeds)]);
}

/** The progress or the end of a run; undefined if it was trained to the end. */
export function stateText(record: RunRecord, training: Training): string | undefined {
  const { reason, epochs, seeds, recipe, model } = record;
  const ofSeeds = recipe.seeds > 1 && !recipe.unlabelled ? `${seeds.length} of ${recipe.seeds} seeds` : undefined;
  if (training !== undefined) {
    const soFar = ofSeeds ?? (epochs.length > 0 ? formatCounted(epochs.length, 'epoch') : undefined);
    return soFar === undefined ? TRAINING[training] : `${TRAINING[training]}, ${soFar} so far`;
  }
  const older =
    model !== undefined && model.epoch !== bestOf(record)?.epoch ? `model of epoch ${model.epoch}` : undefined;
  const ended = reason ?? 'not finished';
  const isComplete = ended === 'finished' || ended === 'patience';
  const parts = [...(isComplete ? [] : [ended, ofSeeds]), older].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** Time, data and starting model of a run. */
function originText({ startedAt, data, parent }: RunRecord): string {
  const further = parent === undefined ? [] : [`trained further from ${parent}`];
  return joinFacts([formatMoment(new Date(startedAt)), data, ...further]);
}

/** `eng.train, dev eng.testa, with glove.6B.100d.zip, on WebAssembly SIMD` */
function dataText({ data, dev, vectors, inputs, device }: RunRecord): string {
  const further = inputs === undefined ? '' : `, ${inputs}`;
  return `${data}, dev ${dev}, ${vectors === undefined ? 'without vectors' : `with ${vectors}`}${further}, on ${device}`;
}

/** A rate of the best epoch on dev; for several seeds their mean and deviation. Undefined before the first score. */
export function devText(record: RunRecord, rate: Rate): string | undefined {
  const seeds = seedScores(record);
  if (seeds !== undefined) return figureText(seeds, (figures) => figures[rate]);
  const best = bestOf(record);
  return best && formatScore(best.dev.overall[rate]);
}

/** The name of a run's scores. */
function nameOf({ epochs, seeds }: Pick<RunRecord, 'epochs' | 'seeds'>): ScoreName {
  const dev = epochs[0]?.dev ?? seeds[0]?.dev;
  return dev === undefined ? 'F1' : scoreName(dev);
}

/** The common name of the scores of several runs; `score` if they differ. */
export function commonName(records: readonly RunRecord[]): ScoreName | 'score' {
  const names = new Set(records.filter(({ epochs, seeds }) => epochs.length + seeds.length > 0).map(nameOf));
  const [name = 'F1', other] = names;
  return other === undefined ? name : 'score';
}

type Rate = 'precision' | 'recall' | 'f1';

/** A rate in [0, 1]; for several seeds their mean. */
export function rateOf(record: RunRecord, rate: Rate): number | undefined {
  return seedScores(record)?.mean[rate] ?? bestOf(record)?.dev.overall[rate];
}

/** Summary of the dev scores of the seeds that were trained to the end. */
export function seedScores({ seeds }: RunRecord): ScoreSummary | undefined {
  return summarizeScores(seeds.filter(isComplete).map(({ dev }) => dev));
}

/** `test F1 88.04 ± 0.31` for several seeds; `eng.testb F1 90.83` for scored files. */
export function scoredTexts({ epochs, seeds, scored }: RunRecord): string[] {
  const tests = summarizeScores(seeds.filter(isComplete).flatMap(({ test }) => test ?? []));
  const name = nameOf({ epochs, seeds });
  return [
    ...(tests === undefined ? [] : [`test ${name} ${figureText(tests, ({ f1 }) => f1)}`]),
    ...scored.map(({ file, overall }) => `${file} ${name} ${formatScore(overall.f1)}`),
  ];
}

export function secondsOf({ epochs, seeds }: RunRecord): number {
  return (seeds.length > 0 ? seeds : epochs).reduce((sum, { seconds }) => sum + seconds, 0);
}

/** How much storage the runs take, as a sentence. */
export function storageText(records: readonly RunRecord[]): string {
  const sum = (of: (record: RunRecord) => number | undefined) =>
    records.reduce((bytes, record) => bytes + (of(record) ?? 0), 0);
  const [models, checkpoints] = [sum(({ model }) => model?.bytes), sum(({ checkpoint }) => checkpoint?.bytes)];
  const epochs = sum(({ kept }) => kept?.bytes);
  if (models + checkpoints + epochs === 0) return '';
  const named = [
    ['checkpoints', checkpoints],
    ['epochs (Over time)', epochs],
  ] as const;
  const rest = named.map(([name, bytes]) => (bytes === 0 ? '' : `, ${name} ${formatBytes(bytes)}`)).join('');
  return ` Their models take ${formatBytes(models)}${rest}.`;
}

/** How much storage copies of this page's files take, as a sentence; they are deleted with the files. */
export function filesText(bytes: number): string {
  return bytes === 0 ? '' : ` Copies of this page's files take ${formatBytes(bytes)}.`;
}

import { FIELD_NAMES, FIELDS } from '../../../config/schema.ts';
import { presetById } from '../../../config/presets.ts';
import { isWhole } from '../../../eval/runs.ts';
import { figureText } from '../../../eval/study-table.ts';
import { summarizeScores, type ScoreSummary } from '../../../eval/summary.ts';
import { formatCsv, type CsvCell } from '../../../lib/csv.ts';
import { changedFields, type Recipe } from '../../address.ts';
import { lookOfSlot, type EntityLook } from '../../entity-look.ts';
import { formatBytes, formatCount, formatCounted, formatMoment, formatScore, joinFacts } from '../../format.ts';
import { bestOf, type RunRecord } from '../../stores/history.ts';
import { valueText } from '../recipe/derive.ts';

/** `Tagsmith, quick · Epochs 4 · Hidden units 50` */
export function recipeText(recipe: Recipe): string {
  const name = presetById(recipe.presetId)?.name ?? recipe.presetId;
  const changes = changedFields(recipe).map((field) => `${FIELDS[field].label} ${valueText(recipe.config[field])}`);
  return joinFacts([name, ...changes, ...(recipe.seeds > 1 ? [`${recipe.seeds} seeds`] : [])]);
}

/** How a run ended, where it did not come to its own end; else nothing. */
export function stateText(record: RunRecord, isCurrent: boolean): string | undefined {
  const { reason, epochs, seeds, recipe, model } = record;
  const ofSeeds = recipe.seeds > 1 ? `${seeds.length} of ${recipe.seeds} seeds` : undefined;
  if (isCurrent) {
    const soFar = ofSeeds ?? (epochs.length > 0 ? formatCounted(epochs.length, 'epoch') : undefined);
    return soFar === undefined ? 'training' : `training, ${soFar} so far`;
  }
  const older =
    model !== undefined && model.epoch !== bestOf(record)?.epoch ? `model of epoch ${model.epoch}` : undefined;
  const ended = reason ?? 'not finished';
  const isWhole = ended === 'finished' || ended === 'patience';
  const parts = [isWhole ? undefined : ended, isWhole ? undefined : ofSeeds, older].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** When, on what and from what a run was trained. */
export function originText({ startedAt, data, parent }: RunRecord): string {
  const further = parent === undefined ? [] : [`trained further from ${parent}`];
  return joinFacts([formatMoment(new Date(startedAt)), data, ...further]);
}

/** With what a run was trained: `eng.train, with glove.6B.100d.zip, on WebAssembly SIMD`. */
export function dataText({ data, dev, vectors, device }: RunRecord): string {
  return `${data}, dev ${dev}, ${vectors === undefined ? 'without vectors' : `with ${vectors}`}, on ${device}`;
}

/** A rate on dev of the best epoch; of several seeds with their mean and deviation. Undefined before the first score. */
export function devText(record: RunRecord, rate: Rate): string | undefined {
  const seeds = seedScores(record);
  if (seeds !== undefined) return figureText(seeds, (figures) => figures[rate]);
  const best = bestOf(record);
  return best && formatScore(best.dev.overall[rate]);
}

type Rate = 'precision' | 'recall' | 'f1';

function rateOf(record: RunRecord, rate: Rate): number | undefined {
  return seedScores(record)?.mean[rate] ?? bestOf(record)?.dev.overall[rate];
}

/** On dev, of those that came to their own end. */
function seedScores({ seeds }: RunRecord): ScoreSummary | undefined {
  return summarizeScores(seeds.filter(isWhole).map(({ dev }) => dev));
}

/** `test F1 88.04 ± 0.31`, of several seeds; `eng.testb F1 90.83`, of files that were scored. */
export function scoredTexts({ seeds, scored }: RunRecord): string[] {
  const tests = summarizeScores(seeds.filter(isWhole).flatMap(({ test }) => test ?? []));
  return [
    ...(tests === undefined ? [] : [`test F1 ${figureText(tests, ({ f1 }) => f1)}`]),
    ...scored.map(({ file, overall }) => `${file} F1 ${formatScore(overall.f1)}`),
  ];
}

export function secondsOf({ epochs, seeds }: RunRecord): number {
  return (seeds.length > 0 ? seeds : epochs).reduce((sum, { seconds }) => sum + seconds, 0);
}

/** What is kept of them besides figures takes room. */
export function roomText(records: readonly RunRecord[]): string {
  const sum = (of: (record: RunRecord) => number | undefined) =>
    records.reduce((bytes, record) => bytes + (of(record) ?? 0), 0);
  const [models, checkpoints] = [sum(({ model }) => model?.bytes), sum(({ checkpoint }) => checkpoint?.bytes)];
  if (models + checkpoints === 0) return '';
  const rest = checkpoints === 0 ? '' : `, what can be resumed ${formatBytes(checkpoints)}`;
  return ` Their models take ${formatBytes(models)}${rest}.`;
}

/** What the button says that goes on with a run; undefined where it cannot. */
export function resumeText({ checkpoint }: Pick<RunRecord, 'checkpoint'>): string | undefined {
  return checkpoint && `Resume after epoch ${checkpoint.epoch}`;
}

/** A run that is compared, and how its line and its name look. */
export interface Compared {
  record: RunRecord;
  look: EntityLook;
}

/** In the order of their places, which do not change while others come and go. */
export function comparedRuns(
  records: readonly RunRecord[],
  compared: Readonly<Record<RunRecord['id'], number>>,
): Compared[] {
  return records
    .flatMap((record) => {
      const place = compared[record.id];
      return place === undefined ? [] : [{ record, place }];
    })
    .sort((a, b) => a.place - b.place)
    .map(({ record, place }) => ({ record, look: lookOfSlot(place) }));
}

/** F1 on dev in percent of one epoch, of each run that came so far: `r0`, `r1`… in their order. */
export type CompareRow = { epoch: number } & Record<`r${number}`, number>;

export function compareRows(runs: readonly Compared[]): CompareRow[] {
  const rows = new Map<number, CompareRow>();
  runs.forEach(({ record }, i) => {
    for (const { epoch, dev } of record.epochs) {
      const row: CompareRow = rows.get(epoch) ?? { epoch };
      row[`r${i}`] = dev.overall.f1 * 100;
      rows.set(epoch, row);
    }
  });
  return [...rows.values()].sort((a, b) => a.epoch - b.epoch);
}

export function compareCsv(runs: readonly Compared[]): string {
  const rows = compareRows(runs).map((row) => [row.epoch, ...runs.map((_, i) => row[`r${i}`]?.toFixed(2))]);
  return formatCsv([['epoch', ...runs.map(({ record }) => record.name)], ...rows]);
}

/** A setting that is not the same in all runs, with what each has. */
export interface Difference {
  label: string;
  values: string[];
}

export function differences(records: readonly RunRecord[]): Difference[] {
  const facts: [label: string, of: (record: RunRecord) => string][] = [
    ['Seeds', ({ recipe }) => String(recipe.seeds)],
    ...FIELD_NAMES.map((name): (typeof facts)[number] => [
      FIELDS[name].label,
      ({ recipe }) => valueText(recipe.config[name]),
    ]),
    ['Begun from', ({ parent }) => parent ?? 'scratch'],
    ['Training files', ({ data }) => data],
    ['Training sentences', ({ sentences }) => formatCount(sentences)],
    ['Dev files', ({ dev }) => dev],
    ['Vectors', ({ vectors }) => vectors ?? 'none'],
    ['Device', ({ device }) => device],
  ];
  return facts
    .map(([label, of]) => ({ label, values: records.map(of) }))
    .filter(({ values }) => new Set(values).size > 1);
}

const RECORD_COLUMNS: [name: string, of: (record: RunRecord) => CsvCell][] = [
  ['name', ({ name }) => name],
  ['started', ({ startedAt }) => new Date(startedAt).toISOString()],
  ['reason', ({ reason }) => reason],
  ['from', ({ from, parent }) => parent ?? from],
  ['training_files', ({ data }) => data],
  ['training_sentences', ({ sentences }) => sentences],
  ['dev_files', ({ dev }) => dev],
  ['vectors', ({ vectors }) => vectors],
  ['device', ({ device }) => device],
  ['epochs_trained', ({ epochs }) => epochs.length],
  ['best_epoch', (record) => bestOf(record)?.epoch],
  ['dev_precision', (record) => rateOf(record, 'precision')],
  ['dev_recall', (record) => rateOf(record, 'recall')],
  ['dev_f1', (record) => rateOf(record, 'f1')],
  ['dev_f1_sd', (record) => seedScores(record)?.sd?.f1],
  ['scored', ({ scored }) => scored.map(({ file, overall }) => `${file}=${overall.f1}`).join(';')],
  ['seconds', (record) => secondsOf(record).toFixed(1)],
  ['seeds', ({ recipe }) => recipe.seeds],
  ['preset', ({ recipe }) => recipe.presetId],
  ...FIELD_NAMES.map((name): (typeof RECORD_COLUMNS)[number] => [
    `recipe.${name}`,
    ({ recipe }) => String(recipe.config[name]),
  ]),
];

/** A row a run, with every setting of its recipe; scores are shares of 1, of several seeds means. */
export function runsTableCsv(records: readonly RunRecord[]): string {
  const rows = records.map((record) => RECORD_COLUMNS.map(([, of]) => of(record)));
  return formatCsv([RECORD_COLUMNS.map(([name]) => name), ...rows]);
}

/** A row an epoch of every run; scores are shares of 1. */
export function epochsCsv(records: readonly RunRecord[]): string {
  const types = [
    ...new Set(records.flatMap(({ epochs }) => epochs.flatMap(({ dev }) => Object.keys(dev.byType)))),
  ].toSorted();
  const header = ['run', 'epoch', 'train_loss', 'dev_loss', 'learning_rate', 'seconds', 'tokens_per_second'];
  const scores = ['dev_precision', 'dev_recall', 'dev_f1', ...types.map((type) => `dev_f1.${type}`)];
  const rows = records.flatMap(({ name, epochs }) =>
    epochs.map(({ epoch, trainLoss, devLoss, learningRate, seconds, tokensPerSecond, dev: { overall, byType } }) => [
      name,
      epoch,
      trainLoss,
      devLoss,
      learningRate,
      seconds,
      tokensPerSecond,
      overall.precision,
      overall.recall,
      overall.f1,
      ...types.map((type) => byType[type]?.f1),
    ]),
  );
  return formatCsv([[...header, ...scores], ...rows]);
}

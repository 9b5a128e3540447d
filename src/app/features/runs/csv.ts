import { FIELD_NAMES } from '../../../config/schema.ts';
import { formatCsv, type CsvCell } from '../../../lib/csv.ts';
import { bestOf, type RunRecord } from '../../stores/history.ts';
import { rateOf, secondsOf, seedScores } from './rows.ts';

const RECORD_COLUMNS: [name: string, of: (record: RunRecord) => CsvCell][] = [
  ['name', ({ name }) => name],
  ['started', ({ startedAt }) => new Date(startedAt).toISOString()],
  ['reason', ({ reason }) => reason],
  ['from', ({ from, parent }) => parent ?? from],
  ['training_files', ({ data }) => data],
  ['training_sentences', ({ sentences }) => sentences],
  ['dev_files', ({ dev }) => dev],
  ['vectors', ({ vectors }) => vectors],
  ['inputs', ({ inputs }) => inputs],
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

/** A row per run, with every setting of its recipe. Scores are in [0, 1]; for several seeds they are means. */
export function runsTableCsv(records: readonly RunRecord[]): string {
  const rows = records.map((record) => RECORD_COLUMNS.map(([, of]) => of(record)));
  return formatCsv([RECORD_COLUMNS.map(([name]) => name), ...rows]);
}

/** A row per epoch of every run. Scores are in [0, 1]. */
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

import { FIELD_NAMES } from '../../../config/schema.ts';
import type { CsvCell } from '../../../lib/csv.ts';
import { savedColumns, type Column, type Table } from '../../../lib/table.ts';
import { bestOf, type RunRecord } from '../../stores/runs/history.ts';
import { rateOf, secondsOf, seedScores } from './rows.ts';

const RECORD_COLUMNS: readonly Column<RunRecord>[] = [
  ...savedColumns<RunRecord>({
    name: ({ name }) => name,
    started: ({ startedAt }) => new Date(startedAt).toISOString(),
    reason: ({ reason }) => reason,
    from: ({ from, parent }) => parent ?? from,
    training_files: ({ data }) => data,
    training_sentences: ({ sentences }) => sentences,
    dev_files: ({ dev }) => dev,
    vectors: ({ vectors }) => vectors,
    inputs: ({ inputs }) => inputs,
    device: ({ device }) => device,
    epochs_trained: ({ epochs }) => epochs.length,
    best_epoch: (record) => bestOf(record)?.epoch,
    dev_precision: (record) => rateOf(record, 'precision'),
    dev_recall: (record) => rateOf(record, 'recall'),
    dev_f1: (record) => rateOf(record, 'f1'),
    dev_f1_sd: (record) => seedScores(record)?.sd?.f1,
    scored: ({ scored }) => scored.map(({ file, overall }) => `${file}=${overall.f1}`).join(';'),
    seconds: (record) => secondsOf(record).toFixed(1),
    seeds: ({ recipe }) => recipe.seeds,
    preset: ({ recipe }) => recipe.presetId,
  }),
  ...FIELD_NAMES.map((name) => ({
    name: `recipe.${name}`,
    value: ({ recipe }: RunRecord): CsvCell => String(recipe.config[name]),
  })),
];

/** A row per run, with every setting of its recipe. Scores are in [0, 1]; for several seeds they are means. */
export function recordsTable(records: readonly RunRecord[]): Table<RunRecord> {
  return { columns: RECORD_COLUMNS, rows: records };
}

type EpochRow = { run: string } & RunRecord['epochs'][number];

/** A row per epoch of every run. Scores are in [0, 1]. */
export function epochsTable(records: readonly RunRecord[]): Table<EpochRow> {
  const rows = records.flatMap(({ name, epochs }) => epochs.map((epoch) => ({ run: name, ...epoch })));
  const types = [...new Set(rows.flatMap(({ dev }) => Object.keys(dev.byType)))].toSorted();
  return {
    columns: [
      ...savedColumns<EpochRow>({
        run: ({ run }) => run,
        epoch: ({ epoch }) => epoch,
        train_loss: ({ trainLoss }) => trainLoss,
        dev_loss: ({ devLoss }) => devLoss,
        learning_rate: ({ learningRate }) => learningRate,
        seconds: ({ seconds }) => seconds,
        tokens_per_second: ({ tokensPerSecond }) => tokensPerSecond,
        dev_precision: ({ dev }) => dev.overall.precision,
        dev_recall: ({ dev }) => dev.overall.recall,
        dev_f1: ({ dev }) => dev.overall.f1,
      }),
      ...types.map((type) => ({ name: `dev_f1.${type}`, value: ({ dev }: EpochRow) => dev.byType[type]?.f1 })),
    ],
    rows,
  };
}

import type { RunConfig } from './schema.ts';

/**
 * The classic ablation: what each part of the model is worth, every other setting being the recipe's. Beside it, the
 * learning curve: what the recipe as it is makes of a part of the training sentences.
 *
 * The rows of the model are those of the papers' tables, as far as this model has them:
 * - Ma & Hovy 2016, table 3: BRNN, BLSTM, BLSTM-CNN, BLSTM-CNN-CRF. Their first three decode each token by itself: here
 *   `rnn` has the CRF and the CNN, so that only the cell differs from the full model.
 * - Lample 2016, table 5: without characters, without pretrained vectors, and a CRF throughout; characters by an LSTM.
 * - Reimers & Gurevych 2017: softmax or CRF, characters by CNN, LSTM or not at all.
 *
 * Illegal transitions are forbidden in the last row only. None of the papers forbade them, and a CRF that cannot
 * produce a broken sequence says nothing about what it has learnt of them; the last row shows what forbidding adds.
 * Softmax knows no transitions.
 */
export interface AblationRow {
  id: string;
  label: string;
  group: 'model' | 'data';
  /** With pretrained vectors; else the word table is learnt from the training data alone. */
  vectors: boolean;
  /** Of the training sentences, in (0, 1]. */
  share: number;
  changes: Partial<RunConfig>;
}

const PLAIN: Partial<RunConfig> = { cell: 'lstm', decoder: 'crf', constraints: false };
const FULL: Partial<RunConfig> = { ...PLAIN, charEncoder: 'cnn' };

const row = (id: string, label: string, changes: Partial<RunConfig>, vectors = true): AblationRow => ({
  id,
  label,
  group: 'model',
  vectors,
  share: 1,
  changes,
});

const dataRow = (percent: number): AblationRow => ({
  id: `data-${percent}`,
  label: `${percent}% of the sentences`,
  group: 'data',
  vectors: true,
  share: percent / 100,
  changes: {},
});

export const ABLATION: readonly AblationRow[] = [
  row('softmax', 'BiLSTM + softmax', { ...PLAIN, charEncoder: 'none', decoder: 'softmax' }),
  row('crf', 'BiLSTM + CRF', { ...PLAIN, charEncoder: 'none' }),
  row('char-softmax', 'BiLSTM + char-CNN + softmax', { ...FULL, decoder: 'softmax' }),
  row('char-cnn', 'BiLSTM + char-CNN + CRF', FULL),
  row('char-lstm', 'BiLSTM + char-LSTM + CRF', { ...PLAIN, charEncoder: 'lstm' }),
  row('gru', 'BiGRU + char-CNN + CRF', { ...FULL, cell: 'gru' }),
  row('rnn', 'BiRNN + char-CNN + CRF', { ...FULL, cell: 'rnn' }),
  row('no-vectors', 'BiLSTM + char-CNN + CRF, no vectors', { ...FULL, fineTuneWords: true }, false),
  row('constraints', 'BiLSTM + char-CNN + CRF, constrained', { ...FULL, constraints: true }),
  ...[12.5, 25, 50, 100].map(dataRow),
];

/** What a table of the rows needs to be told. */
export const ABLATION_NOTE =
  'Illegal transitions are forbidden only where a row says constrained; the papers forbade none. Shares of the sentences ' +
  'are trained with the recipe as it is, each a part of the next, for as many epochs and so fewer steps. Invalid: predicted dev sequences that break the scheme.';

/** A recipe, changed as a row says. */
export function ablated(recipe: RunConfig, { changes }: AblationRow): RunConfig {
  const config = { ...recipe, ...changes };
  const isOdd = config.charEncoder === 'lstm' && config.charFeatures % 2 !== 0; // half for each direction
  return isOdd ? { ...config, charFeatures: config.charFeatures + 1 } : config;
}

/** The rows that can be told apart: without pretrained vectors one of them is the full model once more. */
export function ablationRows(hasVectors: boolean): AblationRow[] {
  return ABLATION.filter(({ vectors }) => vectors || hasVectors);
}

/** Trained where nobody chose. */
export const DEFAULT_ROWS: readonly string[] = ABLATION.filter(({ group }) => group === 'model').map(({ id }) => id);

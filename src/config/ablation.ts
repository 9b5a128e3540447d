import type { RunConfig } from './schema.ts';

/**
 * A row of the classic ablation, which shows the contribution of each part of the model with all other settings from the recipe, or of
 * the learning curve, which trains the unchanged recipe on a part of the training sentences.
 *
 * The model rows are those in the tables of the papers, as far as this model supports them:
 * - Ma & Hovy 2016, table 3: BRNN, BLSTM, BLSTM-CNN, BLSTM-CNN-CRF. Their first three decode each token independently; here `rnn` has
 *   the CNN and the CRF, so that only the cell differs from the full model.
 * - Huang 2015, table 3: BI-LSTM-CRF, here `crf`, without its hand-made features.
 * - Lample 2016, table 5: without characters or without pretrained vectors, always with a CRF; characters by an LSTM.
 * - Reimers & Gurevych 2017: softmax or CRF; characters by a CNN, an LSTM, or none.
 *
 * The first row has no network: its emissions are sums of the weights of hand-made features (Lafferty 2001, Sha & Pereira 2003), the model
 * that the networks replaced.
 *
 * Two rows are in none of these tables: the full model with self-attention over the sentence (Vaswani 2017) between its BiLSTM and its
 * CRF; and with a second layer, whose directions each read both directions of the first (Cross-BiLSTM, Li 2020, arXiv:1908.11046).
 *
 * Illegal transitions are forbidden in the last of these rows only, and in those of the recipe if it forbids them. The papers allow
 * them, and the number of invalid sequences would not be informative for a CRF that cannot produce any; that row shows the effect of the
 * constraints. Softmax has no transitions.
 */
export interface AblationRow {
  id: string;
  label: string;
  group: 'model' | 'data' | 'decoder';
  /** Whether to use the pretrained vectors; if not, the word table is learned from scratch. */
  vectors: boolean;
  /** Share of the training sentences to use, in (0, 1]. */
  share: number;
  changes: Partial<RunConfig>;
  /** Required part of the recipe or data, without which the row would repeat the full model. */
  needs: AblationNeed | undefined;
}

export type AblationNeed = 'vectors' | 'encoder' | 'documents';

const PLAIN: Partial<RunConfig> = {
  emissions: 'network',
  cell: 'lstm',
  direction: 'both',
  layers: 1,
  attention: 'none',
  decoder: 'crf',
  constraints: false,
};
const FULL: Partial<RunConfig> = { ...PLAIN, charEncoder: 'cnn' };

const row = (id: string, label: string, changes: Partial<RunConfig>, needs?: AblationNeed): AblationRow => ({
  id,
  label,
  group: 'model',
  vectors: needs !== 'vectors',
  share: 1,
  changes,
  needs,
});

const dataRow = (percent: number): AblationRow => ({
  id: `data-${percent}`,
  label: `${percent}% of the sentences`,
  group: 'data',
  vectors: true,
  share: percent / 100,
  changes: {},
  needs: undefined,
});

const decoderRow = (decoder: RunConfig['decoder'], name: string): AblationRow => ({
  id: `recipe-${decoder}`,
  label: `The recipe with ${name}`,
  group: 'decoder',
  vectors: true,
  share: 1,
  changes: { decoder },
  needs: undefined,
});

export const ABLATION: readonly AblationRow[] = [
  row('features', 'Feature CRF', { ...PLAIN, emissions: 'features', charEncoder: 'none', encoder: false }),
  row('softmax', 'BiLSTM + softmax', { ...PLAIN, charEncoder: 'none', decoder: 'softmax' }),
  row('crf', 'BiLSTM + CRF', { ...PLAIN, charEncoder: 'none' }),
  row('char-softmax', 'BiLSTM + char-CNN + softmax', { ...FULL, decoder: 'softmax' }),
  row('char-cnn', 'BiLSTM + char-CNN + CRF', FULL),
  row('char-lstm', 'BiLSTM + char-LSTM + CRF', { ...PLAIN, charEncoder: 'lstm' }),
  row('gru', 'BiGRU + char-CNN + CRF', { ...FULL, cell: 'gru' }),
  row('rnn', 'BiRNN + char-CNN + CRF', { ...FULL, cell: 'rnn' }),
  row('forward', 'LSTM, forward only + char-CNN + CRF', { ...FULL, direction: 'forward' }),
  row('backward', 'LSTM, backward only + char-CNN + CRF', { ...FULL, direction: 'backward' }),
  row('cross', 'BiLSTM, two layers + char-CNN + CRF', { ...FULL, layers: 2 }),
  row('attention', 'BiLSTM + attention + char-CNN + CRF', { ...FULL, attention: 'sentence' }),
  row('no-vectors', 'BiLSTM + char-CNN + CRF, no vectors', { ...FULL, fineTuneWords: true }, 'vectors'),
  row('no-encoder', 'BiLSTM + char-CNN + CRF, no encoder', { ...FULL, encoder: false }, 'encoder'),
  row('no-documents', 'BiLSTM + char-CNN + CRF, no documents', { ...FULL, context: 'sentence' }, 'documents'),
  row('constraints', 'BiLSTM + char-CNN + CRF, constrained', { ...FULL, constraints: true }),
  ...[12.5, 25, 50, 100].map(dataRow),
];

/** Rows that change nothing in the recipe but the decoder. Inside trains them, to compare both decoders. */
const DECODER_ROWS: readonly AblationRow[] = [decoderRow('softmax', 'softmax'), decoderRow('crf', 'CRF')];

/** All rows that can be trained. */
export const TRAINABLE_ROWS: readonly AblationRow[] = [...ABLATION, ...DECODER_ROWS];

/** The caption of a table of the rows. */
export const ABLATION_NOTE =
  'The feature CRF has hand-made features in place of a network, and neither word vectors nor characters. BiLSTM + CRF is the model of Huang 2015, with a char-LSTM that of Lample 2016, with a char-CNN that of Ma & Hovy 2016, with two layers the Cross-BiLSTM of Li et al. 2020: in the second, each direction reads both directions of the first. As in the papers, illegal transitions are allowed in the rows of a model, except in the constrained one; rows of the recipe keep its constraints. Rows with a share of the sentences ' +
  'train the unchanged recipe for the same number of epochs, and so for fewer steps; a smaller share is a subset of a larger one. ' +
  'Invalid: predicted dev sequences that break the tag scheme.';

/** The configuration of a row: the recipe with its changes. */
export function ablated(recipe: RunConfig, { changes }: AblationRow): RunConfig {
  const config = { ...recipe, ...changes };
  const isOdd = config.charEncoder === 'lstm' && config.charFeatures % 2 !== 0; // half per direction
  return isOdd ? { ...config, charFeatures: config.charFeatures + 1 } : config;
}

/** The rows of the table. A row that removes an unused part would repeat the full model. */
export function ablationRows(has: readonly AblationNeed[]): AblationRow[] {
  return ABLATION.filter(({ needs }) => needs === undefined || has.includes(needs));
}

/** Ids of the rows that are trained by default. */
export const DEFAULT_ROWS: readonly string[] = ABLATION.filter(({ group }) => group === 'model').map(({ id }) => id);

export const otherDecoder = ({ decoder }: Pick<RunConfig, 'decoder'>): RunConfig['decoder'] =>
  decoder === 'crf' ? 'softmax' : 'crf';

/** The row that trains a recipe with its other decoder. */
export function otherDecoderRow(config: Pick<RunConfig, 'decoder'>): AblationRow {
  return DECODER_ROWS.find(({ changes }) => changes.decoder === otherDecoder(config))!;
}

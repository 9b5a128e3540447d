import { tensor1d, type Tensor1D, type Tensor2D, type Tensor3D } from '../tensors/tensors.ts';
import type { RunConfig } from '../config/schema.ts';
import { tagTypes, type ModelTags } from '../data/tags/training-tags.ts';
import { FEATURE_KINDS } from '../data/vocabulary/features.ts';
import { addRow, padWithZeros, columnsOf, concatColumns, joinRows, product, sumOf } from '../kernels/algebra/op.ts';
import { charMaxPool } from '../kernels/char-pool/op.ts';
import { consistentScores } from '../kernels/consistency/op.ts';
import { dropout, type DropoutAttrs } from '../kernels/dropout/op.ts';
import { layerMix } from '../kernels/layer-mix/op.ts';
import { attend, attentionWeights, gatedAdd, tanhOf } from '../kernels/links/op.ts';
import { linear } from '../kernels/linear/op.ts';
import { lookupRows, sumRows, takeRows } from '../kernels/lookup/op.ts';
import { recurrent, recurrentOutput, recurrentStates, type RecurrentStates } from '../kernels/recurrent/op.ts';
import { defined } from '../lib/assert.ts';
import type { BatchTensors } from './batch-tensors.ts';
import { pooledStates } from './pooling.ts';
import { randomKey } from './streams.ts';
import { isNetwork, type NetworkWeights, type TaggerWeights } from './weights.ts';

/** The sites after each recurrent layer. */
export const OUTPUT_SITES = ['output0', 'output1', 'output2'] as const;

/** Dropout sites of the forward pass; each has a separate mask. */
type Site = 'char' | 'input' | 'context' | (typeof OUTPUT_SITES)[number];
export type Dropout = <X extends Tensor2D>(x: X, site: Site) => Tensor2D;

/** No dropout, for tagging. */
export const noDropout: Dropout = (x) => x;

/** Dropout masks of training steps. The attributes of the ops are changed in place: a recorded step is repeated with other keys. */
export class TrainingDropout {
  readonly #seed: number;
  readonly #attrs: Readonly<Record<Site, DropoutAttrs>>;

  constructor({ seed, dropoutChar, dropoutInput, dropoutOutput }: RunConfig) {
    this.#seed = seed;
    const output = () => ({ rate: dropoutOutput, key: 0 });
    this.#attrs = {
      char: { rate: dropoutChar, key: 0 },
      input: { rate: dropoutInput, key: 0 },
      context: output(),
      output0: output(),
      output1: output(),
      output2: output(),
    };
  }

  /** Chooses the masks of a step. */
  at(step: number): void {
    for (const [site, attrs] of Object.entries(this.#attrs)) {
      attrs.key = randomKey(this.#seed, `${site as Site}Dropout`, step);
    }
  }

  readonly drop: Dropout = (x, site) => dropout(x, this.#attrs[site]);
}

/**
 * The weights with tables of the rows of a batch only: of its distinct words [W, E], or of its distinct features [I, K].
 *
 * @param rowsOfWords default: of the word table
 */
export function batchWeights(weights: TaggerWeights, batch: BatchTensors, rowsOfWords?: Tensor2D): TaggerWeights {
  const { words, indicators } = weights;
  return {
    ...weights,
    words: words && (rowsOfWords ?? takeRows(words, batch.words)),
    indicators: indicators && takeRows(indicators, indicatorsOf(batch).rows),
  } as TaggerWeights;
}

/**
 * The whole forward pass, from words and characters to a score for each tag (Ma & Hovy 2016, figure 3), or from features.
 *
 * @param weights of `batchWeights`
 * @returns emissions [N, K], or [B, K] for texts with one class
 */
export function emissions(config: RunConfig, weights: TaggerWeights, batch: BatchTensors, drop: Dropout): Tensor2D {
  if (!isNetwork(weights)) return indicatorScores(weights, batch);
  return emissionsOf(config, weights, modelInputs(weights, batch, drop), batch, drop);
}

/**
 * The emissions of a feature CRF (Lafferty 2001; Sha & Pereira 2003 §2): the sum of the weights of the active features of a token.
 *
 * @param weights of `batchWeights` @returns [N, K]
 */
export function indicatorScores({ indicators }: TaggerWeights, batch: BatchTensors): Tensor2D {
  const table = defined(indicators, () => 'emissions: no table of features'); // [I, K]
  return sumRows(table, indicatorsOf(batch).bags);
}

function indicatorsOf({ indicators }: BatchTensors): NonNullable<BatchTensors['indicators']> {
  return defined(indicators, () => 'emissions: the batch was made without features');
}

/** First part: the concatenated features of each distinct input. @returns [P, I] */
export function modelInputs(weights: NetworkWeights, batch: BatchTensors, drop: Dropout): Tensor2D {
  const parts = [lookupRows(weights.words, batch.inputWords)]; // [P, E]
  const characters = characterFeatures(weights.characters, batch, drop); // [U, F]
  if (characters !== undefined) parts.push(lookupRows(characters, batch.inputForms)); // [P, F]
  parts.push(...embeddedFeatures(weights, batch));
  const encoded = encoderFeatures(weights, batch); // [P, d] or [P, d / Le]
  if (encoded !== undefined) parts.push(encoded);
  return drop(parts.reduce(concatColumns), 'input');
}

/** The embeddings of each kind of features: name lists and columns. @returns [P, count · dimensions] each */
function embeddedFeatures({ features }: TaggerWeights, batch: BatchTensors): Tensor2D[] {
  const inputs = batch.inputWords.index.size; // P
  return FEATURE_KINDS.flatMap((kind) => {
    const [table, lookup] = [features[kind], batch.features[kind]];
    if (table === undefined || lookup === undefined) return [];
    return [joinRows(lookupRows(table, lookup), lookup.index.size / inputs)];
  });
}

/** The features of an encoder, or a mix of its layers. @returns [P, d], or [P, d / Le]; undefined without an encoder */
function encoderFeatures({ mix }: TaggerWeights, { encoded }: BatchTensors): Tensor2D | undefined {
  if (encoded === undefined || mix === undefined) return encoded;
  return layerMix(encoded, mix.w, mix.gamma);
}

/** Second part: the recurrent layers, document context, pooling of texts, and a linear layer. @param inputs [P, I] @returns [N, K], or [B, K] for texts */
export function emissionsOf(
  config: RunConfig,
  weights: NetworkWeights,
  inputs: Tensor2D,
  batch: BatchTensors,
  drop: Dropout,
): Tensor2D {
  const states = tokenStates(config, weights, inputs, batch, drop); // [N, DH]
  return scoresOf(weights, pooledStates(config, weights, withContext(weights, states, batch, drop), batch));
}

/** The linear layer. @param states [N, DH] @returns [N, K] */
export function scoresOf({ output }: NetworkWeights, states: Tensor2D): Tensor2D {
  return linear(states, output.w, output.b);
}

/** The recurrent layers, and self-attention. @param inputs [P, I] @returns [N, DH] */
export function tokenStates(
  config: RunConfig,
  weights: NetworkWeights,
  inputs: Tensor2D,
  batch: BatchTensors,
  drop: Dropout,
): Tensor2D {
  const [first, ...others] = weights.layers;
  const projected = project(first, inputs); // [P, DGH]
  let y = drop(recur(config, first, projected, batch.layout, batch.tokenInputs), OUTPUT_SITES[0]); // [N, DH]
  for (const [i, layer] of others.entries()) {
    y = drop(recur(config, layer, project(layer, y), batch.layout), OUTPUT_SITES[i + 1]!); // [N, DH]
  }
  return withAttention(weights, y, batch);
}

/**
 * Self-attention over the sentence (Vaswani et al. 2017 §3.2.1, one head) with a residual: for a token with state h,
 * `h' = h + V · sum of softmax(q(h) · k(h_j) / sqrt(A)) h_j` over the words of its sentence, including itself.
 *
 * @param states [N, DH] @returns [N, DH]
 */
export function withAttention({ attention }: TaggerWeights, states: Tensor2D, batch: BatchTensors): Tensor2D {
  if (attention === undefined || batch.attention === undefined) return states;
  const pooled = attend(product(states, attention.q), product(states, attention.k), states, batch.attention); // [N, DH]
  return sumOf(states, product(pooled, attention.v));
}

/** Attention weights of each token's links in `withAttention`. @param states [N, DH] @returns [L]; undefined without it */
export function sentenceWeights(
  { attention }: TaggerWeights,
  states: Tensor2D,
  batch: BatchTensors,
): Tensor1D | undefined {
  if (attention === undefined || batch.attention === undefined) return undefined;
  return attentionWeights(product(states, attention.q), product(states, attention.k), batch.attention);
}

/**
 * Attention over the other occurrences of a word in its document (similar to GraphIE, Qian et al. 2019, and MEID, Hu et al. 2020). For a
 * token with state h and links to states h_j, `c = tanh(V · sum of softmax(q(h) · k(h_j) / sqrt(A)) h_j)`, `g = sigmoid(U [h; c] + b)`,
 * `h' = h + g ∘ dropout(c)`. The states of tokens without links are unchanged.
 *
 * @param states [N, DH] @returns [N, DH]
 */
export function withContext(
  { context }: TaggerWeights,
  states: Tensor2D,
  { links }: BatchTensors,
  drop: Dropout,
): Tensor2D {
  if (context === undefined || links === undefined) return states;
  const h = lookupRows(states, links.rows); // [M, DH]
  const pooled = attend(product(h, context.q), product(h, context.k), h, links); // [M, DH]
  const c = tanhOf(product(pooled, context.v)); // [M, DH]
  const gate = linear(concatColumns(h, c), context.u, context.b); // [M, DH]
  return gatedAdd(states, gate, drop(c, 'context'), links.rows);
}

/**
 * The second pass of a model that reads documents: see `consistentScores`. Training uses the first pass only.
 *
 * @param scores [N, K] emissions @returns [N, K]
 */
export function withConsistency(
  model: ModelTags & { config: Pick<RunConfig, 'consistency'> },
  scores: Tensor2D,
  { links }: BatchTensors,
): Tensor2D {
  const { consistency } = model.config;
  if (consistency === 0 || links === undefined) return scores;
  const { types, count } = tagTypes(model);
  return consistentScores(scores, { types: tensor1d(types, 'int32'), count }, links, consistency);
}

/** Attention weights of each token's links in `withContext`. @param states [N, DH] @returns [L]; undefined without links */
export function linkWeights(
  { context }: TaggerWeights,
  states: Tensor2D,
  { links }: BatchTensors,
): Tensor1D | undefined {
  if (context === undefined || links === undefined) return undefined;
  const h = lookupRows(states, links.rows); // [M, DH]
  return attentionWeights(product(h, context.q), product(h, context.k), links);
}

/** Outputs and states of the last recurrent layer. @param inputs [N, I], one per token */
export function lastLayerStates(
  { cell, direction }: RunConfig,
  { layers: [first, ...others] }: NetworkWeights,
  inputs: Tensor2D,
  { layout }: BatchTensors,
): RecurrentStates {
  const statesOf = (layer: RecurrentWeights, x: Tensor2D): RecurrentStates => {
    const both = inBothDirections(direction, layer.wh, project(layer, x));
    const { y, gates, memory } = recurrentStates(cell, both.projected, both.wh, layout);
    return { y: both.own(y), gates: both.own(gates), memory: both.own(memory) };
  };
  let states = statesOf(first, inputs);
  for (const layer of others) states = statesOf(layer, states.y);
  return states;
}

/** @returns [U, F] features of each distinct form; undefined without a character encoder */
export function characterFeatures(
  encoder: TaggerWeights['characters'],
  batch: BatchTensors,
  drop: Dropout,
): Tensor2D | undefined {
  if (encoder.kind === 'none') return undefined;
  // One mask for the alphabet: a dimension dropped for "e" is dropped for every "e" of this step, as the CNN's tables require.
  const embedding = drop(encoder.embedding, 'char'); // [Vc, Ec]
  if (encoder.kind === 'cnn') {
    const tables = product(embedding, encoder.filters); // [Vc, 3F]
    return addRow(charMaxPool(tables, batch.chars, batch.forms), encoder.bias); // [U, F]
  }
  const { embedded, last, first } = defined(
    batch.charLstm,
    () => 'emissions: the batch was made without the look-ups of the character LSTM',
  );
  const projected = project(encoder.lstm, lookupRows(embedding, embedded)); // [C, 4F]
  const y = recur(CHARACTER_LSTM, encoder.lstm, projected, batch.forms); // [C, F]
  const half = y.shape[1] / 2;
  const forward = columnsOf(lookupRows(y, last), 0, half); // [U, F/2]
  const backward = columnsOf(lookupRows(y, first), half, half); // [U, F/2]
  return concatColumns(forward, backward); // [U, F]
}

type RecurrentWeights = NetworkWeights['layers'][number];
type Layout = BatchTensors['layout'];

type LayerConfig = Pick<RunConfig, 'cell' | 'direction'>;

const CHARACTER_LSTM: LayerConfig = { cell: 'lstm', direction: 'both' };

/** The part that does not depend on previous items: [N, I] to [N, DGH] */
function project({ wx, b }: RecurrentWeights, x: Tensor2D): Tensor2D {
  return linear(x, wx, b);
}

/** The recurrent part: [N, DGH], or [P, DGH] if tokens share inputs, to [N, DH] */
function recur(
  { cell, direction }: LayerConfig,
  { wh }: RecurrentWeights, // [D, H, GH]
  projected: Tensor2D,
  layout: Layout,
  tokenInputs?: Tensor1D,
): Tensor2D {
  const both = inBothDirections(direction, wh, projected);
  if (tokenInputs === undefined) return both.own(recurrent(cell, both.projected, both.wh, layout));
  return both.own(recurrentOutput(cell, both.projected, tokenInputs, both.wh, layout));
}

/**
 * The kernels always compute both directions. For a layer with one direction, the other gets zero inputs and zero weights, which give
 * zero outputs with every cell; these are removed again.
 *
 * @param wh [D, H, GH]
 * @param projected [P, DGH]
 */
function inBothDirections(
  direction: RunConfig['direction'],
  wh: Tensor3D,
  projected: Tensor2D,
): { wh: Tensor3D; projected: Tensor2D; own: (rows: Tensor2D) => Tensor2D } {
  if (direction === 'both') return { wh, projected, own: (rows) => rows };
  const zeros = direction === 'forward' ? 'after' : 'before';
  return {
    wh: padWithZeros(wh, 0, zeros), // [2, H, GH]
    projected: padWithZeros(projected, 1, zeros), // [P, 2GH]
    own: (rows) => {
      const half = rows.shape[1] / 2;
      return columnsOf(rows, direction === 'forward' ? 0 : half, half);
    },
  };
}

import type { Tensor1D, Tensor2D } from '@tensorflow/tfjs-core';
import type { RunConfig } from '../config/schema.ts';
import { addRow, columnsOf, concatColumns, product } from '../kernels/algebra/op.ts';
import { charMaxPool } from '../kernels/char-pool/op.ts';
import { dropout } from '../kernels/dropout/op.ts';
import { linear } from '../kernels/linear/op.ts';
import { lookupRows } from '../kernels/lookup/op.ts';
import type { Cell } from '../kernels/recurrent/cells.ts';
import { recurrent, recurrentOutput, recurrentStates, type RecurrentStates } from '../kernels/recurrent/op.ts';
import { defined } from '../lib/assert.ts';
import { streamKey } from '../lib/rng.ts';
import type { BatchTensors } from './batch-tensors.ts';
import type { TaggerWeights } from './weights.ts';

/** Where dropout falls in the forward pass; each site draws its own mask. */
type Site = 'char' | 'input' | `output${number}`;
export type Dropout = <X extends Tensor2D>(x: X, site: Site) => Tensor2D;

/** Tagging: nothing is dropped. */
export const noDropout: Dropout = (x) => x;

/** Training: the masks of one step. */
export function stepDropout({ seed, dropoutChar, dropoutInput, dropoutOutput }: RunConfig, step: number): Dropout {
  return (x, site) => {
    if (site === 'char') return dropout(x, dropoutChar, streamKey(seed, step, 0));
    if (site === 'input') return dropout(x, dropoutInput, streamKey(seed, step, 1));
    return dropout(x, dropoutOutput, streamKey(seed, step, 2 + Number(site.slice('output'.length))));
  };
}

/**
 * The whole forward pass, from words and characters to a score for each tag (Ma & Hovy 2016, figure 3).
 *
 * @param weights with, in place of the word table, the rows of the batch's distinct words: [W, E]
 * @returns emissions [N, K]
 */
export function emissions(config: RunConfig, weights: TaggerWeights, batch: BatchTensors, drop: Dropout): Tensor2D {
  return emissionsOf(config, weights, modelInputs(weights, batch, drop), batch, drop);
}

/** Its first part: word vector and character features of each distinct input, joined. @returns [P, I] */
export function modelInputs({ words, characters }: TaggerWeights, batch: BatchTensors, drop: Dropout): Tensor2D {
  const wordInputs = lookupRows(words, batch.inputWords); // [P, E]
  const features = characterFeatures(characters, batch, drop); // [U, F]
  const inputs =
    features === undefined ? wordInputs : concatColumns(wordInputs, lookupRows(features, batch.inputForms)); // [P, I]
  return drop(inputs, 'input');
}

/** Its second part: the recurrent layers and a linear one. @param inputs [P, I] @returns [N, K] */
export function emissionsOf(
  config: RunConfig,
  { layers: [first, ...others], output }: TaggerWeights,
  inputs: Tensor2D,
  batch: BatchTensors,
  drop: Dropout,
): Tensor2D {
  const projected = project(first, inputs); // [P, 2GH]
  let y = drop(recur(config.cell, first, projected, batch.layout, batch.tokenInputs), 'output0'); // [N, 2H]
  for (const [i, layer] of others.entries()) {
    y = drop(bidirectional(config.cell, layer, y, batch.layout), `output${i + 1}`); // [N, 2H]
  }
  return linear(y, output.w, output.b); // [N, K]
}

/** What the cells of the last recurrent layer compute. @param inputs [N, I], one for each token */
export function lastLayerStates(
  { cell }: RunConfig,
  { layers: [first, ...others] }: TaggerWeights,
  inputs: Tensor2D,
  { layout }: BatchTensors,
): RecurrentStates {
  let states = recurrentStates(cell, project(first, inputs), first.wh, layout);
  for (const layer of others) states = recurrentStates(cell, project(layer, states.y), layer.wh, layout);
  return states;
}

/** @returns [U, F] features of each distinct form; undefined where the configuration has no character encoder */
export function characterFeatures(
  encoder: TaggerWeights['characters'],
  batch: BatchTensors,
  drop: Dropout,
): Tensor2D | undefined {
  if (encoder.kind === 'none') return undefined;
  // One mask for the alphabet: a dimension dropped of "e" is dropped of every "e" of this step. So the CNN's tables hold.
  const embedding = drop(encoder.embedding, 'char'); // [Vc, Ec]
  if (encoder.kind === 'cnn') {
    const tables = product(embedding, encoder.filters); // [Vc, 3F]
    return addRow(charMaxPool(tables, batch.chars, batch.forms), encoder.bias); // [U, F]
  }
  const { embedded, last, first } = defined(
    batch.charLstm,
    () => 'emissions: the batch was made without the look-ups of the character LSTM',
  );
  const y = bidirectional('lstm', encoder.lstm, lookupRows(embedding, embedded), batch.forms); // [C, F]
  const half = y.shape[1] / 2;
  const forward = columnsOf(lookupRows(y, last), 0, half); // [U, F/2]
  const backward = columnsOf(lookupRows(y, first), half, half); // [U, F/2]
  return concatColumns(forward, backward); // [U, F]
}

type RecurrentWeights = TaggerWeights['layers'][number];
type Layout = BatchTensors['layout'];

/** A layer over x [N, I]: [N, 2H] */
function bidirectional(cell: Cell, weights: RecurrentWeights, x: Tensor2D, layout: Layout): Tensor2D {
  return recur(cell, weights, project(weights, x), layout);
}

/** The part that does not depend on the items before: [N, I] to [N, 2GH] */
function project({ wx, b }: RecurrentWeights, x: Tensor2D): Tensor2D {
  return linear(x, wx, b);
}

/** The part that does: [N, 2GH], or [P, 2GH] where tokens share inputs, to [N, 2H] */
function recur(
  cell: Cell,
  { wh }: RecurrentWeights, // [2, H, GH]
  projected: Tensor2D,
  layout: Layout,
  tokenInputs?: Tensor1D,
): Tensor2D {
  if (tokenInputs === undefined) return recurrent(cell, projected, wh, layout);
  return recurrentOutput(cell, projected, tokenInputs, wh, layout);
}

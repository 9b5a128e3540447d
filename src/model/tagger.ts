import {
  tensor1d,
  tensor2d,
  zeros,
  type Scalar,
  type Tensor1D,
  type Tensor2D,
  type Tensor3D,
} from '@tensorflow/tfjs-core';
import type { RunConfig } from '../config/schema.ts';
import { crfLoss } from '../crf/op.ts';
import { addConstant, addRow, columnsOf, concatColumns, product } from '../kernels/algebra/op.ts';
import { charMaxPool } from '../kernels/char-pool/op.ts';
import { dropout } from '../kernels/dropout/op.ts';
import { linear } from '../kernels/linear/op.ts';
import { lookupRows } from '../kernels/lookup/op.ts';
import type { Cell } from '../kernels/recurrent/cells.ts';
import { recurrent, recurrentOutput } from '../kernels/recurrent/op.ts';
import { defined } from '../lib/assert.ts';
import { streamKey } from '../lib/rng.ts';
import type { BatchTensors } from './batch-tensors.ts';
import type { TaggerModel } from './model.ts';
import { weight, type Weights } from './weights.ts';

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
 * @param weights the parameters of shapes.ts
 * @param wordRows [W, E] the batch's distinct rows of the word table, the leaf that training differentiates
 * @returns emissions [N, K]
 */
export function emissions(
  config: RunConfig,
  weights: Weights,
  wordRows: Tensor2D,
  batch: BatchTensors,
  drop: Dropout,
): Tensor2D {
  const words = lookupRows(wordRows, batch.inputWords); // [P, E]
  const characters = characterFeatures(config, weights, batch, drop); // [U, F]
  const inputs = characters === undefined ? words : concatColumns(words, lookupRows(characters, batch.inputForms)); // [P, I]
  const projected = project(weights, 'layer0', drop(inputs, 'input')); // [P, 2GH]
  let y = drop(recur(config.cell, weights, 'layer0', projected, batch.layout, batch.tokenInputs), 'output0'); // [N, 2H]
  for (let layer = 1; layer < config.layers; layer++) {
    y = drop(bidirectional(config.cell, weights, `layer${layer}`, y, batch.layout), `output${layer}`); // [N, 2H]
  }
  return linear(y, weight<Tensor2D>(weights, 'output.w'), weight<Tensor1D>(weights, 'output.b')); // [N, K]
}

/** @returns [U, F] features of each distinct form, or nothing where the configuration has no character encoder */
function characterFeatures(
  config: RunConfig,
  weights: Weights,
  batch: BatchTensors,
  drop: Dropout,
): Tensor2D | undefined {
  if (config.charEncoder === 'none') return undefined;
  // One mask for the alphabet: a dimension dropped of "e" is dropped of every "e" of this step. So the CNN's tables hold.
  const embedding = drop(weight<Tensor2D>(weights, 'char.embedding'), 'char'); // [Vc, Ec]
  if (config.charEncoder === 'cnn') {
    const tables = product(embedding, weight<Tensor2D>(weights, 'char.filters')); // [Vc, 3F]
    return addRow(charMaxPool(tables, batch.chars, batch.forms), weight<Tensor1D>(weights, 'char.bias')); // [U, F]
  }
  const { embedded, last, first } = defined(
    batch.charLstm,
    () => 'emissions: the batch was made without the look-ups of the character LSTM',
  );
  const y = bidirectional('lstm', weights, 'char.lstm', lookupRows(embedding, embedded), batch.forms); // [C, F]
  const half = config.charFeatures / 2;
  const forward = columnsOf(lookupRows(y, last), 0, half); // [U, F/2]
  const backward = columnsOf(lookupRows(y, first), half, half); // [U, F/2]
  return concatColumns(forward, backward); // [U, F]
}

type Layout = BatchTensors['layout'];

/** A layer over x [N, I]: [N, 2H] */
function bidirectional(cell: Cell, weights: Weights, name: string, x: Tensor2D, layout: Layout): Tensor2D {
  return recur(cell, weights, name, project(weights, name, x), layout);
}

/** What does not depend on the items before: [N, I] to [N, 2GH] */
function project(weights: Weights, name: string, x: Tensor2D): Tensor2D {
  return linear(x, weight<Tensor2D>(weights, `${name}.wx`), weight<Tensor1D>(weights, `${name}.b`));
}

/** What does: [N, 2GH], or [P, 2GH] where tokens share inputs, to [N, 2H] */
function recur(
  cell: Cell,
  weights: Weights,
  name: string,
  projected: Tensor2D,
  layout: Layout,
  tokenInputs?: Tensor1D,
): Tensor2D {
  const wh = weight<Tensor3D>(weights, `${name}.wh`); // [2, H, GH]
  if (tokenInputs === undefined) return recurrent(cell, projected, wh, layout);
  return recurrentOutput(cell, projected, tokenInputs, wh, layout);
}

/** Additive scores: 0 where a transition is legal, a large negative number where it is not. */
export interface Penalties {
  transitions: Tensor2D; // [K, K]
  start: Tensor1D; // [K]
  end: Tensor1D; // [K]
}

/**
 * The CRF's scores as training and decoding use them: learnt weights (zeros for a softmax decoder, which makes the two
 * equal) plus the penalties of illegal transitions.
 */
export function crfScores(config: RunConfig, weights: Weights, penalties: Penalties | undefined): Penalties {
  const tags = weight<Tensor1D>(weights, 'output.b').size; // K
  const learnt: Penalties =
    config.decoder === 'crf'
      ? {
          transitions: weight(weights, 'crf.transitions'),
          start: weight(weights, 'crf.start'),
          end: weight(weights, 'crf.end'),
        }
      : { transitions: zeros([tags, tags]), start: zeros([tags]), end: zeros([tags]) };
  if (penalties === undefined) return learnt;
  return {
    transitions: addConstant(learnt.transitions, penalties.transitions),
    start: addConstant(learnt.start, penalties.start),
    end: addConstant(learnt.end, penalties.end),
  };
}

/** A model's penalties on the device, for the caller to dispose; none where it forbids nothing. */
export function penaltyTensors({ penalties, vocabulary }: TaggerModel): Penalties | undefined {
  if (penalties === undefined) return undefined;
  const { transitions, start, end } = penalties;
  const tags = vocabulary.tags.length;
  return { transitions: tensor2d(transitions, [tags, tags]), start: tensor1d(start), end: tensor1d(end) };
}

/** The loss of a batch, summed over its sentences: []. */
export function batchLoss(
  batchEmissions: Tensor2D,
  { transitions, start, end }: Penalties,
  batch: BatchTensors,
): Scalar {
  return crfLoss(
    batchEmissions,
    transitions,
    start,
    end,
    defined(batch.tags, () => 'batchLoss: no gold tags'),
    batch.layout,
  );
}

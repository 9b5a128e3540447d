import { ones, zeros, type Tensor1D, type Tensor2D } from '../tensors/tensors.ts';
import type { RunConfig } from '../config/schema.ts';
import { columnsOf, concatColumns, product } from '../kernels/algebra/op.ts';
import { attend, attentionWeights, tanhOf } from '../kernels/links/op.ts';
import { linear } from '../kernels/linear/op.ts';
import { lookupRows } from '../kernels/lookup/op.ts';
import { sequenceMax } from '../kernels/sequence-max/op.ts';
import { defined } from '../lib/assert.ts';
import type { BatchTensors } from './batch-tensors.ts';
import type { TaggerWeights } from './weights.ts';

type PoolingConfig = Pick<RunConfig, 'pooling' | 'direction'>;

/**
 * What the linear layer scores: the state of each token or, for a model of texts with one class, one vector for each text. These are the
 * last state of each direction, the mean or the maximum of all states, or a mean with the weights of an attention (Yang et al. 2016 §2.2).
 *
 * @param states [N, DH]
 * @returns [N, DH], or [B, DH] for texts
 */
export function pooledStates(
  config: PoolingConfig,
  weights: TaggerWeights,
  states: Tensor2D,
  batch: BatchTensors,
): Tensor2D {
  const { texts, layout } = batch;
  if (texts === undefined) return states;
  switch (config.pooling) {
    case 'last':
      return lastStates(config, states, texts);
    case 'mean': {
      const none: Tensor2D = zeros([states.shape[0], 1]); // equal scores give equal weights
      return lookupRows(attend(none, none, states, texts.links), texts.first);
    }
    case 'max':
      return sequenceMax(states, layout);
    case 'attention': {
      const { query, keys } = queryAndKeys(weights, states);
      return lookupRows(attend(query, keys, states, texts.links), texts.first);
    }
    default:
      return config.pooling satisfies never;
  }
}

/** Where each direction ends: forward at the last token, backward at the first. @returns [B, DH] */
function lastStates(
  { direction }: PoolingConfig,
  states: Tensor2D,
  { first, last }: NonNullable<BatchTensors['texts']>,
): Tensor2D {
  if (direction === 'forward') return lookupRows(states, last);
  if (direction === 'backward') return lookupRows(states, first);
  const half = states.shape[1] / 2; // H
  return concatColumns(columnsOf(lookupRows(states, last), 0, half), columnsOf(lookupRows(states, first), half, half));
}

/** @returns query [N, A], the same in each row, and keys [N, A] = tanh(states . w + b) */
function queryAndKeys({ pooling }: TaggerWeights, states: Tensor2D): { query: Tensor2D; keys: Tensor2D } {
  const { w, b, query } = defined(pooling, () => 'pooledStates: no weights of an attention');
  const column: Tensor2D = ones([states.shape[0], 1]);
  return { query: product(column, query), keys: tanhOf(linear(states, w, b)) };
}

/**
 * The weight of each token in its text, by text and then in order.
 *
 * @param states [N, DH]
 * @returns [N]; undefined for a model without such an attention
 */
export function poolingWeights(
  { pooling }: Pick<RunConfig, 'pooling'>,
  weights: TaggerWeights,
  states: Tensor2D,
  { texts }: BatchTensors,
): Tensor1D | undefined {
  if (texts === undefined || pooling !== 'attention') return undefined;
  const { query, keys } = queryAndKeys(weights, states);
  return attentionWeights(query, keys, texts.links);
}

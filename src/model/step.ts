import { mul, scalar, tidy, type Scalar, type Tensor2D } from '@tensorflow/tfjs-core';
import type { Batch } from '../data/batch.ts';
import { takeRows } from '../kernels/lookup/op.ts';
import { valueAndGradients } from '../kernels/shared/differentiable.ts';
import { batchTensors } from './batch-tensors.ts';
import type { TaggerModel } from './model.ts';
import type { Gradients, Optimizer } from './optimizer.ts';
import { batchLoss, crfScores, emissions, stepDropout, type Penalties } from './tagger.ts';
import type { Weights } from './weights.ts';

/**
 * One training step: forward, backward, update in place. Nothing is read back.
 *
 * @param step from 1, over the whole run: it keys the dropout masks
 * @returns [] the mean loss over the batch's sentences, for the caller to keep or let go
 */
export function trainStep(
  model: TaggerModel,
  penalties: Penalties | undefined,
  optimizer: Optimizer,
  batch: Batch,
  step: number,
  learningRate: number,
): Scalar {
  return tidy(() => {
    const { config, weights } = model;
    const tensors = batchTensors(batch, config.charEncoder === 'lstm' ? model.vocabulary.characters.length : undefined);
    const drop = stepDropout(config, step);
    const rows = takeRows(weights['words'] as Tensor2D, tensors.words); // [W, E]
    const leaves: Weights = { ...weights, words: rows };
    const names = Object.keys(leaves).filter((name) => name !== 'words' || config.fineTuneWords);
    const loss = () => {
      const scores = emissions(config, leaves, rows, tensors, drop); // [N, K]
      return batchLoss(scores, crfScores(config, leaves, penalties), tensors); // []
    };
    const share = scalar(1 / batch.sentences.length);
    const { value, gradients: found } = valueAndGradients(
      loss,
      names.map((name) => leaves[name]!),
      share,
    );
    const gradients: Gradients = Object.fromEntries(names.map((name, i) => [name, found[i]!]));
    optimizer.apply(weights, gradients, tensors.words, learningRate);
    return mul(value, share);
  });
}

import { mul, scalar, tidy, type Scalar } from '@tensorflow/tfjs-core';
import type { CrfTensors } from '../crf/op.ts';
import type { Batch } from '../data/batches/batch.ts';
import { takeRows } from '../kernels/lookup/op.ts';
import { valueAndGradients } from '../kernels/shared/differentiable.ts';
import { batchTensors } from './batch-tensors.ts';
import { batchLoss, crfScores } from './crf-scores.ts';
import type { TaggerModel } from './model.ts';
import type { Gradients, Optimizer } from './optimizer.ts';
import { emissions, stepDropout } from './tagger.ts';
import { taggerWeights, tensorNamed } from './weights.ts';

/**
 * One training step: forward, backward, update in place. Nothing is read back.
 *
 * @param step from 1, over the whole run: it keys the dropout masks
 * @returns [] the mean loss over the batch's sentences, for the caller to keep or dispose
 */
export function trainStep(
  model: TaggerModel,
  penalties: CrfTensors | undefined,
  optimizer: Optimizer,
  batch: Batch,
  step: number,
  learningRate: number,
): Scalar {
  return tidy(() => {
    const { config, weights } = model;
    const tensors = batchTensors(batch);
    const drop = stepDropout(config, step);
    const table = taggerWeights(config, weights);
    const words = takeRows(table.words, tensors.words); // [W, E]
    const leaves = { ...table, words };
    const loss = () => {
      const scores = emissions(config, leaves, tensors, drop); // [N, K]
      return batchLoss(scores, crfScores(leaves, penalties), tensors); // []
    };
    const share = scalar(1 / batch.sentences.length);
    const { value, gradients: found } = valueAndGradients(
      loss,
      optimizer.trained.map(({ name, group }) => (group === 'words' ? words : tensorNamed(weights, name))),
      share,
    );
    const gradients: Gradients = Object.fromEntries(optimizer.trained.map(({ name }, i) => [name, found[i]!]));
    optimizer.apply(weights, gradients, { words: tensors.words }, learningRate);
    return mul(value, share);
  });
}

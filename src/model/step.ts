import { mul, scalar, tidy, zerosLike, type Scalar } from '../tensors/tensors.ts';
import type { CrfTensors } from '../crf/op.ts';
import type { Batch } from '../data/batches/batch.ts';
import { sumOf } from '../kernels/algebra/op.ts';
import { takeRows } from '../kernels/lookup/op.ts';
import { valueAndGradients } from '../kernels/shared/differentiable.ts';
import { batchTensors } from './batch-tensors.ts';
import { batchLoss, crfScores, priorOf } from './crf-scores.ts';
import type { TaggerModel } from './model.ts';
import type { Gradients, Optimizer } from './optimizer.ts';
import { isOfContext } from './parameters.ts';
import { modelInputs, scoresOf, stepDropout, tokenStates, withContext } from './tagger.ts';
import { teacherScores, type Teacher } from './teacher.ts';
import { taggerWeights, tensorNamed } from './weights.ts';

/**
 * One training step: forward, backward, update in place. Nothing is read back.
 *
 * @param step of the whole run, from 1; the key of the dropout masks
 * @param teacher whose distributions replace the gold tags
 * @returns [] the mean loss over the batch's sentences, for the caller to keep or dispose
 */
export function trainStep(
  model: TaggerModel,
  penalties: CrfTensors | undefined,
  optimizer: Optimizer,
  batch: Batch,
  step: number,
  learningRate: number,
  teacher?: Teacher,
): Scalar {
  return tidy(() => {
    const { config, weights } = model;
    const tensors = batchTensors(batch);
    const drop = stepDropout(config, step);
    const table = taggerWeights(model);
    const words = takeRows(table.words, tensors.words); // [W, E]
    const leaves = { ...table, words };
    const targets = {
      teachers: teacher && teacherScores(teacher, batch),
      prior: priorOf(model, batch.sentences.length),
    };
    const isLinked = leaves.context !== undefined && tensors.links !== undefined;
    const loss = () => {
      const states = tokenStates(config, leaves, modelInputs(leaves, tensors, drop), tensors, drop); // [N, DH]
      const crf = crfScores(leaves, penalties);
      const alone = batchLoss(scoresOf(leaves, states), crf, tensors, targets); // []
      if (!isLinked) return alone;
      // Trains both with and without the rest of the document, because a typed sentence has no document.
      const informed = withContext(leaves, states, tensors, drop); // [N, DH]
      return sumOf(alone, batchLoss(scoresOf(leaves, informed), crf, tensors, targets));
    };
    const share = scalar(1 / ((isLinked ? 2 : 1) * batch.sentences.length));
    const reached = optimizer.trained.filter((parameter) => isLinked || !isOfContext(parameter));
    const { value, gradients: found } = valueAndGradients(
      loss,
      reached.map(({ name, group }) => (group === 'words' ? words : tensorNamed(weights, name))),
      share,
    );
    const gradients: Gradients = Object.fromEntries(reached.map(({ name }, i) => [name, found[i]!]));
    for (const { name } of optimizer.trained) gradients[name] ??= zerosLike(tensorNamed(weights, name));
    optimizer.apply(weights, gradients, { words: tensors.words }, learningRate);
    return mul(value, share);
  });
}

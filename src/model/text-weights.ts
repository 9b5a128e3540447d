import { tidy, type Tensor2D } from '../tensors/tensors.ts';
import type { EncodedCorpus } from '../data/batches/batch.ts';
import { makeBatch } from '../data/batches/batching.ts';
import { batchTensors } from './batch-tensors.ts';
import { batchOptions, type TaggerModel } from './model.ts';
import { poolingWeights } from './pooling.ts';
import { wordRows } from './predict.ts';
import { modelInputs, noDropout, tokenStates } from './tagger.ts';
import { networkWeights } from './weights.ts';

/**
 * The weights of the words of a text in its attention pooling.
 *
 * @param index of a non-empty text
 * @param extraRows see PredictOptions
 * @returns [T] with a sum of 1; undefined for a model without such a pooling
 */
export async function textWeights(
  model: TaggerModel,
  corpus: EncodedCorpus,
  index: number,
  extraRows?: Tensor2D,
): Promise<Float32Array | undefined> {
  const batch = makeBatch(corpus, [index], batchOptions(model));
  if (batch.texts === undefined || model.config.pooling !== 'attention') return undefined;
  const found = tidy(() => {
    const onDevice = batchTensors(batch);
    const table = networkWeights(model);
    const weights = { ...table, words: wordRows(table.words, extraRows, batch) };
    const inputs = modelInputs(weights, onDevice, noDropout);
    const states = tokenStates(model.config, weights, inputs, onDevice, noDropout); // [T, DH]
    return poolingWeights(model.config, weights, states, onDevice)!; // [T]
  });
  try {
    return new Float32Array(await found.data<'float32'>());
  } finally {
    found.dispose();
  }
}

import { tidy, type Tensor2D } from '../tensors/tensors.ts';
import type { EncodedCorpus } from '../data/batches/batch.ts';
import { makeBatch } from '../data/batches/batching.ts';
import { batchTensors } from './batch-tensors.ts';
import { batchOptions, type TaggerModel } from './model.ts';
import { wordRows } from './predict.ts';
import { lastLayerStates, modelInputs, noDropout, sentenceWeights } from './tagger.ts';
import { networkWeights } from './weights.ts';

/**
 * The weights of self-attention in a sentence.
 *
 * @param index of a non-empty sentence
 * @param extraRows see PredictOptions
 * @returns [T, T] from each token, in rows, to each token; a row sums to 1. Undefined for a model without self-attention
 */
export async function sentenceAttention(
  model: TaggerModel,
  corpus: EncodedCorpus,
  index: number,
  extraRows?: Tensor2D,
): Promise<Float32Array | undefined> {
  const batch = makeBatch(corpus, [index], batchOptions(model));
  const { attention: links } = batch;
  if (links === undefined) return undefined;
  const found = tidy(() => {
    const onDevice = batchTensors(batch);
    const table = networkWeights(model);
    const weights = { ...table, words: wordRows(table.words, extraRows, batch) };
    const { y } = lastLayerStates(model.config, weights, modelInputs(weights, onDevice, noDropout), onDevice);
    return sentenceWeights(weights, y, onDevice)!; // [L]
  });
  try {
    const values = await found.data<'float32'>();
    const { offsets, targets } = links.own;
    const T = offsets.length - 1;
    const weights = new Float32Array(T * T);
    for (let t = 0; t < T; t++) {
      for (let e = offsets[t]!; e < offsets[t + 1]!; e++) weights[t * T + targets[e]!] = values[e]!;
    }
    return weights;
  } finally {
    found.dispose();
  }
}

import { tensor2d, tidy, type Tensor2D } from '@tensorflow/tfjs-core';
import type { EncodedCorpus, EncodedSentence } from '../data/batches/batch.ts';
import { makeBatch } from '../data/batches/batching.ts';
import { raggedRow } from '../data/batches/ragged.ts';
import { valueAndGradients } from '../kernels/shared/differentiable.ts';
import { batchTensors } from './batch-tensors.ts';
import { batchOptions, type TaggerModel } from './model.ts';
import { wordRows } from './predict.ts';
import { emissionsOf, modelInputs, noDropout } from './tagger.ts';
import { taggerWeights } from './weights.ts';

// What passes through a model for one sentence, forward and backward, read from its own forward pass.

/** Adds to a corpus what stands for an unknown word: row 0 of the word table, and a form of one unknown character. */
export function withUnknown({ sentences, forms }: EncodedCorpus): {
  corpus: EncodedCorpus;
  /** Another sentence, with one word replaced. */
  without: (sentence: EncodedSentence, token: number) => EncodedSentence;
  /** A sentence of the unknown word alone. */
  unknown: EncodedSentence;
} {
  const form = forms.length;
  return {
    corpus: { sentences, forms: [...forms, Int32Array.of(0)] },
    without: ({ words, forms }, token) => ({
      words: words.with(token, 0),
      forms: forms.with(token, form),
      tags: new Int32Array(0),
    }),
    unknown: { words: Int32Array.of(0), forms: Int32Array.of(form), tags: new Int32Array(0) },
  };
}

/** The inputs of the recurrent layers for one sentence, and how a number that depends on its emissions changes with them. */
export interface InputGradients {
  /** [T, I] word vector ‖ character features. */
  inputs: Float32Array;
  /** [T, I] */
  gradients: Float32Array;
  /** [I] of the unknown word. */
  unknown: Float32Array;
}

/**
 * Carries a gradient from the emissions of a sentence back to its inputs, by the model's own backward pass.
 *
 * @param sentence of one token or more, of the corpus or with its words and forms
 * @param gradient [T, K] of some number by the emissions
 * @param extraRows see PredictOptions
 */
export async function inputGradients(
  model: TaggerModel,
  encoded: EncodedCorpus,
  sentence: EncodedSentence,
  gradient: Float32Array,
  extraRows?: Tensor2D,
): Promise<InputGradients> {
  const { corpus, unknown } = withUnknown(encoded);
  const T = sentence.words.length;
  const K = model.vocabulary.tags.length;
  const both = { ...corpus, sentences: [sentence, unknown] };
  const batch = makeBatch(both, [0, 1], batchOptions(model)); // the sentence is first, as the longer one or of equal ones
  const rowOf = (t: number) => raggedRow(batch.layout, 0, t);
  const ofBatch = new Float32Array((T + 1) * K);
  for (let t = 0; t < T; t++) ofBatch.set(gradient.subarray(t * K, (t + 1) * K), rowOf(t) * K);

  const [inputs, gradients] = tidy(() => {
    const tensors = batchTensors(batch);
    const table = taggerWeights(model.config, model.weights);
    const weights = { ...table, words: wordRows(table.words, extraRows, batch) };
    const leaf = modelInputs(weights, tensors, noDropout); // [N, I]
    const scores = () => emissionsOf(model.config, weights, leaf, tensors, noDropout);
    const found = valueAndGradients(scores, [leaf], tensor2d(ofBatch, [T + 1, K]));
    return [leaf, found.gradients[0] as Tensor2D] as const;
  });
  try {
    const I = inputs.shape[1];
    const [values, slopes] = await Promise.all([inputs.data<'float32'>(), gradients.data<'float32'>()]);
    const ofSentence = (rows: Float32Array) => {
      const own = new Float32Array(T * I);
      for (let t = 0; t < T; t++) own.set(rows.subarray(rowOf(t) * I, (rowOf(t) + 1) * I), t * I);
      return own;
    };
    const unknownRow = raggedRow(batch.layout, 1, 0) * I;
    return {
      inputs: ofSentence(values),
      gradients: ofSentence(slopes),
      unknown: values.slice(unknownRow, unknownRow + I),
    };
  } finally {
    inputs.dispose();
    gradients.dispose();
  }
}

import { dispose, slice2d, tensor2d, tidy, type Tensor, type Tensor2D } from '@tensorflow/tfjs-core';
import type { EncodedCorpus, EncodedSentence } from '../data/batches/batch.ts';
import { makeBatch } from '../data/batches/batching.ts';
import { encodeCorpus } from '../data/batches/encode.ts';
import { NO_FEATURES } from '../data/features/encoder-features.ts';
import { raggedRow } from '../data/batches/ragged.ts';
import { product } from '../kernels/algebra/op.ts';
import { valueAndGradients } from '../kernels/shared/differentiable.ts';
import { batchTensors } from './batch-tensors.ts';
import { defined } from '../lib/assert.ts';
import { batchOptions, type TaggerModel } from './model.ts';
import { wordRows } from './predict.ts';
import { characterFeatures, emissionsOf, lastLayerStates, modelInputs, noDropout } from './tagger.ts';
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
    const table = taggerWeights(model);
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

/** The last recurrent layer for one sentence, and the linear layer that reads it. */
export interface LastLayer {
  /** [T, DH] forward ‖ backward. */
  y: Float32Array;
  /** [T, DGH] activated; see kernels/recurrent/op.ts. */
  gates: Float32Array;
  /** [T, DH] the cell state of an LSTM. */
  memory: Float32Array;
  /** [DH, K] and [K]: emissions = y . w + b. */
  output: { w: Float32Array; b: Float32Array };
}

/** @param extraRows see PredictOptions */
export async function lastLayer(model: TaggerModel, corpus: EncodedCorpus, extraRows?: Tensor2D): Promise<LastLayer> {
  const batch = makeBatch(corpus, [0], batchOptions(model)); // of one sentence: row t is token t
  const tensors = tidy(() => {
    const onDevice = batchTensors(batch);
    const table = taggerWeights(model);
    const weights = { ...table, words: wordRows(table.words, extraRows, batch) };
    const inputs = modelInputs(weights, onDevice, noDropout); // [T, I]
    const { y, gates, memory } = lastLayerStates(model.config, weights, inputs, onDevice);
    return [y, gates, memory, table.output.w.clone(), table.output.b.clone()] as const;
  });
  try {
    const read = async (tensor: Tensor) => new Float32Array(await tensor.data<'float32'>());
    const [y, gates, memory, w, b] = await Promise.all([
      read(tensors[0]),
      read(tensors[1]),
      read(tensors[2]),
      read(tensors[3]),
      read(tensors[4]),
    ]);
    return { y, gates, memory, output: { w, b } };
  } finally {
    dispose([...tensors]);
  }
}

/** What a model makes of the characters of some words. */
export interface WordFeatures {
  /** [words, F] */
  features: Float32Array;
  /** Of a CNN: what each character adds to each filter at each place of the window, [Vc, 3F] (char-pool/op.ts), and [F]. */
  filters: { tables: Float32Array; bias: Float32Array } | undefined;
}

/** @returns undefined where the model has no character encoder */
export async function wordFeatures(model: TaggerModel, words: readonly string[]): Promise<WordFeatures | undefined> {
  const { characters } = taggerWeights(model);
  if (characters.kind === 'none') return undefined;
  const corpus = encodeCorpus(model.vocabulary, [{ tokens: words, tags: [] }], NO_FEATURES);
  const batch = makeBatch(corpus, [0], batchOptions(model));
  const tensors = tidy(() => {
    const made = characterFeatures(characters, batchTensors(batch), noDropout); // [U, F]
    const features = defined(made, () => 'wordFeatures: no character encoder');
    if (characters.kind === 'lstm') return [features];
    return [features, product(characters.embedding, characters.filters), characters.bias.clone()];
  });
  try {
    const [ofForms, tables, bias] = await Promise.all(tensors.map((tensor) => tensor.data<'float32'>()));
    const F = model.config.charFeatures;
    const features = new Float32Array(words.length * F);
    batch.inputForms.index.forEach((form, word) => {
      features.set(ofForms!.subarray(form * F, (form + 1) * F), word * F);
    });
    return { features, filters: tables && bias && { tables, bias } };
  } finally {
    dispose(tensors);
  }
}

/** Rows of the word table. @returns [count, E] */
export async function wordRowsOf(model: TaggerModel, count: number, from = 0): Promise<Float32Array> {
  const { words } = taggerWeights(model);
  const rows = tidy(() => slice2d(words, [from, 0], [count, words.shape[1]]));
  try {
    return new Float32Array(await rows.data<'float32'>());
  } finally {
    rows.dispose();
  }
}

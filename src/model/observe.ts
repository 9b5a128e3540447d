import { dispose, slice2d, tensor1d, tensor2d, tidy, type Tensor, type Tensor2D } from '../tensors/tensors.ts';
import type { Batch, EncodedCorpus, EncodedSentence } from '../data/batches/batch.ts';
import { makeBatch } from '../data/batches/batching.ts';
import { encodeCorpus } from '../data/batches/encode.ts';
import { NO_FEATURES } from '../data/features/encoder-features.ts';
import { raggedRow, raggedRows } from '../data/batches/ragged.ts';
import { product } from '../kernels/algebra/op.ts';
import { takeRows } from '../kernels/lookup/op.ts';
import { valueAndGradients } from '../kernels/shared/differentiable.ts';
import { batchTensors } from './batch-tensors.ts';
import { defined } from '../lib/assert.ts';
import { batchOptions, type TaggerModel } from './model.ts';
import { wordRows } from './predict.ts';
import {
  characterFeatures,
  emissionsOf,
  lastLayerStates,
  linkWeights,
  modelInputs,
  noDropout,
  scoresOf,
  withAttention,
  withConsistency,
  withContext,
} from './tagger.ts';
import { networkWeights, taggerWeights } from './weights.ts';

// Activations and gradients of a model for one sentence, computed by its own forward and backward pass.

/**
 * Adds the unknown word to a corpus: row 0 of the word table, a form of one unknown character, no match of a name list,
 * no value of a column, zeros of an encoder.
 */
export function withUnknown(encoded: EncodedCorpus): {
  corpus: EncodedCorpus;
  /** The sentence with one word replaced. Features of other words are kept, even if an encoder has used the word for them. */
  without: (sentence: EncodedSentence, token: number) => EncodedSentence;
  /** A sentence of the unknown word alone. */
  unknown: EncodedSentence;
} {
  const { forms, features, encoder } = encoded;
  const form = forms.length;
  const combinations = features?.map((kind) => kind.combinations.length); // the id of the unknown word's combination
  return {
    corpus: {
      ...encoded,
      forms: [...forms, Int32Array.of(0)],
      ...(features && {
        features: features.map((kind) => ({ ...kind, combinations: [...kind.combinations, kind.unknown] })),
      }),
    },
    without: (sentence, token) => ({
      ...sentence,
      words: sentence.words.with(token, 0),
      forms: sentence.forms.with(token, form),
      tags: new Int32Array(0),
      ...(sentence.keys && { keys: sentence.keys.with(token, -1) }),
      ...(sentence.features && {
        features: sentence.features.map((ids, kind) => ids.with(token, combinations![kind]!)),
      }),
      ...(sentence.encoded && { encoded: withoutRow(sentence.encoded, token, encoder!.width) }),
    }),
    unknown: {
      words: Int32Array.of(0),
      forms: Int32Array.of(form),
      tags: new Int32Array(0),
      ...(combinations && { features: combinations.map((id) => Int32Array.of(id)) }),
    },
  };
}

/** @param rows [T, width]; empty: zeros */
function withoutRow(rows: Uint16Array, row: number, width: number): Uint16Array {
  if (rows.length === 0) return rows;
  return rows.slice().fill(0, row * width, (row + 1) * width); // 0 is also zero in half precision
}

/** The inputs of the recurrent layers for one sentence, and the gradient of a function of its emissions. */
export interface InputGradients {
  /** [T, I] word vector ‖ character features ‖ name lists ‖ columns ‖ encoder. */
  inputs: Float32Array;
  /** [T, I] */
  gradients: Float32Array;
  /** [I] inputs of the unknown word. */
  unknown: Float32Array;
}

/**
 * Back-propagates a gradient from the emissions of a sentence to its inputs. The contribution of the model's second pass is treated as a
 * constant.
 *
 * @param encoded a non-empty sentence, with the sentences of its document
 * @param index of the sentence
 * @param gradient [T, K] of a function with respect to the emissions
 * @param extraRows see PredictOptions
 */
export async function inputGradients(
  model: TaggerModel,
  encoded: EncodedCorpus,
  index: number,
  gradient: Float32Array,
  extraRows?: Tensor2D,
): Promise<InputGradients> {
  const { corpus, unknown } = withUnknown(encoded);
  const T = encoded.sentences[index]!.words.length;
  const K = model.vocabulary.tags.length;
  const all = { ...corpus, sentences: [...encoded.sentences, unknown] };
  const batch = makeBatch(all, [...all.sentences.keys()], batchOptions(model));
  const rowOf = rowsOf(batch, index);
  const N = raggedRows(batch.layout);
  const ofBatch = new Float32Array(N * K);
  for (let t = 0; t < T; t++) ofBatch.set(gradient.subarray(t * K, (t + 1) * K), rowOf(t) * K);

  const [inputs, gradients] = tidy(() => {
    const tensors = batchTensors(batch);
    const table = networkWeights(model);
    const weights = { ...table, words: wordRows(table.words, extraRows, batch) };
    const leaf = modelInputs(weights, tensors, noDropout); // [N, I]
    const scores = () => emissionsOf(model.config, weights, leaf, tensors, noDropout);
    const found = valueAndGradients(scores, [leaf], tensor2d(ofBatch, [N, K]));
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
    const unknownRow = rowsOf(batch, encoded.sentences.length)(0) * I;
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
  /** [T, DH] contribution of self-attention to y; undefined for a model without it. */
  attended: Float32Array | undefined;
  /** [T, DH] contribution of the document to y; undefined for a model without documents. */
  added: Float32Array | undefined;
  /** [T, K] contribution of the second pass to the emissions; undefined for a model without documents. */
  addedScores: Float32Array | undefined;
  /** [DH, K] and [K]: emissions = (y + attended + added) . w + b + addedScores. */
  output: { w: Float32Array; b: Float32Array };
  /** The links that each token attends to in the document. */
  links: Link[][];
}

/** A link from a token to another occurrence of its word. */
export interface Link {
  /** Index in the corpus. */
  sentence: number;
  token: number;
  /** Attention weight; the weights of a token sum to 1. */
  weight: number;
}

/**
 * @param corpus the sentence with the sentences of its document
 * @param index of the sentence
 * @param extraRows see PredictOptions
 */
export async function lastLayer(
  model: TaggerModel,
  corpus: EncodedCorpus,
  index: number,
  extraRows?: Tensor2D,
): Promise<LastLayer> {
  const batch = makeBatch(corpus, [...corpus.sentences.keys()], batchOptions(model));
  const T = corpus.sentences[index]!.words.length;
  const tensors = tidy(() => {
    const onDevice = batchTensors(batch);
    const table = networkWeights(model);
    const weights = { ...table, words: wordRows(table.words, extraRows, batch) };
    const inputs = modelInputs(weights, onDevice, noDropout); // [N, I]
    const { y, gates, memory } = lastLayerStates(model.config, weights, inputs, onDevice);
    const rows = tensor1d(
      Int32Array.from({ length: T }, (_, t) => rowsOf(batch, index)(t)),
      'int32',
    );
    const ofSentence = (all: Tensor2D) => takeRows(all, rows);
    const own = withAttention(weights, y, onDevice);
    const attention = linkWeights(weights, own, onDevice); // [L]
    const after = withContext(weights, own, onDevice, noDropout);
    const first = scoresOf(weights, after); // [N, K]
    return {
      y: ofSentence(y),
      gates: ofSentence(gates),
      memory: ofSentence(memory),
      own: ofSentence(own),
      after: ofSentence(after),
      first: ofSentence(first),
      second: ofSentence(withConsistency(model, first, onDevice)),
      attention: attention ?? tensor1d([]),
      w: table.output.w.clone(),
      b: table.output.b.clone(),
    };
  });
  try {
    const read = async (tensor: Tensor) => new Float32Array(await tensor.data<'float32'>());
    const [y, gates, memory, own, after, first, second, attention, w, b] = await Promise.all([
      read(tensors.y),
      read(tensors.gates),
      read(tensors.memory),
      read(tensors.own),
      read(tensors.after),
      read(tensors.first),
      read(tensors.second),
      read(tensors.attention),
      read(tensors.w),
      read(tensors.b),
    ]);
    const isDocument = model.config.context === 'document';
    return {
      y,
      gates,
      memory,
      attended: model.config.attention === 'sentence' ? own.map((state, i) => state - y[i]!) : undefined,
      added: isDocument ? after.map((state, i) => state - own[i]!) : undefined,
      addedScores: isDocument ? second.map((score, i) => score - first[i]!) : undefined,
      output: { w, b },
      links: linksOfSentence(batch, index, T, attention),
    };
  } finally {
    dispose(Object.values(tensors));
  }
}

/** The row of each token of a sentence in its batch. */
function rowsOf({ sentences, layout }: Batch, sentence: number): (token: number) => number {
  const b = sentences.indexOf(sentence);
  return (token) => raggedRow(layout, b, token);
}

function linksOfSentence(batch: Batch, index: number, T: number, attention: Float32Array): Link[][] {
  const { links, layout, sentences } = batch;
  if (links === undefined) return Array.from({ length: T }, () => []);
  const places = new Map<number, Omit<Link, 'weight'>>(); // by row
  for (const [b, sentence] of sentences.entries()) {
    for (let token = 0; token < layout.lengths[b]!; token++)
      places.set(raggedRow(layout, b, token), { sentence, token });
  }
  const { index: rows } = links.rows;
  return Array.from({ length: T }, (_, t) => {
    const m = rows.indexOf(rowsOf(batch, index)(t));
    const { offsets, targets } = links.own;
    return Array.from(targets.subarray(offsets[m] ?? 0, offsets[m + 1] ?? 0), (target, i) => ({
      ...places.get(rows[target]!)!,
      weight: attention[offsets[m]! + i]!,
    }));
  });
}

/** The character features of words. */
export interface WordFeatures {
  /** [words, F] */
  features: Float32Array;
  /** Filters of a CNN: contribution of each character at each position of the window, [Vc, 3F] (char-pool/op.ts), and bias [F]. */
  filters: { tables: Float32Array; bias: Float32Array } | undefined;
}

/** @returns undefined if the model has no character encoder */
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
  const { words } = networkWeights(model);
  const rows = tidy(() => slice2d(words, [from, 0], [count, words.shape[1]]));
  try {
    return new Float32Array(await rows.data<'float32'>());
  } finally {
    rows.dispose();
  }
}

import { concat, dispose, tensor1d, tidy, type Tensor, type Tensor2D } from '../tensors/tensors.ts';
import type { RunConfig } from '../config/schema.ts';
import { viterbiTags } from '../crf/op.ts';
import type { Batch, EncodedCorpus } from '../data/batches/batch.ts';
import { raggedRow, raggedRows } from '../data/batches/ragged.ts';
import { evaluationBatches, makeBatch } from '../data/batches/batching.ts';
import { takeRows } from '../kernels/lookup/op.ts';
import { GATES } from '../kernels/recurrent/cells.ts';
import { yieldToEventLoop } from '../lib/event-loop.ts';
import { throwIfAborted } from '../lib/errors.ts';
import { batchTensors, labelTensors, type BatchTensors } from './batch-tensors.ts';
import { batchLoss, crfScores, penaltyTensors } from './crf-scores.ts';
import { batchOptions, type TaggerModel } from './model.ts';
import { batchWeights, emissions, noDropout, withConsistency } from './tagger.ts';
import { taggerWeights } from './weights.ts';

/** Tokens per batch for inference. Large, because tokens with equal inputs share their projection. */
const BATCH_TOKENS = 16_384;

/** The largest tensor that WebGPU's default limits allow. */
const TENSOR_BYTES = 2 ** 27;

export interface PredictOptions {
  signal?: AbortSignal | undefined;
  /** [X, E] rows after the word table's V, for words that only these sentences have. */
  extraRows?: Tensor2D | undefined;
}

/** The emissions of a corpus on the host: [N, K] for each batch, with rows in the layout of the batch. */
export async function* emissionBatches(
  model: TaggerModel,
  corpus: EncodedCorpus,
  options: PredictOptions = {},
): AsyncGenerator<{ batch: Batch; emissions: Float32Array }, void> {
  for await (const { batch, values } of batches(model, corpus, options, ({ scores }) => [scores])) {
    yield { batch, emissions: ofTokens(batch, values[0] as Float32Array, model.vocabulary.tags.length) };
  }
}

/**
 * The best paths of a corpus: [N] tags for each batch, in the layout of the batch, and the loss, summed over its
 * sentences; 0 if they have no gold tags.
 */
export async function* tagBatches(
  model: TaggerModel,
  corpus: EncodedCorpus,
  options: PredictOptions = {},
): AsyncGenerator<{ batch: Batch; tags: Int32Array; loss: number }, void> {
  const penalties = penaltyTensors(model);
  const outputs = ({ scores, tensors }: Forward) => {
    const crf = crfScores(taggerWeights(model), penalties);
    const labels = labelTensors(tensors);
    const tags = viterbiTags(scores, crf, labels.layout); // [N], or [B] for texts
    return labels.tags === undefined ? [tags] : [tags, batchLoss(scores, crf, labels)];
  };
  try {
    for await (const { batch, values } of batches(model, corpus, options, outputs)) {
      yield { batch, tags: ofTokens(batch, values[0] as Int32Array, 1), loss: values[1]?.[0] ?? 0 };
    }
  } finally {
    dispose(penalties);
  }
}

/**
 * The values of each token: its own, or those of its text.
 *
 * @param values [N, size], or [B, size] for texts
 * @returns [N, size]
 */
function ofTokens<Values extends Float32Array | Int32Array>(
  { texts, layout }: Batch,
  values: Values,
  size: number,
): Values {
  if (texts === undefined) return values;
  const all = new (values.constructor as new (length: number) => Values)(raggedRows(layout) * size);
  layout.lengths.forEach((length, b) => {
    const own = values.subarray(b * size, (b + 1) * size);
    for (let t = 0; t < length; t++) all.set(own, raggedRow(layout, b, t) * size);
  });
  return all;
}

interface Forward {
  scores: Tensor2D; // [N, K], or [B, K] for texts
  tensors: BatchTensors;
}

/** Runs the model over a corpus without dropout, batch by batch, longest sentences first; empty sentences are skipped. */
async function* batches(
  model: TaggerModel,
  corpus: EncodedCorpus,
  { signal, extraRows }: PredictOptions,
  outputs: (forward: Forward) => Tensor[],
): AsyncGenerator<{ batch: Batch; values: (Float32Array | Int32Array)[] }, void> {
  for (const [index, sentences] of evaluationBatches(corpus, batchTokens(model.config)).entries()) {
    if (index > 0) await yieldToEventLoop(); // the first batch runs at once: a typed sentence must not wait for a training step
    throwIfAborted(signal);
    const batch = makeBatch(corpus, sentences, { ...batchOptions(model), distinctInputs: true });
    const results = tidy(() => outputs(forward(model, batch, extraRows)));
    try {
      yield { batch, values: await Promise.all(results.map((result) => result.data<'float32' | 'int32'>())) };
    } finally {
      dispose(results);
    }
  }
}

/** Tokens per batch: fewer if the projections of distinct tokens would exceed the tensor limit. */
function batchTokens({ cell, hidden }: RunConfig): number {
  const projectionBytes = 4 * 2 * GATES[cell] * hidden;
  return Math.min(BATCH_TOKENS, Math.floor(TENSOR_BYTES / projectionBytes));
}

function forward(model: TaggerModel, batch: Batch, extraRows: Tensor2D | undefined): Forward {
  const tensors = batchTensors(batch);
  const table = taggerWeights(model);
  const words = table.words && wordRows(table.words, extraRows, batch); // [W, E]
  const scores = emissions(model.config, batchWeights(table, tensors, words), tensors, noDropout);
  return { scores: withConsistency(model, scores, tensors), tensors };
}

/** [W, E] rows of a batch's words, which are ascending: rows of the table, then extra rows. */
export function wordRows(table: Tensor2D, extraRows: Tensor2D | undefined, { words }: Batch): Tensor2D {
  const rows = table.shape[0]; // V
  const known = words.filter((word) => word < rows);
  const extra = words.subarray(known.length).map((word) => word - rows);
  const parts = [
    { from: table, words: known },
    { from: extraRows, words: extra },
  ];
  return concat(
    parts.flatMap(({ from, words: some }) =>
      from === undefined || some.length === 0 ? [] : [takeRows(from, tensor1d(some, 'int32'))],
    ),
  );
}

import { concat, keep, tensor1d, tidy, type Tensor2D } from '@tensorflow/tfjs-core';
import type { RunConfig } from '../config/schema.ts';
import type { Batch, EncodedCorpus } from '../data/batch.ts';
import { evaluationBatches, makeBatch } from '../data/batching.ts';
import { takeRows } from '../kernels/lookup/op.ts';
import { GATES } from '../kernels/recurrent/cells.ts';
import { breathe } from '../lib/breathe.ts';
import { throwIfAborted } from '../lib/errors.ts';
import { batchTensors } from './batch-tensors.ts';
import type { TaggerModel } from './model.ts';
import { batchLoss, crfScores, emissions, noDropout, penaltyTensors } from './tagger.ts';
import { weight } from './weights.ts';

/** Tokens of a batch when nothing is learnt. Many, since those that are alike share their projection. */
const BATCH_TOKENS = 8192;

/** The largest tensor that WebGPU's default limits allow. */
const TENSOR_BYTES = 2 ** 27;

/** The emissions of one batch, on the host. */
export interface BatchEmissions {
  batch: Batch;
  /** [N, K], rows in the layout of the batch. */
  emissions: Float32Array;
  /** Summed over the batch's sentences; 0 where they have no gold tags. */
  loss: number;
}

export interface PredictOptions {
  signal?: AbortSignal | undefined;
  /** [X, E] rows after the word table's V, for words that only these sentences have. */
  extraRows?: Tensor2D | undefined;
}

/** Runs the model over a corpus without dropout, batch by batch, longest sentences first; empty sentences are left out. */
export async function* emissionBatches(
  model: TaggerModel,
  corpus: EncodedCorpus,
  { signal, extraRows }: PredictOptions = {},
): AsyncGenerator<BatchEmissions, void> {
  for (const [index, sentences] of evaluationBatches(corpus, batchTokens(model.config)).entries()) {
    if (index > 0) await breathe(); // not for a typed sentence: a training step would come before its answer
    throwIfAborted(signal);
    const batch = makeBatch(corpus, sentences, { distinctInputs: true });
    const { scores, loss } = forward(model, batch, extraRows);
    try {
      yield {
        batch,
        emissions: Float32Array.from(await scores.data<'float32'>()),
        loss: loss === undefined ? 0 : (await loss.data<'float32'>())[0]!,
      };
    } finally {
      scores.dispose();
      loss?.dispose();
    }
  }
}

/** Fewer where the projections of tokens that are all different would be too large. */
function batchTokens({ cell, hidden }: RunConfig): number {
  const projectionBytes = 4 * 2 * GATES[cell] * hidden;
  return Math.min(BATCH_TOKENS, Math.floor(TENSOR_BYTES / projectionBytes));
}

function forward(model: TaggerModel, batch: Batch, extraRows: Tensor2D | undefined) {
  return tidy(() => {
    const { config, weights } = model;
    const tensors = batchTensors(batch, config.charEncoder === 'lstm' ? model.vocabulary.characters.length : undefined);
    const rows = wordRows(weight<Tensor2D>(weights, 'words'), extraRows, batch); // [W, E]
    const scores = emissions(config, weights, rows, tensors, noDropout); // [N, K]
    const loss =
      tensors.tags === undefined
        ? undefined
        : batchLoss(scores, crfScores(config, weights, penaltyTensors(model)), tensors);
    return { scores: keep(scores), loss: loss === undefined ? undefined : keep(loss) };
  });
}

/** [W, E] of the batch's words, which ascend: those of the table, then those of the extra rows. */
function wordRows(table: Tensor2D, extraRows: Tensor2D | undefined, { words }: Batch): Tensor2D {
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

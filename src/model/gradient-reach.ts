import { dispose, tensor2d, tidy, type Tensor2D } from '../tensors/tensors.ts';
import type { EncodedCorpus } from '../data/batches/batch.ts';
import { makeBatch } from '../data/batches/batching.ts';
import { raggedRow, raggedRows } from '../data/batches/ragged.ts';
import type { Cell } from '../kernels/recurrent/cells.ts';
import { valueAndGradients } from '../kernels/shared/differentiable.ts';
import { batchTensors } from './batch-tensors.ts';
import { batchOptions, type TaggerModel } from './model.ts';
import { wordRows } from './predict.ts';
import { emissionsOf, modelInputs, noDropout } from './tagger.ts';
import { initialWeights, networkWeights, uploadWeights, disposeWeights } from './weights.ts';

/** Tokens whose score is differentiated, at most: the cost grows with this number times the length of the sentence. */
const MOST_SOURCES = 60;
/** Tokens of all copies of the sentence, of which there is one for each source: they are one batch. */
const MOST_TOKENS = 6000;

/**
 * How strongly the score of a tag at one token depends on the input of another, without the rest of the document.
 *
 * @param index of a non-empty sentence
 * @param tag id
 * @param extraRows see PredictOptions
 * @returns norms of `d emission[source, tag] / d input[t]`, [T] for each source; at most 60 sources, evenly spread, and fewer for more
 *   than 100 tokens
 */
export async function gradientReach(
  model: TaggerModel,
  corpus: EncodedCorpus,
  index: number,
  tag: number,
  extraRows?: Tensor2D,
): Promise<{ source: number; norms: Float32Array }[]> {
  const sentence = { ...corpus.sentences[index]!, document: undefined };
  const T = sentence.words.length;
  const most = Math.max(1, Math.min(MOST_SOURCES, Math.floor(MOST_TOKENS / T)));
  const every = Math.ceil(T / most);
  const sources = Array.from({ length: Math.ceil(T / every) }, (_, i) => i * every);
  const copies = { ...corpus, sentences: sources.map(() => sentence) }; // one for each source, in one backward pass
  const batch = makeBatch(copies, [...sources.keys()], batchOptions(model));
  const [N, K] = [raggedRows(batch.layout), model.vocabulary.tags.length];
  const ofScores = new Float32Array(N * K);
  const rowOf = (copy: number, t: number) => raggedRow(batch.layout, batch.sentences.indexOf(copy), t);
  sources.forEach((source, copy) => (ofScores[rowOf(copy, source) * K + tag] = 1));
  const gradients = tidy(() => {
    const tensors = batchTensors(batch);
    const table = networkWeights(model);
    const weights = { ...table, words: wordRows(table.words, extraRows, batch) };
    const inputs = modelInputs(weights, tensors, noDropout); // [N, I]
    const scores = () => emissionsOf(model.config, weights, inputs, tensors, noDropout);
    return valueAndGradients(scores, [inputs], tensor2d(ofScores, [N, K])).gradients[0] as Tensor2D;
  });
  try {
    const I = gradients.shape[1];
    const values = await gradients.data<'float32'>();
    return sources.map((source, copy) => ({
      source,
      norms: Float32Array.from({ length: T }, (_, t) => {
        const row = rowOf(copy, t) * I;
        return Math.hypot(...values.subarray(row, row + I));
      }),
    }));
  } finally {
    dispose(gradients);
  }
}

/**
 * Runs `use` with a model whose recurrent layers, self-attention and output are untrained, with another cell. Words and characters are those of the model.
 */
export async function withUntrainedCell<R>(
  model: TaggerModel,
  cell: Cell,
  use: (untrained: TaggerModel) => Promise<R>,
): Promise<R> {
  const config = { ...model.config, cell };
  const [V, E] = networkWeights(model).words.shape;
  const initial = initialWeights(config, model.vocabulary, new Float32Array(V * E));
  const isOwn = ([name]: [string, unknown]) => /^(layer\d+|attention|output)\./.test(name);
  const own = uploadWeights(Object.fromEntries(Object.entries(initial).filter(isOwn)));
  try {
    return await use({ ...model, config, weights: { ...model.weights, ...own } });
  } finally {
    disposeWeights(own);
  }
}

import type { EncodedCorpus } from '../data/batches/batch.ts';
import type { Sentence, TagStyle } from '../data/corpus.ts';
import type { StoredVectors } from '../data/vectors/stored-vectors.ts';
import { raggedRow } from '../data/batches/ragged.ts';
import { convertTags, TagReader } from '../data/tags/tag-spans.ts';
import type { Vocabulary } from '../data/vocabulary/vocabulary.ts';
import { scoreTags } from '../eval/score-tags.ts';
import type { Scores } from '../eval/scores.ts';
import { encodeSentences, type TaggerModel } from './model.ts';
import { tagBatches, type PredictOptions } from './predict.ts';
import { extendVocabulary } from './out-of-vocabulary.ts';
import { comparedTags } from '../data/tags/partial-tags.ts';
import { isTagged, trainingStyle } from '../data/tags/training-tags.ts';

export interface EvaluateOptions extends PredictOptions {
  /** Called after each batch with the number of tagged sentences. */
  onProgress?: ((sentences: number) => void) | undefined;
  /** Style of the sentences' tags as written. Default: that of the model's training file. */
  written?: TagStyle | undefined;
}

export interface Evaluation {
  /** Mean over the non-empty sentences; 0 if the corpus was encoded without tags. */
  loss: number;
  scores: Scores;
  /** Tags of each sentence, [T], in the training scheme; empty for an empty sentence. */
  predicted: string[][];
}

/**
 * Tags a corpus and scores it against its gold tags; sentences without gold tags are only tagged.
 *
 * @param encoded the encoded `sentences`
 */
export async function evaluate(
  model: TaggerModel,
  encoded: EncodedCorpus,
  sentences: readonly Sentence[],
  options: EvaluateOptions = {},
): Promise<Evaluation> {
  const { predicted, loss } = await predictTags(model, encoded, options);
  const reader = new TagReader(trainingStyle(model.config, model.style));
  const { style } = reader;
  const asWritten = (tags: readonly string[]) => convertTags(tags, reader, options.written ?? model.style);
  const pairs = sentences.flatMap((sentence, s) => {
    if (!isTagged(sentence)) return [];
    const { gold, predicted: tags } = comparedTags(sentence, predicted[s]!, style);
    const goldAsWritten = sentence.unknown === undefined ? sentence.tags : asWritten(gold);
    return [{ gold, predicted: tags, asWritten: { gold: goldAsWritten, predicted: asWritten(tags) } }];
  });
  return { loss, scores: scoreTags(style, pairs), predicted };
}

export interface CorpusEvaluation extends Evaluation {
  /** The model's vocabulary, extended by the corpus words that have a vector. */
  vocabulary: Vocabulary;
}

/**
 * Encodes a corpus without its tags, because the model may lack them, then tags and scores it.
 *
 * @param stored vectors for words that the vocabulary lacks
 */
export async function evaluateCorpus(
  model: TaggerModel,
  sentences: readonly Sentence[],
  stored?: StoredVectors,
  options: Omit<EvaluateOptions, 'extraRows'> = {},
): Promise<CorpusEvaluation> {
  const { vocabulary, extraRows } = await extendVocabulary(model, sentences, stored);
  try {
    const encoded = await encodeSentences(
      model,
      vocabulary,
      sentences.map(({ tokens, document, columns }) => ({ tokens, tags: [], document, columns })),
      options.signal,
    );
    return { ...(await evaluate(model, encoded, sentences, { ...options, extraRows })), vocabulary };
  } finally {
    extraRows?.dispose();
  }
}

/** The best path of each sentence, [T] in the training scheme. */
export async function predictTags(
  model: TaggerModel,
  encoded: EncodedCorpus,
  options: EvaluateOptions = {},
): Promise<{ predicted: string[][]; loss: number }> {
  const names = model.vocabulary.tags;
  const predicted: string[][] = encoded.sentences.map(() => []);
  let loss = 0;
  let decoded = 0;
  for await (const { batch, tags, loss: batchLoss } of tagBatches(model, encoded, options)) {
    loss += batchLoss;
    batch.sentences.forEach((sentence, b) => {
      const length = batch.layout.lengths[b]!;
      predicted[sentence] = Array.from({ length }, (_, t) => names[tags[raggedRow(batch.layout, b, t)]!]!);
    });
    decoded += batch.sentences.length;
    options.onProgress?.(decoded);
  }
  return { predicted, loss: decoded === 0 ? 0 : loss / decoded };
}

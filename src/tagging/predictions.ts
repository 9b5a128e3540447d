import type { Corpus, TagStyle } from '../data/corpus.ts';
import type { StoredVectors } from '../data/vectors/stored-vectors.ts';
import { convertTags, TagReader } from '../data/tags/tag-spans.ts';
import { writePredictions } from '../data/corpora/write-predictions.ts';
import type { TaggerModel } from '../model/model.ts';
import { evaluateCorpus } from '../model/evaluate.ts';
import { trainingStyle } from '../data/tags/training-tags.ts';

/**
 * Tags a corpus: its file with predictions, in its own style, or, where it or the model has no scheme, in the model's.
 *
 * @param bytes the file that `corpus` was read from
 * @param stored vectors for words that the vocabulary lacks
 */
export async function annotate(
  model: TaggerModel,
  corpus: Corpus,
  bytes: Uint8Array,
  stored?: StoredVectors,
  signal?: AbortSignal,
): Promise<string> {
  const { predicted } = await evaluateCorpus(model, corpus.sentences, stored, { signal });
  const style = trainingStyle(model.config, model.style);
  return annotatedCorpus(bytes, corpus, { tags: predicted, style }, model.style);
}

/**
 * As `annotate`, of tags that are there.
 *
 * @param tags of each sentence, written in `style`
 * @param modelStyle as the model's training file writes tags
 */
export function annotatedCorpus(
  bytes: Uint8Array,
  corpus: Corpus,
  { tags, style }: { tags: readonly (readonly string[])[]; style: TagStyle },
  modelStyle: TagStyle,
): string {
  const reader = new TagReader(style);
  const written = corpus.style.scheme === 'none' || modelStyle.scheme === 'none' ? modelStyle : corpus.style;
  const converted = tags.map((sentence) => convertTags(sentence, reader, written));
  return writePredictions(bytes, corpus, { tags: converted, style: written });
}

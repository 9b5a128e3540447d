import type { Corpus, TagStyle } from '../../data/corpus.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { convertTags, TagReader } from '../../data/tags/tag-spans.ts';
import { writePredictions } from '../../data/corpora/write-predictions.ts';
import type { TaggerModel } from '../../model/model.ts';
import { evaluateCorpus } from '../../model/evaluate.ts';
import { trainingStyle } from '../../data/tags/training-tags.ts';

/**
 * Tags a corpus and adds the predictions to its file, in the style of its tags. If the corpus or the model has no scheme, the style of
 * the model is used.
 *
 * @param bytes the file that `corpus` was read from
 * @param stored vectors for out-of-vocabulary words
 * @returns the contents of the file
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
 * Like `annotate`, with given tags.
 *
 * @param tags of each sentence, in `style`
 * @param modelStyle tag style of the model's training file
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

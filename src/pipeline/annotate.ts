import type { Corpus, TagStyle } from '../data/corpus.ts';
import { convertTags, TagReader } from '../data/tag-spans.ts';
import { writePredictions } from '../data/write-predictions.ts';

/**
 * The file that was tagged, with one more column: in its own style, or, where it or the model has no scheme, in the model's.
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

import type { Sentence, TagStyle } from '../../data/corpus.ts';
import { reportErrors, type ErrorReport, type ScoredSentence } from '../../eval/errors.ts';
import type { TrainingEntities } from '../../eval/seen.ts';
import type { TaggerModel } from '../../model/model.ts';
import { comparedTags } from '../../data/tags/partial-tags.ts';
import { isTagged, trainingStyle } from '../../data/tags/training-tags.ts';

type Tagger = Pick<TaggerModel, 'config' | 'style'>;

/**
 * The errors of predictions in a corpus.
 *
 * @param predicted tags of each sentence, [T], in the training scheme
 * @param limit maximum number of listed errors; all are counted
 * @param training to determine which entities were seen in training
 */
export function corpusErrors(
  model: Tagger,
  sentences: readonly Sentence[],
  predicted: readonly string[][],
  limit?: number,
  training?: TrainingEntities,
): ErrorReport {
  const { style, scored } = scoredSentences(model, sentences, predicted);
  return reportErrors(style, scored, limit, training);
}

/** Pairs of gold and predicted tags, in the training scheme. Sentences without gold tags are skipped, as in `evaluate`. */
export function scoredSentences(
  { config, style }: Tagger,
  sentences: readonly Sentence[],
  predicted: readonly string[][],
): { style: TagStyle; scored: ScoredSentence[] } {
  const training = trainingStyle(config, style);
  const scored = sentences.flatMap((sentence, s) =>
    isTagged(sentence) ? [{ ...sentence, ...comparedTags(sentence, predicted[s]!, training) }] : [],
  );
  return { style: training, scored };
}

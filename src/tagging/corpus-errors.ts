import type { Sentence } from '../data/corpus.ts';
import { reportErrors, type ErrorReport } from '../eval/errors.ts';
import type { TaggerModel } from '../model/model.ts';
import { isTagged, trainingStyle, trainingTags } from '../data/tags/training-tags.ts';

/**
 * The errors of predictions in a corpus. Sentences without gold tags are skipped, as in scoring (see `evaluate`).
 *
 * @param predicted tags of each sentence, [T], in the training scheme
 * @param limit of errors to list; all are counted
 */
export function corpusErrors(
  { config, style }: Pick<TaggerModel, 'config' | 'style'>,
  sentences: readonly Sentence[],
  predicted: readonly string[][],
  limit?: number,
): ErrorReport {
  const training = trainingStyle(config, style);
  const scored = sentences.flatMap((sentence, s) =>
    isTagged(sentence) ? [{ ...sentence, gold: trainingTags(sentence, training), predicted: predicted[s]! }] : [],
  );
  return reportErrors(training, scored, limit);
}

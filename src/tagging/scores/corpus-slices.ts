import type { Sentence } from '../../data/corpus.ts';
import type { Vocabulary } from '../../data/vocabulary/vocabulary.ts';
import { scoreSlices, type SliceScores } from '../../eval/score-slices.ts';
import { TrainingEntities } from '../../eval/seen.ts';
import type { TaggerModel } from '../../model/model.ts';
import { scoredSentences } from './corpus-errors.ts';

/**
 * The words and entities of the training sentences.
 *
 * @param vocabulary of the model, extended by the words of the scored corpus that have a vector
 */
export function trainingEntities(
  { style }: Pick<TaggerModel, 'style'>,
  train: readonly Sentence[],
  vocabulary: Vocabulary,
): TrainingEntities {
  return new TrainingEntities(train, style, (word) => vocabulary.wordRow(word) !== 0);
}

/**
 * Scores of predictions in a corpus by slice.
 *
 * @param predicted tags of each sentence, [T], in the training scheme
 */
export function corpusSlices(
  model: Pick<TaggerModel, 'config' | 'style'>,
  sentences: readonly Sentence[],
  predicted: readonly string[][],
  training: TrainingEntities | undefined,
): SliceScores {
  const { style, scored } = scoredSentences(model, sentences, predicted);
  return scoreSlices(style, scored, training);
}

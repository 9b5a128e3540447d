import { isSetAside } from '../../../../annotation/evaluation-set.ts';
import { suggestNames } from '../../../../annotation/names.ts';
import type { AnnotatedSentence } from '../../../../annotation/set.ts';
import type { Suggestion } from '../../../../annotation/suggestions.ts';
import { useAnnotationLearningStore } from './store.ts';
import { useAnnotationStore } from '../store.ts';

/**
 * The suggestions for an open sentence: those of the model, if there is one; otherwise the predictions in its file, or names of the list.
 * A sentence that is set aside for evaluation gets none, since suggestions would bias the annotation.
 */
export function suggestionsFor(sentence: AnnotatedSentence): readonly Suggestion[] {
  const { id, state, tokens, predicted } = sentence;
  if (state !== 'open' || isSetAside(tokens)) return [];
  const { names } = useAnnotationStore.getState();
  const { suggestions, result } = useAnnotationLearningStore.getState();
  const learned = suggestions.get(id);
  if (learned !== undefined) return learned.every(({ end }) => end <= tokens.length) ? learned : [];
  const hasModel = result !== undefined && result.trainedOn > 0;
  if (hasModel) return [];
  if (predicted !== undefined) return predicted.map((span) => ({ ...span, alternatives: [], isDoubtful: false }));
  return names === undefined ? [] : suggestNames(tokens, names.list);
}

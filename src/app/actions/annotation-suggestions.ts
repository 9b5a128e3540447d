import { suggestNames } from '../../annotation/names.ts';
import type { AnnotatedSentence } from '../../annotation/set.ts';
import type { Suggestion } from '../../annotation/suggestions.ts';
import { useAnnotationStore } from '../stores/annotation.ts';

/** What is suggested for an open sentence: names of the list. */
export function suggestionsFor({ state, tokens }: AnnotatedSentence): Suggestion[] {
  const { names } = useAnnotationStore.getState();
  return state === 'open' && names !== undefined ? suggestNames(tokens, names.list) : [];
}

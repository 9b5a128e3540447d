import { isSetAside } from '../../../../annotation/queue/evaluation-set.ts';
import { besidesDecided } from '../../../../annotation/spans/decided.ts';
import type { RuleLabels } from '../../../../annotation/rules/label.ts';
import type { AnnotatedSentence } from '../../../../annotation/sets/set.ts';
import { isDoubtful, type Suggestion } from '../../../../annotation/spans/suggestions.ts';
import { useAnnotationLearningStore } from './store.ts';

/**
 * The suggestions for an open sentence: those of the model, if there is one; otherwise the predictions in its file, or what the rules say.
 * A sentence that is set aside for evaluation gets none, since suggestions would bias the annotation.
 */
export function suggestionsFor(sentence: AnnotatedSentence): readonly Suggestion[] {
  const { id, state, tokens, predicted } = sentence;
  if (state !== 'open' || isSetAside(tokens)) return [];
  const { suggestions, result } = useAnnotationLearningStore.getState();
  const learned = suggestions.get(id);
  if (learned !== undefined) return learned.every(({ end }) => end <= tokens.length) ? learned : [];
  const hasModel = result !== undefined && result.trainedOn > 0;
  if (hasModel) return [];
  if (predicted !== undefined) return predicted.map((span) => ({ ...span, alternatives: [], isDoubtful: false }));
  return (ruleLabelsOf(sentence)?.spans ?? []).map((span) => ({
    ...span,
    alternatives: [],
    isDoubtful: isDoubtful(span),
  }));
}

/** What the rules say of an open sentence that is not set aside; undefined if they have not been applied to its tokens. */
function ruleLabelsOf({ id, state, tokens }: AnnotatedSentence): RuleLabels | undefined {
  const labels = useAnnotationLearningStore.getState().applied?.sentences[id];
  return state === 'open' && !isSetAside(tokens) && labels?.length === tokens.length ? labels : undefined;
}

/** What the rules say of an open sentence, besides what is decided in it; undefined as for `ruleLabelsOf`. */
export function knownByRules(sentence: AnnotatedSentence): ReturnType<typeof besidesDecided> | undefined {
  const labels = ruleLabelsOf(sentence);
  return labels && besidesDecided(sentence, labels);
}

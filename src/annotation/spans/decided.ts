import type { Span } from '../../data/corpus.ts';
import { spanAt } from './spans.ts';
import { openSuggestions } from './suggestions.ts';
import type { AnnotatedSentence } from '../sets/set.ts';
import type { RuleLabels } from '../rules/label.ts';

/** What rules say of an open sentence, except where a person has decided; what was decided against them is unknown. */
export function besidesDecided(
  sentence: Pick<AnnotatedSentence, 'tokens' | 'spans' | 'refused'>,
  { spans, unknown }: RuleLabels,
): { spans: Span[]; unknown: number[]; refused: readonly Span[] } {
  const labelled: Span[] = [...sentence.spans, ...openSuggestions(sentence, spans)];
  const isOpen = new Set(unknown);
  return {
    spans: labelled.toSorted((a, b) => a.start - b.start),
    unknown: [...sentence.tokens.keys()].filter(
      (t) => spanAt(labelled, t) === undefined && (isOpen.has(t) || spanAt(spans, t) !== undefined),
    ),
    refused: sentence.refused,
  };
}

import type { Span } from '../../data/corpus.ts';
import { clearOf, isSameSpan } from './spans.ts';
import type { AnnotatedSentence } from '../sets/set.ts';

/** Less probable suggestions are not accepted with the sentence, since removing a wrong span costs more than accepting a right one. */
const LEAST_ACCEPTED = 0.5;

/** Whether a suggestion is too improbable to be accepted with its sentence. */
export const isDoubtful = ({ probability }: Pick<ProbableSpan, 'probability'>) => probability < LEAST_ACCEPTED;

/** A suggested span that is not decided yet. */
export interface Suggestion extends Span {
  /** In [0, 1]; undefined if it comes from a list of names. */
  probability: number | undefined;
  /** Other spans on some of its tokens, most probable first. */
  alternatives: readonly ProbableSpan[];
  /** Too improbable to be accepted with the sentence, but shown. */
  isDoubtful: boolean;
}

export interface ProbableSpan extends Span {
  /** In [0, 1]. */
  probability: number;
}

/** The suggestions that neither overlap a decided span nor were refused. */
export function openSuggestions<S extends Span>(
  { spans, refused }: Pick<AnnotatedSentence, 'spans' | 'refused'>,
  suggested: readonly S[],
): S[] {
  return clearOf(suggested, spans).filter((suggestion) => !refused.some((span) => isSameSpan(span, suggestion)));
}

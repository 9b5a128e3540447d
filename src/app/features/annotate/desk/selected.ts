import { quoted } from '../../../../lib/text-direction.ts';
import type { AnnotatedSentence } from '../../../../annotation/sets/set.ts';
import { overlaps, type TokenRange } from '../../../../annotation/spans/spans.ts';
import { openSuggestions, type Suggestion } from '../../../../annotation/spans/suggestions.ts';
import { formatProbability } from '../../../look/format.ts';
import { labelOf, segmentsOf, wordsOf, type Segment } from '../spans/segments.ts';

/** The selected words with their span and its alternatives. */
export interface Selected {
  words: string;
  span: (Pick<Segment, 'isSuggested' | 'isDoubtful' | 'probability'> & { type: string }) | undefined;
  /** `LOC .10`, with the words if they differ. */
  alternatives: readonly string[];
}

export function selectedIn(sentence: AnnotatedSentence, suggested: readonly Suggestion[], range: TokenRange): Selected {
  const segments = segmentsOf(sentence, openSuggestions(sentence, suggested));
  const segment = segments.find((other) => other.type !== undefined && overlaps(other, range));
  const { start, end } = segment ?? range;
  const suggestion = segment && suggested.find((other) => other.start === start && other.end === end);
  return {
    words: wordsOf(sentence, { start, end }),
    span: segment?.type === undefined ? undefined : { ...segment, type: segment.type },
    alternatives: (suggestion?.alternatives ?? []).map((other) => {
      const isSame = other.start === start && other.end === end;
      return `${isSame ? '' : `${quoted(wordsOf(sentence, other))} `}${labelOf(other)}`;
    }),
  };
}

/** `PER .82, suggested; A: or ORG .10`. */
export function describeSelected({ span, alternatives }: Selected): string {
  if (span === undefined) return 'not marked';
  const probability = span.probability === undefined ? '' : ` ${formatProbability(span.probability)}`;
  const rest = alternatives.length > 0 ? `; A: or ${alternatives.join(', ')}` : '';
  const state = span.isDoubtful ? ', not accepted with the sentence' : span.isSuggested ? ', suggested' : '';
  return `${span.type}${probability}${state}${rest}`;
}
